import { resolve } from "node:path";
import type { NextConfig } from "next";
import { PHASE_PRODUCTION_SERVER } from "next/constants";
import { isSecureUrl } from "./lib/platform/secure-url";

const everywhere = [
  { key: "x-content-type-options", value: "nosniff" },
  { key: "referrer-policy", value: "strict-origin-when-cross-origin" },
  { key: "x-frame-options", value: "DENY" },
  { key: "cross-origin-opener-policy", value: "same-origin-allow-popups" },
  {
    key: "permissions-policy",
    value: "camera=(), geolocation=(), microphone=(), usb=(), browsing-topics=()",
  },
  ...(isSecureUrl(process.env["SITE_URL"] ?? "")
    ? [{ key: "strict-transport-security", value: "max-age=63072000; includeSubDomains" }]
    : []),
];

/** What search engines shall not list: everything personal and everything of the editors. */
const unlisted = [
  "/(account|auth|cms-login-fpng|content-management|daily-messages-admin|test-make-sms|api|unsubscribe)/:path*",
  "/(onboarding|onboarding-2|onboarding-3|onboarding-success)/:path*",
];

const config: NextConfig = {
  // Each local instance builds into a folder of its own: Next keeps pages made from the database there.
  distDir: process.env["NEXT_DIST_DIR"] ?? ".next",
  poweredByHeader: false,
  reactStrictMode: true,
  // Our own lines name each request, without the secrets that stand in addresses.
  logging: { incomingRequests: false },
  // Bundling these takes minutes (Twilio's thousands of files), and none of them needs it.
  serverExternalPackages: ["twilio", "postmark", "pg", "pino", "react-email", "temporal-polyfill"],
  turbopack: { root: import.meta.dirname },
  typescript: {
    // `npm run check` has looked at the types; a config that extends another is left as it is.
    ignoreBuildErrors: true,
    tsconfigPath: "tsconfig.next.json",
  },
  headers: () =>
    Promise.resolve([
      { source: "/:path*", headers: everywhere },
      // A login link's address must reach nobody else.
      { source: "/auth/:path*", headers: [{ key: "referrer-policy", value: "no-referrer" }] },
      // Mails show their fonts from another origin.
      {
        source: "/fonts/:path*",
        headers: [
          { key: "access-control-allow-origin", value: "*" },
          { key: "cross-origin-resource-policy", value: "cross-origin" },
          { key: "cache-control", value: "public, max-age=31536000, immutable" },
        ],
      },
      ...unlisted.map((source) => ({
        source,
        headers: [{ key: "x-robots-tag", value: "noindex, nofollow" }],
      })),
    ]),
};

/** Only a web server shares its pages; building them needs neither the bundle nor the database. */
export default function configOf(phase: string): NextConfig {
  const isShared =
    phase === PHASE_PRODUCTION_SERVER && process.env["SHARED_PAGE_CACHE"] === "postgres";
  return isShared ? { ...config, cacheHandler: resolve("dist/page-cache.mjs") } : config;
}
