/** One room of the house and what it may import; itself it may always. */
export type Room = {
  name: string;
  /** Folders (ending in a slash) and files that belong to it. */
  paths: readonly string[];
  /** Rooms, or single files of them. */
  imports: readonly string[];
  /** One more file, which depends on the importing one. */
  importsOwn?: (path: string) => string;
  /** Packages; `node:*` is all of Node, `@prisma/*` everything under that scope. */
  packages: readonly string[];
  /** Whether it may name a module by an expression, which no table can follow. */
  mayCompute?: boolean;
};

const domainPackages = [
  "node:crypto",
  "node:timers",
  "zod",
  "temporal-polyfill",
  "csv-parse",
  "csv-stringify",
  "libphonenumber-js",
];

/** What every domain room may lean on: shared words, the context and its ports, the lowest floor. */
const domainGround = ["contracts", "platform", "domain", "lib/markdown/plain-text.ts"];

const domainRoom = (name: string, imports: readonly string[] = []): Room => ({
  name: `domain/${name}`,
  paths: [`lib/domain/${name}/`],
  imports: [...domainGround, ...imports.map((each) => `domain/${each}`)],
  packages: domainPackages,
});

const allDomain = ["subscribers", "billing", "auth", "posts", "daily-messages", "delivery"];
const domainRooms = [
  "domain",
  ...[...allDomain, "account", "housekeeping"].map((name) => `domain/${name}`),
];

const providerRoom = (name: string, sdk: readonly string[]): Room => ({
  name: `providers/${name}`,
  paths: [`lib/providers/${name}/`],
  imports: ["contracts", "domain", "platform"],
  packages: ["node:*", "zod", ...sdk],
});

const appImports = [
  "app",
  "components",
  "client",
  "contracts",
  "http",
  ...domainRooms,
  // A refusal is thrown in one way on every floor.
  "lib/platform/app-error.ts",
];
const appPackages = ["next", "react", "zod"];

/** The table of docs/architecture.md, section Rooms, as data. A file is in the first room that names it. */
export const rooms: readonly Room[] = [
  { name: "contracts", paths: ["lib/contracts/", "lib/brand.ts"], imports: [], packages: ["zod"] },
  {
    name: "platform",
    paths: ["lib/platform/"],
    imports: ["contracts"],
    packages: ["node:*", "@prisma/*", "pg", "pino", "zod"],
    // The embedded database's programs lie in a package of each operating system.
    mayCompute: true,
  },
  domainRoom("subscribers"),
  domainRoom("billing", ["subscribers"]),
  domainRoom("auth", ["subscribers", "billing"]),
  domainRoom("posts"),
  domainRoom("daily-messages"),
  domainRoom("delivery", ["subscribers", "billing", "posts", "daily-messages"]),
  domainRoom("account", ["billing", "delivery"]),
  domainRoom("housekeeping", ["posts"]),
  domainRoom("seed", allDomain),
  {
    name: "domain",
    paths: ["lib/domain/"],
    imports: ["contracts", "platform"],
    packages: domainPackages,
  },
  providerRoom("postmark", ["postmark", "undici"]),
  providerRoom("twilio", ["twilio", "sms-segments-calculator"]),
  providerRoom("paddle", ["@paddle/paddle-node-sdk"]),
  providerRoom("automation", []),
  {
    name: "markdown",
    paths: ["lib/markdown/"],
    imports: ["contracts"],
    packages: [
      "react",
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
    imports: ["contracts", "domain", "markdown"],
    packages: ["react", "react-email"],
  },
  {
    name: "composition",
    paths: ["lib/composition.ts"],
    imports: [
      "contracts",
      "platform",
      "mail",
      ...domainRooms,
      "providers/postmark",
      "providers/twilio",
      "providers/paddle",
      "providers/automation",
    ],
    packages: ["pg", "zod"],
  },
  {
    name: "http",
    paths: ["lib/http/", "middleware.ts"],
    imports: ["composition", "contracts", "platform", "markdown", ...domainRooms],
    packages: ["node:*", "next", "next-auth", "react", "zod"],
  },
  {
    name: "worker",
    paths: ["lib/worker/"],
    imports: ["composition", "contracts", "platform", ...domainRooms],
    packages: ["node:*", "pg-boss", "zod"],
  },
  {
    name: "client",
    paths: ["lib/client/"],
    imports: ["contracts"],
    packages: ["react", "@tanstack/react-query", "@paddle/paddle-js", "zod"],
  },
  {
    name: "components",
    paths: ["components/"],
    imports: ["contracts", "client", "markdown"],
    packages: [
      "react",
      "react-dom",
      "next",
      "@tanstack/react-query",
      "@mdxeditor/editor",
      "libphonenumber-js",
      "lucide-react",
      "radix-ui",
      "react-day-picker",
      // The count of segments follows every key that an editor presses.
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
    imports: [],
    packages: [
      "node:*",
      "fastify",
      "@fastify/formbody",
      "zod",
      "temporal-polyfill",
      // It signs and counts segments exactly as Twilio does.
      "twilio",
      "sms-segments-calculator",
    ],
  },
  {
    name: "test runner",
    paths: ["scripts/test.ts"],
    imports: ["scripts", "tests/support/server.ts"],
    packages: ["node:*", "zod"],
  },
  {
    name: "web server",
    paths: ["scripts/web.ts"],
    imports: ["scripts", "contracts", "platform"],
    packages: ["node:*", "next"],
  },
  {
    name: "scripts",
    paths: ["scripts/"],
    imports: [
      "contracts",
      "platform",
      "composition",
      ...domainRooms,
      "domain/seed",
      // An operator's command sends as a worker does.
      "worker",
      "test runner",
    ],
    packages: ["node:*", "commander", "esbuild", "next", "pg", "playwright", "sirv", "zod"],
    // The bootstrap hands over to a bundle of its own making.
    mayCompute: true,
  },
  {
    name: "bench",
    paths: ["bench/"],
    imports: [
      "contracts",
      "platform",
      "composition",
      "lib/worker/node-flags.ts",
      ...domainRooms,
      "scripts",
    ],
    // The ceiling is each provider's own SDK, bare.
    packages: ["node:*", "pg", "zod", "postmark", "twilio", "autocannon", "lighthouse"],
  },
];
