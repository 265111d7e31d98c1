import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { postSearchSchema } from "@/lib/contracts/reading/post-search";
import { listMonths, listPostsOfMonth } from "@/lib/domain/posts/archive/months";
import { searchPosts } from "@/lib/domain/posts/archive/search-posts";
import { findNeighbors } from "@/lib/domain/posts/neighbors";
import { createPost, deletePost, updatePost } from "@/lib/domain/posts/write-posts";
import { startApi } from "@/tests/support/api";
import { searchSigns } from "@/tests/support/hostile/inputs";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(() => startApi({ now: "2026-11-18T12:00:00.000Z" }));

const actor = "admin:test" as const;

type Draft = { slug: string; localDate: string; title?: string; content?: string };

const write = ({ slug, localDate, title = "Rates hold", content = "Nothing else." }: Draft) =>
  createPost(api.ctx, { slug, localDate, title, content, readTime: 1 }, actor);

const search = (query: Record<string, string>) =>
  searchPosts(api.ctx, postSearchSchema.parse(query));

const slugsOf = async (query: Record<string, string>) =>
  (await search(query)).hits.map(({ slug }) => slug);

beforeEach(async () => {
  await api.ctx.db.post.deleteMany();
  await api.ctx.db.$executeRaw`DELETE FROM post_words`;
});

describe("the search", () => {
  test("finds words in any form, and titles before texts", async () => {
    await write({ slug: "aa", localDate: "2026-11-18", content: "The ten-year **yield** fell." });
    await write({ slug: "ab", localDate: "2026-11-16", title: "Yields and more" });
    await write({ slug: "ac", localDate: "2026-11-17" });
    expect(await slugsOf({ q: "yielding" })).toEqual(["ab", "aa"]);
    expect(await slugsOf({ q: "TEN year" })).toEqual(["aa"]);
  });

  test("knows phrases, alternatives, and exclusions", async () => {
    await write({ slug: "aa", localDate: "2026-11-18", content: "oil prices fell" });
    await write({ slug: "ab", localDate: "2026-11-17", content: "prices of oil" });
    await write({ slug: "ac", localDate: "2026-11-16", content: "gold" });
    expect(await slugsOf({ q: '"oil prices"' })).toEqual(["aa"]);
    expect((await slugsOf({ q: "prices or gold" })).toSorted()).toEqual(["aa", "ab", "ac"]);
    expect(await slugsOf({ q: 'oil -"oil prices"' })).toEqual(["ab"]);
  });

  describe("finds a word whatever touches it", () => {
    // Case-made after Casecommons/pg_search #390 and #321, and demozoo #381.
    const content = [
      "The market’s “stagflation” — a trade—carryover mostly—and SAP’s. AT&T beat S&P 500 forecasts.",
      "An IT budget in the US: 4–5% on the Paris–Berlin line, crème brûlée at $5bn… 4.25%",
      "E*Trade, T-Mobile, 3M, GE, Q3, and a 10-year… Moody’s. 通胀。ЦЕНЫ «нефть»",
    ].join("\n\n");
    const hits = [
      ..."market|market's|market’s|stagflation|“stagflation”|carryover|trade-carryover|SAP|sap’s|AT&T|at&t|IT".split(
        "|",
      ),
      ..."it|US|us budget|IT budget|S&P|S&P 500|s&p 500|4-5%|4–5%|4%|Paris|Paris-Berlin|berlin|creme brulee".split(
        "|",
      ),
      ..."crème brûlée|CRÈME|$5bn|4.25|4.25%|E*Trade|T-Mobile|3M|GE|Q3|10-year|10 year|moody's|Moody|通胀".split(
        "|",
      ),
      ...'цены|Нефть|THE MARKET|the market|"AT&T beat"|"crème brûlée"|gold or market|market -gold|mostly…'.split(
        "|",
      ),
    ];
    const misses = 'the|THE IT|at|-market|gold|IT gold|"beat AT&T"|25|T&T'.split("|");

    beforeEach(() => write({ slug: "aa", localDate: "2026-11-18", content }));

    test("words, names, and numbers", async () => {
      const found = await Promise.all(hits.map((q) => slugsOf({ q, exact: "1" })));
      expect(hits.filter((_, index) => found[index]?.length !== 1)).toEqual([]);
      const missed = await Promise.all(misses.map((q) => slugsOf({ q, exact: "1" })));
      expect(misses.filter((_, index) => missed[index]?.length !== 0)).toEqual([]);
    });

    test("and marks it in the text as written", async () => {
      const marked = async (q: string) => {
        const [hit] = (await search({ q })).hits;
        return hit?.excerpt.filter(({ isMatch }) => isMatch).map(({ text }) => text);
      };
      expect(await marked("creme")).toEqual(["crème"]);
      expect(await marked("it")).toEqual(["IT"]);
      expect(await marked("at&t forecast")).toEqual(["AT&T", "forecasts"]);
      expect(await marked("carryover")).toEqual(["carryover"]);
    });

    test("and corrects to words without signs", async () => {
      expect(await search({ q: "stagflatoin" })).toMatchObject({ corrected: "stagflation" });
    });
  });

  test("takes a dash as no exclusion", async () => {
    await write({ slug: "aa", localDate: "2026-11-18", content: "oil prices fell" });
    expect(await slugsOf({ q: "oil -- prices" })).toEqual(["aa"]);
    expect(await slugsOf({ q: "oil--prices" })).toEqual(["aa"]);
    expect(await slugsOf({ q: "oil - prices" })).toEqual(["aa"]);
    expect(await slugsOf({ q: "oil -prices" })).toEqual([]);
  });

  test.each([
    "-".repeat(33),
    "- ".repeat(100),
    "-".repeat(200),
    "(-".repeat(100),
    '-"'.repeat(100),
    '"'.repeat(99),
    "(".repeat(200),
    "!&|:*<->".repeat(25),
    "OR OR OR",
    "the of and",
    "-the -of",
    "\u0000\u0001\u001f",
    "\u{1f600}".repeat(50),
    "\ud800",
    "“”—…–",
    "«» ’ '",
    "& @ # %",
  ])("finds nothing for %j", async (q) => {
    await write({ slug: "aa", localDate: "2026-11-18", content: "oil prices fell" });
    expect(await search({ q })).toMatchObject({ hits: [], months: [] });
  });

  test("fails for no combination of signs", async () => {
    await write({ slug: "aa", localDate: "2026-11-18", content: "oil prices fell" });
    await fc.assert(
      fc.asyncProperty(searchSigns, async (q) => {
        expect((await search({ q })).hits.length).toBeLessThanOrEqual(1);
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  test("marks what it found, and leaves markup for the page to escape", async () => {
    await write({
      slug: "aa",
      localDate: "2026-11-18",
      content: "# Bonds\n\nA `<img onerror>` and the [yield](https://example.com/secret) & more.",
    });
    const { hits } = await search({ q: "yield" });
    expect(hits).toEqual([
      {
        slug: "aa",
        title: "Rates hold",
        shortDate: "18 NOV",
        fullDate: "November 18, 2026",
        excerpt: [
          { text: expect.stringContaining("Bonds · A "), isMatch: false },
          { text: "yield", isMatch: true },
          { text: " & more…", isMatch: false },
        ],
      },
    ]);
  });

  test.each([
    "",
    "   ",
    "the",
    "' OR 1=1 --",
    "((",
    '"',
    "-",
    ":*",
    "%",
    "\\",
    "a".repeat(200),
    "…",
  ])("%j finds nothing and fails nowhere", async (q) => {
    await write({ slug: "aa", localDate: "2026-11-18", content: "The yield." });
    expect((await search({ q })).hits).toEqual([]);
  });

  test("never finds or counts what isn't public, nor suggests its words", async () => {
    await write({ slug: "aa", localDate: "2026-11-19", content: "The secretive merger." });
    const { id } = await write({ slug: "ab", localDate: "2026-11-18", content: "A takeover bid." });
    await deletePost(api.ctx, id, actor);
    for (const q of ["merger", "mergre", "takeover", "takeovr"]) {
      expect(await search({ q })).toEqual({ hits: [], months: [], corrected: null });
    }
    // It is public as soon as its date begins in London.
    api.setTime("2026-11-19T00:00:00.000Z");
    expect((await search({ q: "mergre" })).corrected).toBe("merger");
    api.setTime("2026-11-18T12:00:00.000Z");
  });

  test("finds a post by its latest text", async () => {
    const { id } = await write({ slug: "aa", localDate: "2026-11-18", content: "gold" });
    const edited = { slug: "aa", localDate: "2026-11-18", title: "Silver", readTime: 1 };
    await updatePost(api.ctx, id, { ...edited, content: "copper" }, undefined, actor);
    expect(await slugsOf({ q: "gold" })).toEqual([]);
    expect(await slugsOf({ q: "silver copper" })).toEqual(["aa"]);
  });

  test("corrects misspelled words when nothing contains them", async () => {
    await write({
      slug: "aa",
      localDate: "2026-11-18",
      content: "Ten-year yields fell with Treasury supply and inflation. Fields, builds, shields.",
    });
    for (const [q, corrected] of [
      ["yeilds", "yields"],
      ["ten year yeilds", "ten year yields"],
      ["Treasry inflatoin", "treasury inflation"],
    ] as const) {
      expect(await search({ q })).toMatchObject({ corrected, hits: [{ slug: "aa" }] });
    }
    expect(await search({ q: "yeilds", exact: "1" })).toMatchObject({ corrected: null, hits: [] });
    expect(await search({ q: "cryptocurrency" })).toMatchObject({ corrected: null, hits: [] });
  });

  test("ranks the newest of very many, and counts all", async () => {
    await write({ slug: "zz", localDate: "2020-01-01", title: "Yields, yields, and yields" });
    await api.ctx.db.$executeRaw`
      INSERT INTO posts (slug, title, local_date, content, plain_text, read_time)
      SELECT lpad(n::text, 3, '0'), 'Rates', date '2026-11-18' - n, 'A yield.', 'A yield.', 1
      FROM generate_series(1, 300) AS n`;
    const { hits, months } = await search({ q: "yield" });
    expect(hits.slice(0, 2).map(({ slug }) => slug)).toEqual(["001", "002"]);
    expect(months.at(-1)).toEqual({ month: "2020-01", count: 1 });
    expect(months.reduce((sum, { count }) => sum + count, 0)).toBe(301);
    expect(await slugsOf({ q: "yield", month: "2020-01" })).toEqual(["zz"]);
  });

  test("counts the months and narrows down to them", async () => {
    for (const [index, localDate] of [
      "2026-11-18",
      "2026-11-02",
      "2026-10-31",
      "2026-08-01",
    ].entries()) {
      await write({ slug: `a${index}`, localDate, content: "yield" });
    }
    const { months } = await search({ q: "yield" });
    expect(months).toEqual([
      { month: "2026-11", count: 2 },
      { month: "2026-10", count: 1 },
      { month: "2026-08", count: 1 },
    ]);
    expect(await slugsOf({ q: "yield", month: "2026-10" })).toEqual(["a2"]);
    expect(await slugsOf({ q: "yield", before: "2026-10" })).toEqual(["a3"]);
    expect(await slugsOf({ q: "yield", month: "2026-09" })).toEqual([]);
  });

  test("shows twenty, or as many as it is asked for", async () => {
    for (let index = 0; index < 25; index += 1) {
      const slug = `a${"abcdefghijklmnopqrstuvwxyz"[index]}`;
      await write({ slug, localDate: "2026-11-18", content: "yield" });
    }
    expect(await slugsOf({ q: "yield" })).toHaveLength(20);
    expect(await slugsOf({ q: "yield", show: "40" })).toHaveLength(25);
  });

  test("a post as large as they get can be saved and found", async () => {
    const words = Array.from({ length: 120_000 }, (_, index) => `w${index.toString(36)}`);
    const content = ["needle", ...words].join(" ").replaceAll(/(.{2000,2010}) /g, "$1\n\n");
    await write({ slug: "aa", localDate: "2026-11-18", content });
    expect(await slugsOf({ q: "needle" })).toEqual(["aa"]);
  });
});

describe("the archive", () => {
  test("has the months of the public posts", async () => {
    await write({ slug: "aa", localDate: "2026-11-18" });
    await write({ slug: "ab", localDate: "2026-11-01" });
    await write({ slug: "ac", localDate: "2026-10-31" });
    await write({ slug: "ad", localDate: "2026-12-01" });
    expect(await listMonths(api.ctx)).toEqual([
      { month: "2026-11", count: 2 },
      { month: "2026-10", count: 1 },
    ]);
    const slugs = async (month: string) =>
      (await listPostsOfMonth(api.ctx, month)).map(({ slug }) => slug);
    expect(await slugs("2026-11")).toEqual(["aa", "ab"]);
    expect(await slugs("2026-10")).toEqual(["ac"]);
    expect(await slugs("2026-12")).toEqual([]);
  });

  test("leads from a public post to those before and after it", async () => {
    const posts = [];
    for (const [slug, localDate] of [
      ["aa", "2026-11-16"],
      ["ab", "2026-11-17"],
      ["ac", "2026-11-17"],
      ["ad", "2026-11-18"],
      ["ae", "2026-11-19"],
    ] as const) {
      posts.push({ ...(await write({ slug, localDate, title: slug })), localDate });
    }
    const around = await Promise.all(posts.map((post) => findNeighbors(api.ctx, post)));
    expect(around.slice(0, 4).map(({ previous, next }) => [previous?.slug, next?.slug])).toEqual([
      [undefined, "ab"],
      ["aa", "ac"],
      ["ab", "ad"],
      ["ac", undefined],
    ]);
  });
});
