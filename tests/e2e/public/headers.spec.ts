import { expect, test } from "playwright/test";
import { listPosts, logInAdmin } from "../../support/browser/public-pages";

const addresses = [
  "/",
  "/read",
  "/r/newest",
  "/r/zz",
  "/pricing",
  "/about",
  "/privacy",
  "/privacy/cookies",
  "/terms",
  "/refund",
  "/contact",
  "/no-such-page",
  "/account",
];

for (const address of addresses) {
  test(`${address} has a strict content security policy and works under it`, async ({
    page,
    request,
  }) => {
    const newest = (await listPosts(request))[0]?.slug ?? "";
    const violations: string[] = [];
    page.on("console", (message) => {
      if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
    });
    // Chromium doesn't write every violation to the console.
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
        // oxlint-disable-next-line no-console -- the listener above reads it
        console.warn(`Content Security Policy: ${violatedDirective} ${blockedURI}`),
      );
    });
    const response = await page.goto(address.replace("newest", newest));
    const headers = (await response?.allHeaders()) ?? {};
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toMatch(/(^|; )script-src 'self'( |;)/);
    expect(policy).toContain("'sha256-");
    expect(policy).not.toMatch(/script-src[^;]*'unsafe-/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    expect(headers["permissions-policy"]).toContain("camera=()");
    // Next sets this once its scripts have run.
    await page.waitForFunction(() => "next" in window);
    await page.evaluate(() => document.fonts.ready);
    expect(violations).toEqual([]);
  });
}

test("a file or an API response can't run anything, even in a frame", async ({ request }) => {
  const script = /\/_next\/static\/[^"]+\.js/.exec(await (await request.get("/about")).text())?.[0];
  for (const path of ["/api/posts", "/feed.xml", "/favicon.svg", "/robots.txt", script ?? ""]) {
    const headers = (await request.get(path)).headers();
    expect(headers["content-security-policy"], path).toContain("default-src 'none'");
    expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
    expect(headers["x-content-type-options"], path).toBe("nosniff");
  }
});

for (const path of [
  "/",
  "/read",
  "/pricing",
  "/about",
  "/privacy",
  "/terms",
  "/refund",
  "/contact",
]) {
  test(`${path} is rendered again after a minute, by us and by proxies`, async ({ request }) => {
    const headers = (await request.get(path)).headers();
    expect(headers["cache-control"]).toMatch(/^s-maxage=60, stale-while-revalidate=/);
  });
}

test("idle connections stay open longer than a proxy's timeout", async ({ request }) => {
  expect((await request.get("/read")).headers()["keep-alive"]).toBe("timeout=75");
});

test("an injected script doesn't run", async ({ page }) => {
  await page.goto("/about");
  const hasRun = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.injected = true";
    document.body.append(script);
    return "injected" in window;
  });
  expect(hasRun).toBe(false);
});

test("only the pricing page allows the checkout's scripts", async ({ request }) => {
  const policyOf = async (path: string) =>
    (await request.get(path)).headers()["content-security-policy"] ?? "";
  const sandbox = new URL(process.env["E2E_SANDBOX_URL"] ?? "").port;
  expect(await policyOf("/pricing")).toMatch(
    new RegExp(`script-src 'self' http://[^ ]*:${sandbox} `),
  );
  expect(await policyOf("/")).not.toMatch(new RegExp(`script-src[^;]*:${sandbox}`));
});

test("the next request for feeds, sitemap, and share image shows a new or deleted post", async ({
  request,
}) => {
  await logInAdmin(request);
  const post = {
    slug: "x9",
    title: 'Feed <b>&</b> "card" </script>',
    shortDate: "02 JAN",
    fullDate: "January 2, 2025",
    content: "A <script>alert(1)</script> text, **bold**.",
    readTime: 1,
  };
  const created = await request.post("/api/posts", { data: post });
  expect(created.status()).toBe(201);
  const { id } = await created.json();

  const page = await request.get("/r/x9");
  expect(page.headers()["content-security-policy"]).toContain("'sha256-");
  const html = await page.text();
  expect(html).toContain('"@type":"NewsArticle"');
  expect(html).toContain('"@type":"BreadcrumbList"');
  expect(html).toContain(String.raw`\u003c/script>`);
  expect(html).toMatch(/<meta property="og:image" content="http[^"]+\/r\/x9\/share-image"/);
  expect(html).toMatch(/"image":\{"@type":"ImageObject","url":"http[^"]+\/r\/x9\/share-image"/);
  expect(html).toContain('<meta property="og:locale" content="en_US"/>');
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
  expect(html).toContain('<meta property="og:type" content="article"/>');

  const tags: [string, string][] = [];
  for (const [path, type] of [
    ["/feed.xml", "application/rss+xml; charset=utf-8"],
    ["/atom.xml", "application/atom+xml; charset=utf-8"],
    ["/feed.json", "application/feed+json; charset=utf-8"],
  ] as const) {
    const feed = await request.get(path);
    expect(feed.headers()["content-type"]).toBe(type);
    expect(await feed.text()).toContain("/r/x9");
    const etag = feed.headers()["etag"] ?? "";
    tags.push([path, etag]);
    const again = await request.get(path, { headers: { "if-none-match": etag } });
    expect([again.status(), await again.text()], path).toEqual([304, ""]);
  }
  const sitemap = await request.get("/sitemap.xml");
  expect(await sitemap.text()).toContain("/r/x9</loc>");
  const changedAt = sitemap.headers()["last-modified"] ?? "";
  for (const path of ["/sitemap.xml", "/news-sitemap.xml", "/feed.xml", "/llms.txt"]) {
    const headers = { "if-modified-since": changedAt };
    expect((await request.get(path, { headers })).status(), path).toBe(304);
  }
  const edited = await request.put(`/api/posts/${id}`, { data: { ...post, title: "Edited" } });
  const { updatedAt } = await edited.json();
  const editedHtml = await (await request.get("/r/x9")).text();
  expect(editedHtml).toContain(`"dateModified":"${updatedAt}"`);
  expect(await (await request.get("/sitemap.xml")).text()).toContain(`<lastmod>${updatedAt}<`);
  expect(await (await request.get("/llms.txt")).text()).toContain("/r/x9)");

  const image = /<meta property="og:image" content="http:\/\/[^/]+([^"]+)"/.exec(html)?.[1] ?? "";
  const card = await request.get(image.replaceAll("&amp;", "&"));
  expect(card.headers()["content-type"]).toBe("image/png");
  expect((await card.body()).subarray(1, 4).toString()).toBe("PNG");

  expect((await request.delete(`/api/posts/${id}`)).status()).toBe(200);
  expect((await request.get("/r/x9")).status()).toBe(404);
  for (const [path, etag] of tags) {
    const answer = await request.get(path, { headers: { "if-none-match": etag } });
    expect(answer.status(), path).toBe(200);
  }
  for (const path of ["/feed.xml", "/atom.xml", "/feed.json", "/sitemap.xml", "/llms.txt"]) {
    expect(await (await request.get(path)).text(), path).not.toContain("/r/x9");
  }
});

test("search engines are told to skip personal and admin pages", async ({ request }) => {
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toMatch(/Sitemap: http.+\/sitemap\.xml\nSitemap: http.+\/news-sitemap\.xml/);
  for (const path of [
    "/account",
    "/onboarding",
    "/cms-login-fpng",
    "/content-management",
    "/daily-messages-admin",
  ]) {
    expect(robots).toContain(`Disallow: ${path}\n`);
    const answer = await request.get(path, { maxRedirects: 0 });
    expect(answer.headers()["x-robots-tag"], path).toBe("noindex, nofollow");
  }
});

test("the head has the canonical URL, feeds, icons, and manifest", async ({ page, request }) => {
  await page.goto("/about");
  const attribute = (selector: string, name: string) =>
    page.locator(`head ${selector}`).first().getAttribute(name);
  expect(await attribute('link[rel="canonical"]', "href")).toMatch(/\/about$/);
  expect(await attribute('meta[property="og:url"]', "content")).toMatch(/\/about$/);
  expect(await attribute('meta[property="og:title"]', "content")).toBe("About | Threeline");
  expect(await attribute('meta[name="twitter:card"]', "content")).toBe("summary_large_image");
  expect(await attribute('link[type="application/rss+xml"]', "href")).toBe("/feed.xml");
  expect(await attribute('link[type="application/atom+xml"]', "href")).toBe("/atom.xml");
  expect(await attribute('link[type="application/feed+json"]', "href")).toBe("/feed.json");
  for (const [selector, name] of [
    ['link[rel="manifest"]', "href"],
    ['link[rel="apple-touch-icon"]', "href"],
    ['meta[property="og:image"]', "content"],
  ] as const) {
    const address = (await attribute(selector, name)) ?? "";
    const { pathname, search } = new URL(address, "http://localhost");
    expect((await request.get(pathname + search)).status(), address).toBe(200);
  }
  const manifest = await (await request.get("/manifest.webmanifest")).json();
  for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200);
  expect(await attribute('link[rel="icon"]', "href")).toMatch(/^data:image\/svg\+xml,/);
  // Crawlers request this path directly.
  const icon = await request.get("/favicon.ico");
  expect(icon.headers()["content-type"]).toBe("image/x-icon");
  expect((await icon.body()).subarray(0, 6)).toEqual(Buffer.from([0, 0, 1, 0, 3, 0]));
  await page.goto("/");
  const structured = await page.locator('script[type="application/ld+json"]').textContent();
  for (const kind of ["FAQPage", "Organization", "WebSite"]) {
    expect(structured).toContain(`"@type":"${kind}"`);
  }
});

test("emails may load the fonts", async ({ request }) => {
  const headers = (await request.get("/fonts/inter-latin-opsz-normal.woff2")).headers();
  expect(headers["access-control-allow-origin"]).toBe("*");
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
});

test("security.txt says how to report a problem", async ({ request }) => {
  const response = await request.get("/.well-known/security.txt");
  expect(response.status()).toBe(200);
  expect(response.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  expect(await response.text()).toMatch(/^Contact: mailto:support@threeline\.example\nExpires: 2/);
});
