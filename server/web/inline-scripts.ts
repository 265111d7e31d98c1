import { createHash } from "node:crypto";
import { createReactScriptCheck, isJson } from "./react-scripts";

const scriptElement = /<script(?<attributes>(?:\s[^>]*)?)>(?<code>[\s\S]*?)<\/script>/g;
const pageEnd = "</body></html>";

// The inline scripts that Next writes: calls that only pass JSON data.
const dataCalls = [
  /^\(self\.__next_f=self\.__next_f\|\|\[\]\)\.push\((?<data>.*)\)$/s,
  /^self\.__next_f\.push\((?<data>.*)\)$/s,
  /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((?<data>.*)\);$/s,
];

let isReactScript: ((code: string) => boolean) | undefined;

/**
 * Hash sources (`'sha256-…'`) for the inline scripts that the framework wrote into a page. A script that
 * isn't recognized completely gets no hash:
 *
 * - Next's calls with JSON data, in the unbroken row of scripts that ends the page. Our own and readers' text
 *   is always further up, so the same call injected there gets no hash.
 * - React's own functions, word for word, with a call of one of them.
 *
 * Browsers never run data blocks (JSON-LD), so those need no hash.
 *
 * @see https://www.w3.org/TR/CSP3/#grammardef-hash-source
 */
export function scriptSources(html: string): string[] {
  const isReact = (isReactScript ??= createReactScriptCheck());
  // Two readings, so that no text can hide where the row at the end begins.
  const endStart = startOfLastScripts(html);
  const known = [
    ...inlineScripts(html.slice(0, endStart)).filter(isReact),
    ...inlineScripts(html.slice(endStart)).filter((code) => isDataCall(code) || isReact(code)),
  ];
  return [...new Set(known.map(sourceOf))];
}

/**
 * The code of the inline scripts, without those that have a `src` or contain data: they run no inline code.
 */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(scriptElement)].flatMap(({ groups }) => {
    const { attributes = "", code = "" } = groups ?? {};
    return /\ssrc=|\stype="application\//.test(attributes) ? [] : [code];
  });
}

function sourceOf(code: string): string {
  return `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
}

/** Where the unbroken row of scripts at the end of the page begins. */
function startOfLastScripts(html: string): number {
  const text = html.trimEnd();
  if (!text.endsWith(pageEnd)) return text.length;
  let start = text.length - pageEnd.length;
  while (text.endsWith("</script>", start)) {
    const previous = text.lastIndexOf("<script", start - 1);
    if (previous === -1) break;
    start = previous;
  }
  return start;
}

function isDataCall(code: string): boolean {
  return dataCalls.some((shape) => {
    const data = shape.exec(code)?.groups?.["data"];
    return data !== undefined && isJson(data);
  });
}
