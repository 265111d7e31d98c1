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

const reportPath = "/api/csp-reports";
const reportGroup = "csp";

/** The value of a page's `Reporting-Endpoints` header, which defines the endpoint of `report-to`. */
export const reportingEndpoints = `${reportGroup}="${reportPath}"`;

/**
 * The value of a page's `Content-Security-Policy` header
 * (docs/decisions/048-public-pages.md).
 *
 * @param scripts hash sources for the page's own inline scripts
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
    // The stylesheet contains the fonts of the first paint.
    "font-src": ["'self'", "data:"],
    "connect-src": ["'self'", ...connect, ...script],
    "form-action": ["'self'", ...form],
    "frame-src": frame.length + script.length > 0 ? [...frame, ...script] : ["'none'"],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "report-uri": [reportPath],
    // Browsers with the Reporting API use this instead, and accept endpoints only over https.
    ...(isHttps ? { "report-to": [reportGroup], "upgrade-insecure-requests": [] } : {}),
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...new Set(values)].join(" "))
    .join("; ");
}
