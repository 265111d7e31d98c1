/** One layer of the application and what it may import. A layer may always import itself. */
export type Layer = {
  name: string;
  /** Folders (ending in a slash) and files that belong to it. */
  paths: readonly string[];
  /** Layers, or single files in them. */
  imports: readonly string[];
  /** One more file that depends on the importing file. */
  importsOwn?: (path: string) => string;
  /** Packages. `node:*` means all Node modules, `@prisma/*` everything in that scope. */
  packages: readonly string[];
  /** Whether it may import a computed path, which this table can't check. */
  mayCompute?: boolean;
};

const domainPackages = [
  "node:crypto",
  "node:timers",
  "zod",
  "temporal-polyfill",
  "csv-parse",
  "csv-stringify",
  "libphonenumber-js/max",
  "otpauth",
  "@zxcvbn-ts/language-common",
];

/** What every domain module may import: contracts, messages, the context and its ports, the platform. */
const domainBase = [
  "brand",
  "contracts",
  "messages",
  "platform",
  "domain",
  "lib/markdown/html-post.ts",
  "lib/markdown/parts.ts",
  "lib/markdown/plain-text.ts",
  "lib/markdown/search-text.ts",
  "lib/markdown/stories.ts",
];

/** The domain modules, lowest first. Each may import modules from earlier rows, but not from its own. */
const domainLayers = [
  ["daily-messages", "images", "limits", "settings"],
  ["outbox", "posts"],
  ["contact", "webhooks"],
  ["audit-log", "billing"],
  ["money", "delivery"],
  ["auth"],
  ["erasure", "onboarding", "status", "team"],
  ["account", "retention", "today"],
  ["recovery"],
  ["subscribers"],
  ["seed"],
] as const;

/** The parts of `lib/domain/delivery`, lowest first. Each may import those from earlier rows. */
export const deliveryParts = [
  ["ledger", "schedule"],
  ["content", "reports"],
  ["monitoring"],
  ["checks", "engine"],
  ["subscriber"],
] as const;

const domainModules: readonly Layer[] = domainLayers.flatMap((names, row) =>
  names.map((name) => ({
    name: `domain/${name}`,
    paths: [`lib/domain/${name}/`],
    imports: [
      ...domainBase,
      ...domainLayers.slice(0, row).flatMap((lower) => lower.map((each) => `domain/${each}`)),
    ],
    packages: domainPackages,
  })),
);

const domainNames = ["domain", ...domainModules.map(({ name }) => name)].filter(
  (name) => name !== "domain/seed",
);

const providerLayer = (
  name: string,
  sdk: readonly string[],
  imports: readonly string[] = [],
): Layer => ({
  name: `providers/${name}`,
  paths: [`lib/providers/${name}/`],
  imports: ["brand", "contracts", "messages", "domain", "platform", ...imports],
  packages: ["node:*", "zod", ...sdk],
});

const appImports = [
  "app",
  "components",
  "client",
  "brand",
  "contracts",
  "messages",
  "http",
  "mcp",
  ...domainNames,
  // Every layer throws expected errors the same way.
  "lib/platform/app-error.ts",
];
const appPackages = ["next", "react", "zod"];

const table: readonly Layer[] = [
  { name: "calendar", paths: ["lib/calendar/"], imports: [], packages: ["zod"] },
  { name: "brand", paths: ["lib/brand.ts"], imports: [], packages: [] },
  { name: "messages", paths: ["lib/messages/"], imports: ["brand"], packages: [] },
  {
    name: "contracts",
    paths: ["lib/contracts/"],
    imports: ["brand", "calendar", "messages"],
    packages: ["zod", "libphonenumber-js"],
  },
  {
    name: "platform",
    paths: ["lib/platform/"],
    imports: ["contracts", "messages", "brand"],
    packages: [
      "node:*",
      "@opentelemetry/*",
      "@prisma/*",
      "@sentry/core",
      "pg",
      "cspell-trie-lib",
      "fflate",
      "pino",
      "sharp",
      "standardwebhooks",
      "undici",
      "zod",
    ],
  },
  ...domainModules,
  {
    name: "domain",
    paths: ["lib/domain/"],
    imports: ["brand", "contracts", "messages", "platform"],
    packages: domainPackages,
  },
  providerLayer("postmark", ["postmark"]),
  // The client refuses the kinds of numbers that sign-up refuses.
  providerLayer(
    "twilio",
    ["twilio", "sms-segments-calculator"],
    ["lib/domain/contact/phone-numbers.ts"],
  ),
  providerLayer("paddle", ["@paddle/paddle-node-sdk"]),
  providerLayer("automation", []),
  providerLayer("s3", ["@aws-sdk/client-s3"]),
  {
    name: "markdown",
    paths: ["lib/markdown/"],
    imports: ["contracts", "messages", "brand"],
    packages: [
      "react",
      "decode-named-character-reference",
      "hast-util-to-mdast",
      "react-markdown",
      "remark-gfm",
      "remark-parse",
      "remark-stringify",
      "rehype-remark",
      "unified",
      "hast",
      "hast-util-from-dom",
      "mdast",
    ],
  },
  {
    name: "mail",
    paths: ["lib/mail/"],
    imports: ["brand", "contracts", "messages", "domain", "markdown"],
    packages: ["react"],
  },
  {
    name: "composition",
    paths: ["lib/composition.ts"],
    imports: [
      "brand",
      "contracts",
      "messages",
      "platform",
      "mail",
      ...domainNames,
      "providers/postmark",
      "providers/twilio",
      "providers/paddle",
      "providers/automation",
      "providers/s3",
    ],
    packages: ["node:*", "pg", "zod"],
  },
  {
    name: "http",
    paths: ["lib/http/", "middleware.ts"],
    imports: [
      "composition",
      "brand",
      "contracts",
      "messages",
      "platform",
      "markdown",
      ...domainNames,
    ],
    packages: ["node:*", "next", "next-auth", "react", "uqr", "zod"],
  },
  {
    name: "mcp",
    paths: ["lib/mcp/"],
    imports: ["brand", "contracts"],
    packages: ["@modelcontextprotocol/server", "zod"],
  },
  {
    name: "worker",
    paths: ["server/worker/"],
    imports: ["composition", "brand", "contracts", "messages", "platform", ...domainNames],
    packages: ["node:*", "zod"],
  },
  {
    name: "client",
    paths: ["lib/client/"],
    imports: ["contracts", "messages", "brand"],
    packages: ["react", "@tanstack/react-query", "@paddle/paddle-js", "zod"],
  },
  {
    name: "components",
    paths: ["components/"],
    imports: ["brand", "contracts", "messages", "client", "markdown"],
    packages: [
      "react",
      "react-dom",
      "next",
      "@tanstack/react-query",
      "@mdxeditor/editor",
      // The editor writes only the blocks that changed.
      "lexical",
      "@lexical/*",
      "mdast",
      "remark-gfm",
      "remark-parse",
      "remark-stringify",
      "unified",
      "@visx/*",
      "any-ascii",
      // Without the kinds of numbers, which are as large as all the rest.
      "libphonenumber-js",
      "radix-ui",
      "react-day-picker",
      // The segment count updates on every key press.
      "sms-segments-calculator",
      "sonner",
      "zod",
    ],
  },
  {
    name: "webhook routes",
    paths: ["app/api/webhooks/"],
    imports: appImports,
    importsOwn: (path) => `lib/providers/${path.split("/")[3]}/webhook.ts`,
    packages: appPackages,
  },
  { name: "app", paths: ["app/"], imports: appImports, packages: appPackages },
  {
    name: "sandbox",
    paths: ["sandbox/"],
    imports: ["brand"],
    packages: [
      "node:*",
      "fastify",
      "@fastify/formbody",
      "zod",
      "temporal-polyfill",
      // To sign and count segments exactly as Twilio does.
      "twilio",
      "sms-segments-calculator",
    ],
  },
  {
    name: "test runner",
    paths: ["scripts/test/"],
    imports: [
      "scripts",
      "server",
      "tests/support/server.ts",
      "tests/support/browser/e2e-services.ts",
      "lib/platform/operator-error.ts",
    ],
    packages: ["node:*", "zod"],
  },
  {
    name: "web server",
    paths: ["server/web/"],
    imports: [
      "server",
      "brand",
      "contracts",
      "messages",
      "platform",
      "app/api/openapi.json/document.json",
      "lib/domain/posts/post-dates.ts",
      "lib/http/route/logged-path.ts",
      "lib/http/route/request-trace.ts",
    ],
    packages: ["node:*", "lru-cache", "next", "sirv", "zod"],
  },
  {
    name: "server",
    paths: ["server/"],
    imports: [
      "brand",
      "contracts",
      "messages",
      "platform",
      "composition",
      "worker",
      ...domainNames,
      "domain/seed",
    ],
    packages: ["node:*", "age-encryption", "esbuild", "next", "pg", "sirv", "zod"],
    // The embedded database's programs are in a package for each operating system.
    mayCompute: true,
  },
  {
    name: "api reference",
    paths: ["scripts/api-reference/"],
    imports: ["brand", "contracts", "http"],
    packages: ["node:*", "zod", "zod-openapi"],
    // It loads every route.
    mayCompute: true,
  },
  // Only its test imports it: the package is large, and isn't installed in production.
  {
    name: "market holidays",
    paths: ["scripts/market-holidays.ts"],
    imports: ["contracts"],
    packages: ["date-holidays"],
  },
  {
    name: "scripts",
    paths: ["scripts/"],
    imports: [
      "brand",
      "contracts",
      "messages",
      "platform",
      "composition",
      "mcp",
      ...domainNames,
      "domain/seed",
      "server",
      // `briefing send` sends as a worker does.
      "worker",
      "web server",
      "test runner",
    ],
    packages: [
      "node:*",
      "@modelcontextprotocol/server",
      "commander",
      "esbuild",
      "next",
      "pg",
      "playwright",
      "sirv",
      "zod",
    ],
    // run.mjs imports the bundle that it has just built.
    mayCompute: true,
  },
  {
    name: "bench",
    paths: ["bench/"],
    imports: [
      "brand",
      "contracts",
      "messages",
      "platform",
      "composition",
      "server/worker/node-flags.ts",
      ...domainNames,
      "domain/seed",
      "scripts",
      "server",
      // `bench hostile` measures what the browser tests send.
      "tests/support/hostile/requests.ts",
      "tests/support/hostile/send.ts",
    ],
    // The delivery benchmark compares with each provider's SDK alone.
    packages: ["node:*", "pg", "zod", "postmark", "twilio"],
  },
  {
    // Independent of what it checks: it shares nothing with the service but a few types.
    name: "prove checker",
    paths: ["tests/prove/checker/"],
    imports: ["contracts"],
    packages: ["temporal-polyfill"],
  },
  {
    name: "prove",
    paths: ["tests/prove/"],
    imports: [
      "prove checker",
      "brand",
      "contracts",
      "messages",
      "platform",
      "composition",
      "worker",
      "http",
      "webhook routes",
      ...domainNames,
      "server",
      "scripts",
      "sandbox",
      "tests/support/server.ts",
      "tests/support/every-email.ts",
    ],
    packages: ["node:*", "esbuild", "fast-check", "pg", "pino", "zod"],
    // It imports the bundles that it has just built.
    mayCompute: true,
  },
];

/**
 * The layers of docs/development.md as data. A file belongs to the first layer that lists it. Who may
 * import contracts may import the calendar.
 */
export const layers: readonly Layer[] = table.map((layer) =>
  layer.imports.includes("contracts")
    ? { ...layer, imports: [...layer.imports, "calendar"] }
    : layer,
);
