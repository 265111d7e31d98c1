import type { NextConfig } from "next";
import manifest from "./package.json" with { type: "json" };

/** Personal and admin pages, which search engines must not index. */
const noindexPaths = [
  "/(account|admin|admin-invitation|admin-security|auth|cms-login-fpng|content-management|daily-messages-admin|test-make-sms|api|unsubscribe|confirm-email|change-email)/:path*",
  "/(onboarding|onboarding-2|onboarding-3|onboarding-success)/:path*",
];

/** Their URLs contain a token, which must not leak. */
const noReferrerPaths = [
  "/auth/:path*",
  "/(unsubscribe|confirm-email|change-email|admin-invitation)/:path*",
  "/api/(unsubscribe|confirm-email|change-email)/:path*",
];

/** Static pages that only their users may keep, and no proxy. */
const privatePages = [
  "/daily-messages-admin",
  "/(admin|admin-invitation|admin-security|content-management)/:path*",
];

const config: NextConfig = {
  // One folder per local instance: it contains pages rendered from that instance's database.
  distDir: process.env["NEXT_DIST_DIR"] ?? ".next",
  poweredByHeader: false,
  reactStrictMode: true,
  // No page uses Next's image optimizer, which would spend CPU time for anyone who asks: this removes
  // /_next/image.
  images: { unoptimized: true },
  // Our own log has each request, without the secrets in URLs.
  logging: { incomingRequests: false },
  // Next bundles a package once for each route that uses it, a hundred times for some. With these, it
  // would take three times as long, and the server 200 MB more memory.
  serverExternalPackages: [
    "@paddle/paddle-node-sdk",
    "@prisma/adapter-pg",
    "@prisma/client",
    "cspell-trie-lib",
    "pg",
    "pino",
    "postmark",
    "remark-gfm",
    "remark-parse",
    "remark-stringify",
    "sms-segments-calculator",
    "temporal-polyfill",
    "twilio",
    "undici",
    "unified",
    "zod",
  ],
  instrumentationClientInject: ["./lib/client/report-errors.ts"],
  compiler: { define: { RELEASE: manifest.version } },
  // For those errors. The build moves the maps to where nobody can load them.
  productionBrowserSourceMaps: true,
  turbopack: { root: import.meta.dirname },
  // Reading the maps of all scripts takes longer than rendering.
  enablePrerenderSourceMaps: false,
  experimental: {
    turbopackFileSystemCacheForBuild: process.env["NEXT_BUILD_CACHE"] !== "off",
    // The web server keeps public pages, and asks for each only what everyone gets.
    isrFlushToDisk: false,
    validateRSCRequestHeaders: false,
  },
  typescript: {
    // `npm run check` checks the types. Next doesn't rewrite a config that extends another.
    ignoreBuildErrors: true,
    tsconfigPath: "tsconfig.next.json",
  },
  headers: () =>
    Promise.resolve([
      ...noReferrerPaths.map((source) => ({
        source,
        headers: [{ key: "referrer-policy", value: "no-referrer" }],
      })),
      ...privatePages.map((source) => ({
        source,
        headers: [{ key: "cache-control", value: "private, no-store" }],
      })),
      // Emails load these fonts from another origin.
      {
        source: "/fonts/:path*",
        headers: [
          { key: "access-control-allow-origin", value: "*" },
          { key: "cross-origin-resource-policy", value: "cross-origin" },
          { key: "cache-control", value: "public, max-age=31536000, immutable" },
        ],
      },
      ...noindexPaths.map((source) => ({
        source,
        headers: [{ key: "x-robots-tag", value: "noindex, nofollow" }],
      })),
    ]),
};

export default config;
