import { createHash } from "node:crypto";

/** Origins that a page may use besides its own. */
export type PolicyPlaces = {
  /** For requests: the analytics service. */
  connect: readonly string[];
  /** For form submissions. */
  form: readonly string[];
  /** For frames. */
  frame: readonly string[];
  /** For scripts and styles: the checkout's, on its own page. */
  script: readonly string[];
  /** Whether the site is served over https. */
  isHttps: boolean;
};

const inlineScript = /<script(?<attributes>(?:\s[^>]*)?)>(?<code>[\s\S]*?)<\/script>/g;

// The inline scripts that Next writes: calls that only pass JSON data.
const dataCalls = [
  /^\(self\.__next_f=self\.__next_f\|\|\[\]\)\.push\((?<data>.*)\)$/s,
  /^self\.__next_f\.push\((?<data>.*)\)$/s,
  /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((?<data>.*)\);$/s,
];

// React's runtime for streamed parts. Each script starts with one of its functions.
const reactRuntime = /^(?:\$R[A-Z]=|\$R[A-Z]\(|requestAnimationFrame\(function\(\)\{\$RT=)/;

function isFromFramework(code: string): boolean {
  if (reactRuntime.test(code)) return true;
  return dataCalls.some((shape) => {
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
 * Hash sources (`'sha256-…'`) for the inline scripts that the framework wrote. Any other inline script,
 * such as an injected one, gets no hash and so doesn't run. Browsers never run data blocks (JSON-LD),
 * so those need no hash.
 *
 * @see https://www.w3.org/TR/CSP3/#grammardef-hash-source
 */
export function scriptSources(html: string): string[] {
  const sources = new Set<string>();
  for (const { groups } of html.matchAll(inlineScript)) {
    const { attributes = "", code = "" } = groups ?? {};
    if (/\ssrc=/.test(attributes) || /\stype="application\//.test(attributes)) continue;
    if (!isFromFramework(code)) continue;
    sources.add(`'sha256-${createHash("sha256").update(code).digest("base64")}'`);
  }
  return [...sources];
}

/**
 * The value of a page's `Content-Security-Policy` header
 * (docs/decisions/010-content-security-policy-on-static-pages.md).
 *
 * @param scripts from `scriptSources`
 * @see https://www.w3.org/TR/CSP3/
 */
export function contentSecurityPolicy(scripts: readonly string[], places: PolicyPlaces): string {
  const { connect, form, frame, script, isHttps } = places;
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...script, ...scripts],
    // React and the editor set inline styles. Styles can't run code.
    "style-src": ["'self'", "'unsafe-inline'", ...script],
    // Posts may show images from anywhere.
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
