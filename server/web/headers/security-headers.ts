import type { ServerResponse } from "node:http";
import { beforeHead } from "../responses";

const policyName = "content-security-policy";

/** For everything but pages, which have their own policy: nothing runs or loads. The SVG icon has a style. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const common: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), usb=(), browsing-topics=()",
};

const twoYears = "max-age=63072000; includeSubDomains";

/**
 * Makes the function that gives every response its security headers: pages, files, the API, and refusals.
 * Headers set later, for one path or page, win.
 *
 * @param site.isHttps whether the site is served over https
 * @param site.hasPagePolicy whether pages get their own policy, which they don't in development
 */
export function createSecurityHeaders(site: {
  isHttps: boolean;
  hasPagePolicy: boolean;
}): (response: ServerResponse) => void {
  const headers = new Map(Object.entries(common));
  if (site.isHttps) headers.set("strict-transport-security", twoYears);
  return (response) => {
    response.setHeaders(headers);
    beforeHead(response, (args) => {
      moveHeaders(args, response);
      // A 304 would overwrite the policy that the browser stored with the page.
      if (site.hasPagePolicy && args[0] !== 304 && !response.hasHeader(policyName)) {
        response.setHeader(policyName, policy);
      }
      nameCharset(response);
    });
  };
}

/** Sets the headers passed to `writeHead`, so that they can be read and changed. */
function moveHeaders(args: unknown[], response: ServerResponse): void {
  const passed = args.at(-1);
  if (typeof passed !== "object" || passed === null || Array.isArray(passed)) return;
  args.pop();
  for (const [name, value] of Object.entries(passed)) response.setHeader(name, value);
}

const isText = /^text\/|[/+]xml(?:;|$)/;

/** All our text is UTF-8. Not every library says so. */
function nameCharset(response: ServerResponse): void {
  const type = String(response.getHeader("content-type") ?? "");
  if (!isText.test(type) || type.includes("charset=")) return;
  response.setHeader("content-type", `${type}; charset=utf-8`);
}
