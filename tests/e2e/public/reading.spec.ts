import { randomInt } from "node:crypto";
import { expect, test } from "playwright/test";
import { hydratedEvent } from "../../../lib/contracts/reading/hydrated-event";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { linksOf, listPosts, logInAdmin } from "../../support/browser/public-pages";

test("the list has a row for every post", async ({ page, request }) => {
  const posts = await listPosts(request);
  await page.goto("/read");
  await expect(page.getByRole("heading", { level: 1, name: "Threeline" })).toBeVisible();
  // Hidden from screen readers, so that the link's name is its label alone.
  await expect(page.getByRole("link", { name: "LEARN MORE", exact: true })).toBeVisible();
  const rows = page.getByRole("region", { name: "Briefings" }).getByRole("listitem");
  await expect(rows).toHaveCount(posts.length);
  for (const [index, post] of posts.entries()) {
    const row = rows.nth(index);
    await expect(row.getByRole("link")).toHaveAttribute("href", `/r/${post.slug}`);
    await expect(row.getByRole("link")).toHaveText(post.title);
    await expect(row.locator("time")).toHaveText(post.shortDate);
    await expect(row.getByText(`${post.readTime} min read`, { exact: true })).toBeVisible();
  }
});

test("the list has the header and footer of the reading pages", async ({ page }) => {
  await page.goto("/read");
  expect(await linksOf(page.getByRole("navigation", { name: "Main" }))).toEqual([
    ["Home", "/"],
    ["About", "/about"],
    ["Account", "/account"],
  ]);
  expect(await linksOf(page.getByRole("navigation", { name: "Footer" }))).toEqual([
    ["Sign up", "/pricing"],
    ["Privacy Policy", "/privacy"],
    ["Terms Of Service", "/terms"],
    ["Refund Policy", "/refund"],
    ["Contact", "/contact"],
  ]);
});

test("an article is dark, shows its post, and reports one view", async ({ page, request }) => {
  const [post] = await listPosts(request);
  const events: { name: string; props?: unknown }[] = [];
  await page.route("**/api/event", async (route) => {
    events.push(route.request().postDataJSON());
    await route.fulfill({ status: 202 });
  });
  const response = await page.goto(`/r/${post?.slug}`);
  expect(response?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(post?.title ?? "");
  await expect(page.locator("article time")).toHaveText(post?.fullDate ?? "");
  await expect
    .poll(() => events)
    .toEqual([expect.objectContaining({ name: "blog post viewed", props: { slug: post?.slug } })]);
  const background = await page.evaluate(
    () => getComputedStyle(document.documentElement).backgroundColor,
  );
  expect(background).toBe("rgb(18, 21, 27)");
});

test("the end of an article leads on, and its link can be shared", async ({
  page,
  context,
  request,
}) => {
  const [newest, post, older] = await listPosts(request);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    const shared = { value: null as unknown };
    Object.assign(window, { shared });
    Object.defineProperty(navigator, "share", {
      value: async (data: unknown) => void (shared.value = data),
    });
  });
  await page.goto(`/r/${post?.slug}`);
  await expect(page.getByText(`${post?.readTime} min read`, { exact: true })).toBeVisible();
  const more = page.getByRole("navigation", { name: "More briefings" });
  expect(await linksOf(more)).toEqual([
    [`Previous${older?.title}`, `/r/${older?.slug}`],
    ["All briefings", "/read"],
    [`Next${newest?.title}`, `/r/${newest?.slug}`],
  ]);

  // It says so for 3 seconds.
  await Promise.all([
    expect(page.getByRole("button", { name: "Link copied" })).toBeVisible(),
    page.getByRole("button", { name: "Copy link" }).click(),
  ]);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(new RegExp(`^https?://[^/]+/r/${post?.slug}$`));
  await page.getByRole("button", { name: "Share" }).click();
  const shared = await page.evaluate(() => Reflect.get(Reflect.get(window, "shared"), "value"));
  expect(shared).toEqual({ title: post?.title, url: copied });

  await more.getByRole("link", { name: newest?.title ?? "" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(newest?.title ?? "");
  await expect(more.getByText("Next", { exact: true })).toHaveCount(0);
});

test("the search finds posts without scripts, also misspelled ones", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  try {
    const page = await context.newPage();
    await page.goto("/read");
    await page.getByRole("searchbox", { name: "Search all briefings" }).fill("yeilds");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/read\/search\?q=yeilds$/);
    await expect(page.getByRole("status")).toContainText(/^\d+ results? for yields\. Search for/);
    const results = page.getByRole("region", { name: "Results" });
    await expect(results.locator("mark").first()).toHaveText(/yield/i);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");

    await results.getByRole("navigation", { name: "By month" }).getByRole("link").nth(1).click();
    await expect(page).toHaveURL(/&month=\d{4}-\d{2}$/);
    await expect(results.getByRole("listitem").first()).toBeVisible();

    await page.goto("/read/search?q=yeilds");
    await page.getByRole("link", { name: "Search for “yeilds” instead" }).click();
    await expect(page.getByRole("heading", { name: "No briefings found" })).toBeVisible();
    await expect(page.getByRole("searchbox")).toHaveValue("yeilds");

    await page.goto("/read");
    const [, [, month] = ["", ""]] = await linksOf(
      page.getByRole("navigation", { name: "By month" }),
    );
    expect((await page.goto(month))?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^[A-Z][a-z]+ \d{4}$/);
    expect((await page.goto("/read/month/1999-01"))?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Post Not Found" })).toBeVisible();
  } finally {
    await context.close();
  }
});

test("the search and the months are good at all widths and in both themes", async ({ page }) => {
  const long = encodeURIComponent(`yield or ${"incomprehensibilities".repeat(9)}`);
  for (const query of ["yield", "yeilds", "unmatched", long]) {
    await page.goto(`/read/search?q=${query}`);
    await expectGoodAtAllWidths(page);
  }
  await page.goto("/read");
  const months = page.getByRole("navigation", { name: "By month" });
  await months.getByRole("link").nth(1).click();
  await expect(months.locator("[aria-current]")).not.toHaveText("All");
  await expectGoodAtAllWidths(page);
});

test("a search is in no cache, and too many get 429", async ({ request }) => {
  // A network of its own: others' searches would begin the minute that counts.
  const headers = { "x-forwarded-for": `2001:db8:${randomInt(1, 0x10000).toString(16)}::1` };
  const search = () => request.get("/read/search?q=yield", { headers });
  const answer = await search();
  expect(answer.headers()["cache-control"]).toContain("no-store");
  const statuses: number[] = [];
  for (let count = 0; count < 61 && !statuses.includes(429); count += 1) {
    statuses.push((await search()).status());
  }
  expect(statuses.at(-1)).toBe(429);
  const refused = await search();
  expect(refused.headers()["retry-after"]).toBe("60");
  expect(await refused.text()).toContain("Search isn");
  expect((await request.get("/read/search", { headers })).status()).toBe(200);
});

test("/read/{postId} redirects to /r/{slug}", async ({ request }) => {
  const [post] = await listPosts(request);
  const response = await request.get(`/read/${post?.id}`, { maxRedirects: 0 });
  expect(response.status()).toBe(308);
  expect(response.headers()["location"]).toBe(`/r/${post?.slug}`);
});

for (const path of ["/r/zz", "/r/zzz", "/r/A!", "/read/999999", "/read/abc"]) {
  test(`${path} answers 404 with Post Not Found`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Post Not Found", exact: true })).toBeVisible();
    await expect(
      page.getByText("The content you’re looking for doesn’t exist or has been removed.", {
        exact: true,
      }),
    ).toBeVisible();
    const back = page.getByRole("link", { name: "Back to Home", exact: true });
    await expect(back).toHaveAttribute("href", "/read");
  });
}

for (const [path, screen, kind] of [
  ["/r/zz", "/r/{slug}", "post_not_found"],
  ["/read/999999", "/read/{id}", "post_not_found"],
  ["/no-such-page", "/no-such-page", "page_not_found"],
] as const) {
  test(`${path} reports its error once`, async ({ page }) => {
    const events: { name: string; props?: unknown }[] = [];
    await page.route("**/api/event", async (route) => {
      events.push(route.request().postDataJSON());
      await route.fulfill({ status: 202 });
    });
    await page.goto(path);
    await expect
      .poll(() => events)
      .toEqual([expect.objectContaining({ name: "error shown", props: { screen, kind } })]);
  });
}

for (const path of ["/r/zz", "/read/999999"]) {
  test(`${path} is complete without scripts`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    try {
      const page = await context.newPage();
      const response = await page.goto(`${baseURL}${path}`);
      expect(response?.status()).toBe(404);
      expect(response?.headers()["cache-control"]).toBe("no-store");
      await expect(page).toHaveTitle("Post Not Found | Threeline");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Post Not Found");
      await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Footer" })).toBeVisible();
      await page.getByRole("link", { name: "Back to Home", exact: true }).click();
      await expect(page).toHaveURL(/\/read$/);
    } finally {
      await context.close();
    }
  });
}

for (const [from, link] of [
  ["/read", ""],
  ["/about", "Read"],
] as const) {
  test(`a spinner shows after a click on ${from} until the next page is there`, async ({
    page,
    request,
  }) => {
    const [post] = await listPosts(request);
    const target = link === "" ? `/r/${post?.slug}` : "/read";
    const held = Promise.withResolvers<void>();
    // The router's data; a document has no such header.
    await page.route(
      ({ pathname }) => pathname === target,
      async (route) => {
        if (route.request().headers()["rsc"]) await held.promise;
        await route.continue();
      },
    );
    await page.addInitScript(
      (name) => addEventListener(name, () => Object.assign(window, { isHydrated: true })),
      hydratedEvent,
    );
    await page.goto(from);
    await page.waitForFunction(() => "isHydrated" in window);
    await page
      .getByRole("link", { name: link || (post?.title ?? ""), exact: true })
      .first()
      .click();
    const spinner = page.getByRole("status").filter({ hasText: "Loading" });
    await expect(spinner).toBeVisible();
    held.resolve();
    await expect(page).toHaveURL(new RegExp(`${target}$`));
    await expect(spinner).toHaveCount(0);
  });
}

test("Post Not Found leads back to the list", async ({ page }) => {
  await page.goto("/r/zz");
  await page.getByRole("link", { name: "Back to Home", exact: true }).click();
  await expect(page).toHaveURL(/\/read$/);
});

test("the pages show what an editor saved on the next request", async ({ page, request }) => {
  await logInAdmin(request);
  const post = {
    slug: "q9",
    title: "A ten-year yield, at once",
    fullDate: "March 5, 2025",
    shortDate: "05 MAR",
    readTime: 3,
    content: [
      "A lead with a note[^1].",
      "",
      "| Bond | Close |",
      "|---|--:|",
      "| 2-year | 3.87% |",
      "",
      "- [x] done",
      "",
      "```",
      "const rate = 4;",
      "```",
      "",
      '![A chart](/favicon.svg "640x360")',
      "",
      "<script>alert(1)</script>",
      "",
      "[^1]: The note.",
    ].join("\n"),
  };
  expect((await page.goto("/r/q9"))?.status()).toBe(404);
  const created = await request.post("/api/posts", { data: post });
  expect(created.ok()).toBe(true);
  const { id } = await created.json();
  try {
    await test.step("a new post", async () => {
      expect((await page.goto("/r/q9"))?.status()).toBe(200);
      await expect(page.getByText("March 5, 2025")).toBeVisible();
      await expect(page.getByRole("table")).toContainText("3.87%");
      await expect(page.getByRole("checkbox")).toBeChecked();
      await expect(page.locator("pre")).toContainText("const rate = 4;");
      await expect(page.getByRole("img", { name: "A chart" })).toHaveAttribute("width", "640");
      await expect(page.getByRole("img", { name: "A chart" })).toHaveAttribute("height", "360");
      await expect(page.getByText("The note.")).toBeVisible();
      await expect(page.locator("article script")).toHaveCount(0);
      await page.goto("/read");
      const row = page.getByRole("listitem").filter({ hasText: "A ten-year yield, at once" });
      await expect(row).toContainText("05 MAR");
      await expect(row).toContainText("3 min read");
    });
    await test.step("an edited one", async () => {
      const saved = await request.put(`/api/posts/${id}`, {
        data: { ...post, title: "Another title" },
      });
      expect(saved.ok()).toBe(true);
      await page.goto("/r/q9");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Another title");
      await page.goto("/read");
      await expect(page.getByRole("link", { name: "Another title" })).toBeVisible();
    });
  } finally {
    expect((await request.delete(`/api/posts/${id}`)).ok()).toBe(true);
  }
  await test.step("a deleted one", async () => {
    expect((await page.goto("/r/q9"))?.status()).toBe(404);
    await page.goto("/read");
    await expect(page.getByRole("link", { name: "Another title" })).toHaveCount(0);
  });
});

test("the built-in posts show while there are no others", async ({ page, request }) => {
  // Before the login, because administrators also see scheduled posts.
  const posts = await listPosts(request);
  await logInAdmin(request);
  for (const { id } of posts) await request.delete(`/api/posts/${id}`);
  try {
    await page.goto("/read");
    const rows = page.getByRole("region", { name: "Briefings" }).getByRole("listitem");
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(0).getByRole("link", { name: "Coming Soon" })).toHaveAttribute(
      "href",
      "/r/aa",
    );
    await expect(
      rows.nth(1).getByRole("link", { name: "Three Headlines, One Text, Every Day" }),
    ).toHaveAttribute("href", "/r/ab");
    await expect(rows.nth(0)).toContainText("1 min read");
    expect((await page.goto("/r/aa"))?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Coming Soon");
    expect((await page.goto("/r/ab"))?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Three Headlines, One Text, Every Day",
    );
  } finally {
    for (const { id } of posts) await request.post(`/api/posts/${id}/restore`);
  }
  expect((await page.goto("/r/aa"))?.status()).toBe(404);
  await page.goto("/read");
  await expect(page.getByRole("region", { name: "Briefings" }).getByRole("listitem")).toHaveCount(
    posts.length,
  );
});

test("posts after the first page load on demand", async ({ page, request }) => {
  const before = await listPosts(request);
  await logInAdmin(request);
  const made: number[] = [];
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  try {
    for (const slug of ["8", "7"].flatMap((first) => Array.from(letters, (each) => first + each))) {
      const created = await request.post("/api/posts", {
        data: {
          slug,
          title: `Archive ${slug}`,
          fullDate: "January 2, 2024",
          shortDate: "02 JAN",
          readTime: 1,
          content: "Old news.",
        },
      });
      if (created.ok()) made.push((await created.json()).id);
    }
    const total = before.length + made.length;
    await page.goto("/read");
    const rows = page.getByRole("region", { name: "Briefings" }).getByRole("listitem");
    await expect(rows).toHaveCount(60);
    await page.route("**/api/posts?*", (route) => route.abort());
    await page.getByRole("button", { name: "Load more" }).click();
    await expect(page.getByRole("heading", { name: "Failed to load content" })).toBeVisible();
    await page.unroute("**/api/posts?*");
    const held = Promise.withResolvers<void>();
    await page.route("**/api/posts?*", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Loading", { exact: true })).toBeAttached();
    held.resolve();
    await expect(rows).toHaveCount(total);
    await expect(page.getByRole("button", { name: "Load more" })).toHaveCount(0);
  } finally {
    for (const id of made) await request.delete(`/api/posts/${id}`);
  }
});
