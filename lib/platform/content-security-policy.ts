import { createHash } from "node:crypto";

/** The places that a page may reach besides the site itself, as origins. */
export type PolicyPlaces = {
  /** Where the browser may send requests: the analytics service. */
  connect: readonly string[];
  /** Where forms may be sent. */
  form: readonly string[];
  /** What may be shown in a frame. */
  frame: readonly string[];
  /** Whose scripts and styles may be loaded: the checkout's, on its own page. */
  script: readonly string[];
  /** Whether the site is served over https. */
  isHttps: boolean;
};

const inlineScript = /<script(?<attributes>(?:\s[^>]*)?)>(?<code>[\s\S]*?)<\/script>/g;

// What Next writes into its pages: calls that hand over data, and nothing that computes.
const handovers = [
  /^\(self\.__next_f=self\.__next_f\|\|\[\]\)\.push\((?<data>.*)\)$/s,
  /^self\.__next_f\.push\((?<data>.*)\)$/s,
  /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((?<data>.*)\);$/s,
];

// React's own runtime for parts that arrive late; each begins by naming one of its functions.
const reactRuntime = /^(?:\$R[A-Z]=|\$R[A-Z]\(|requestAnimationFrame\(function\(\)\{\$RT=)/;

function isFrameworks(code: string): boolean {
  if (reactRuntime.test(code)) return true;
  return handovers.some((shape) => {
    const data = shape.exec(code)?.groups?.["data"];
    return data !== undefined && isJson(data);
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Sources (`'sha256-…'`) for the inline scripts of a page that the framework wrote itself. Any
 * other inline script, such as one that got into the page with somebody's text, gets none and does
 * not run. Blocks of data (JSON-LD) are never run by browsers and need none.
 *
 * @see https://www.w3.org/TR/CSP3/#grammardef-hash-source
 */
export function scriptSources(html: string): string[] {
  const sources = new Set<string>();
  for (const { groups } of html.matchAll(inlineScript)) {
    const { attributes = "", code = "" } = groups ?? {};
    if (/\ssrc=/.test(attributes) || /\stype="application\//.test(attributes)) continue;
    if (!isFrameworks(code)) continue;
    sources.add(`'sha256-${createHash("sha256").update(code).digest("base64")}'`);
  }
  return [...sources];
}

/**
 * The value of a page's `Content-Security-Policy` header
 * (docs/decisions/010-content-security-policy-on-static-pages.md).
 *
 * @param scripts of `scriptSources`
 * @see https://www.w3.org/TR/CSP3/
 */
export function contentSecurityPolicy(scripts: readonly string[], places: PolicyPlaces): string {
  const { connect, form, frame, script, isHttps } = places;
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...script, ...scripts],
    // React and the editor set styles on elements; styles cannot run anything.
    "style-src": ["'self'", "'unsafe-inline'", ...script],
    // Articles show pictures from anywhere.
    "img-src": ["'self'", "https:", "http:", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...connect, ...script],
    "form-action": ["'self'", ...form],
    "frame-src": frame.length + script.length > 0 ? [...frame, ...script] : ["'none'"],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    ...(isHttps ? { "upgrade-insecure-requests": [] } : {}),
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...new Set(values)].join(" "))
    .join("; ");
}
