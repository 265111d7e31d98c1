import type { NextConfig } from "next";

const config: NextConfig = {
  // Each local instance builds into a folder of its own: Next keeps pages made from the database there.
  distDir: process.env["NEXT_DIST_DIR"] ?? ".next",
  poweredByHeader: false,
  reactStrictMode: true,
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
      {
        source: "/:path*",
        headers: [
          { key: "x-content-type-options", value: "nosniff" },
          { key: "referrer-policy", value: "strict-origin-when-cross-origin" },
          { key: "x-frame-options", value: "DENY" },
        ],
      },
    ]),
};

export default config;
