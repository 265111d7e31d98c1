import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { renderedText } from "@/tests/support/rendered-markup";

/**
 * Where the name is allowed outside lib/brand.ts. A rename must not log everyone out, lose the
 * local database, or change what operators look for, so technical identifiers stay.
 */
const stableIdentifiers: readonly RegExp[] = [
  // Processes and their database connections.
  /\bthreeline-(?:web|worker-|sandbox|postgres|build|cli|queues|page-versions)/,
  // Cookies.
  /"threeline-(?:(?:admin-)?session|checkout|(?:admin-)?login|browser|device)"/,
  // The header in which our HTTP server passes the client address on.
  /"x-threeline-client-address"/,
  // The embedded database: its name, its user, and its files.
  /"threeline(?:-password|-port)?"|database `threeline`|embedded\/threeline"/,
  // Stamps, caches, and temporary folders.
  /[."`]threeline-(?:installed|install-|sources|bench|nginx)/,
  /\bthreelineContext\b/,
];

/** The wordmark is a drawing of one name; a renamed brand is set as text instead. */
const drawings = new Set(["components/brand/wordmark-outline.ts"]);

function sourceFiles(): string[] {
  return execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs", "*.css", "*.prisma"], {
    encoding: "utf8",
  })
    .split("\n")
    .filter((path) => /^(?:app|bench|components|lib|prisma|sandbox|scripts|server)\//.test(path))
    .concat("middleware.ts", "next.config.ts")
    .filter((path) => !/\.test\.tsx?$/.test(path) && path !== "lib/brand.ts")
    .filter((path) => !drawings.has(path));
}

function literalNames(path: string, source: string): string[] {
  return source
    .split("\n")
    .map((line, index) => ({ line, place: `${path}:${index + 1}` }))
    .filter(({ line }) => {
      const rest = stableIdentifiers.reduce(
        (left, pattern) => left.replaceAll(new RegExp(pattern, "g"), ""),
        line,
      );
      return /threeline/i.test(rest);
    })
    .map(({ line, place }) => `${place}: ${line.trim()}`);
}

describe("the brand's name in the source", () => {
  it("is written in lib/brand.ts alone", () => {
    const found = sourceFiles().flatMap((path) => literalNames(path, readFileSync(path, "utf8")));
    expect(found).toEqual([]);
  });

  it.each([
    "const subject = `Welcome to Threeline`;",
    '<title>{"threeline.example"}</title>',
    "// Threeline sends it at 8:00.",
  ])("is found in %s", (line) => {
    expect(literalNames("a.ts", line)).toHaveLength(1);
  });

  it.each(['process.title = "threeline-web";', 'cookieName("threeline-session", isSecure)'])(
    "may be part of a stable identifier: %s",
    (line) => {
      expect(literalNames("a.ts", line)).toEqual([]);
    },
  );
});

describe("a brand that was renamed in lib/brand.ts", () => {
  const siteUrl = "https://daybreak.example";
  const post = {
    id: 7,
    slug: "k3",
    title: "Rates hold",
    shortDate: "05 MAR",
    fullDate: "March 5, 2025",
    content: "The Fed held.",
    readTime: 2,
    createdAt: "2025-03-04T18:00:00.000Z",
    updatedAt: null,
  };

  beforeAll(() => {
    // A module that was loaded before would keep the real name.
    vi.resetModules();
    vi.doMock("@/lib/brand", () => ({
      brand: {
        name: "Daybreak",
        productKey: "daybreak",
        domain: "daybreak.example",
        supportAddress: "help@daybreak.example",
        tagline: "Up before the market.",
        postalAddress: "Daybreak, 1 Sample Road, Springfield",
      },
      productUidField: "daybreakUid",
    }));
  });

  afterAll(() => {
    vi.doUnmock("@/lib/brand");
    vi.resetModules();
  });

  /** What people see: the words and the labels that screen readers say. */
  function shown(element: ReactElement): string {
    const markup = renderToStaticMarkup(element);
    const labels = [...markup.matchAll(/(?:aria-label|title)="([^"]*)"/g)].map(([, text]) => text);
    return [renderedText(markup), ...labels].join("\n");
  }

  function brandsIn(text: string): string[] {
    const names = text.match(/daybreak|threeline/gi) ?? [];
    return [...new Set(names.map((name) => name.toLowerCase()))];
  }

  it("changes the pages of the site", async () => {
    const [{ About }, { Contact }, { PageNotFound }, { ArticleText }, { Nameplate }] =
      await Promise.all([
        import("@/components/legal/about"),
        import("@/components/legal/contact"),
        import("@/components/layout/page-not-found"),
        import("@/components/reading/article"),
        import("@/components/reading/nameplate"),
      ]);
    expect(shown(createElement(About, { signUpUrl: "/pricing" }))).toContain("Why Daybreak");
    expect(shown(createElement(Contact, { formUrl: undefined }))).toContain(
      "help@daybreak.example",
    );
    expect(shown(createElement(PageNotFound))).toContain(
      "Error Code: 404 • Daybreak Financial News",
    );
    expect(shown(createElement(ArticleText, { post, signUpUrl: "/pricing" }))).toContain(
      "Get Daybreak Updates",
    );
    const nameplate = createElement(Nameplate, {
      today: "2026-11-18",
      gap: null,
      signUpUrl: "/pricing",
    });
    expect(shown(nameplate)).toContain("Up before the market.");
    expect(brandsIn(shown(nameplate))).toEqual(["daybreak"]);
  });

  it("changes headers and footers, where the name is set as text instead of drawn", async () => {
    const [{ SiteHeader }, { SiteFooter }] = await Promise.all([
      import("@/components/layout/site-header"),
      import("@/components/layout/site-footer"),
    ]);
    const header = renderToStaticMarkup(createElement(SiteHeader, { links: [] }));
    expect(header).toContain('aria-label="Daybreak, home"');
    expect(header).toMatch(/<text[^>]*>Daybreak<\/text>/);
    expect(shown(createElement(SiteFooter, { links: [] }))).toMatch(/© \d{4} Daybreak/);
  });

  it("changes the policies", async () => {
    const policies = await Promise.all([
      import("@/components/legal/content/privacy-policy"),
      import("@/components/legal/content/terms-of-service"),
      import("@/components/legal/content/refund-policy"),
    ]);
    for (const policy of policies) expect(brandsIn(JSON.stringify(policy))).toEqual(["daybreak"]);
  });

  it("changes the feeds, the structured data, and llms.txt", async () => {
    const [{ toAtom, toJsonFeed, toRss }, { toFeed }, { toLlmsTxt }, data] = await Promise.all([
      import("@/lib/http/feeds/feed-formats"),
      import("@/lib/http/feeds/public-feeds"),
      import("@/lib/http/feeds/llms-txt"),
      import("@/components/share/structured-data"),
    ]);
    const feed = toFeed([post], siteUrl);
    expect(brandsIn(toRss(feed))).toEqual(["daybreak"]);
    expect(brandsIn(toAtom(feed))).toEqual(["daybreak"]);
    expect(brandsIn(toJsonFeed(feed))).toEqual(["daybreak"]);
    expect(toLlmsTxt([], siteUrl)).toMatch(/^# Daybreak\n/);
    expect(data.organization(siteUrl)).toMatchObject({
      name: "Daybreak",
      email: "help@daybreak.example",
      slogan: "Up before the market.",
    });
  });

  it("changes the field that holds the checkout's uid", async () => {
    const { emailOnboardingSchema, uidQueryNames } = await import("@/lib/contracts/onboarding");
    expect(uidQueryNames).toEqual(["uid", "paddle_uid", "paddleUid", "daybreakUid"]);
    const { error } = emailOnboardingSchema.safeParse({
      email: "ada@sample.example",
      timezone: "Europe/London",
      termsAgreed: true,
    });
    expect(error?.issues.map(({ message }) => message)).toEqual(["Daybreak UID is required"]);
  });

  it("changes the emails", async () => {
    const [{ createNoticeRenderer }, { createBriefingRenderer }] = await Promise.all([
      import("@/lib/mail/notice-renderer"),
      import("@/lib/mail/briefing-renderer"),
    ]);
    const welcome = await createNoticeRenderer().renderWelcome({
      siteUrl,
      name: "Ada Lovelace",
      email: "ada@sample.example",
      timezoneLabel: "London (GMT/BST)",
      firstBriefingDay: "Monday, November 23",
      firstCharge: null,
    });
    expect(welcome.subject).toBe("Welcome to Daybreak");
    expect(welcome.text).toContain("help@daybreak.example");
    expect(welcome.text).toContain("Daybreak, 1 Sample Road, Springfield");
    const briefing = await createBriefingRenderer().render(
      { localDate: "2026-11-18", message: "1. One\n2. Two\n3. Three", post: null },
      siteUrl,
    );
    for (const part of [welcome.html, welcome.text, briefing.html, briefing.text]) {
      expect(brandsIn(part)).toEqual(["daybreak"]);
    }
  });

  it("changes the default sender of emails", async () => {
    const { parseEnv } = await import("@/lib/platform/env");
    const variables = {
      PROVIDERS: "sandbox",
      DATABASE_URL: "postgresql://user:secret@127.0.0.1:5432/app",
      AUTH_SECRET: "x".repeat(32),
      MAIL_FROM: "nobody",
    };
    expect(() => parseEnv(variables)).toThrow("Daybreak <briefing@daybreak.example>");
  });

  it("changes the texts", async () => {
    const { confirmationText } = await import("@/lib/messages/texts");
    expect(confirmationText).toMatch(/^Daybreak: /);
  });

  it("changes the operator commands", async () => {
    const { createProgram } = await import("@/scripts/cli/program");
    expect(brandsIn(createProgram().helpInformation())).toEqual(["daybreak"]);
  });

  it("changes the sandbox's page", async () => {
    const [{ createSandbox }, { readSandboxSettings }, { readSettings }] = await Promise.all([
      import("@/sandbox/server"),
      import("@/sandbox/settings"),
      import("@/server/run/settings"),
    ]);
    const directory = mkdtempSync(join(tmpdir(), "brand-"));
    // The sandbox imports nothing of the product: the supervisor passes the name to it.
    const { variables } = readSettings({ DATA_DIR: directory }, "production");
    const sandbox = createSandbox({ ...readSandboxSettings(variables), port: 0 });
    await sandbox.listen();
    try {
      const page = await (await fetch(sandbox.url)).text();
      expect(page).toContain("<title>Daybreak sandbox</title>");
      expect(brandsIn(page)).toEqual(["daybreak"]);
    } finally {
      await sandbox.close();
      rmSync(directory, { recursive: true, force: true });
    }
  });

  it("changes what a start says", async () => {
    // A lock that someone else holds: the start is refused before it does anything.
    vi.doMock("@/server/run/instance-lock", () => ({ takeLock: () => undefined }));
    const dataDir = mkdtempSync(join(tmpdir(), "brand-"));
    vi.stubEnv("DATA_DIR", dataDir);
    try {
      const { runService } = await import("@/server/run/start");
      await expect(runService("production")).rejects.toThrow("Daybreak is already running");
    } finally {
      vi.doUnmock("@/server/run/instance-lock");
      vi.unstubAllEnvs();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
