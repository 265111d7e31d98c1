import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { postSearchSchema } from "@/lib/contracts/reading/post-search";
import { htmlProblems } from "@/tests/support/html-problems";
import { elementIn, linksIn, textsIn } from "@/tests/support/rendered-elements";
import { renderedText } from "@/tests/support/rendered-markup";
import { MonthLinks } from "./month-links";
import { MonthPage } from "./month-page";
import { SearchPage, type SearchPageProps } from "./search-page";

const months = [
  { month: "2026-11", count: 4 },
  { month: "2026-10", count: 3 },
  { month: "2026-09", count: 5 },
  { month: "2026-08", count: 1 },
  { month: "2025-12", count: 1 },
];

const hit = {
  slug: "k3",
  title: "Rates <hold>",
  shortDate: "05 MAR",
  fullDate: "March 5, 2025",
  excerpt: [
    { text: "a <b>", isMatch: false },
    { text: "yield", isMatch: true },
    { text: "</b>", isMatch: false },
  ],
};

const page = (query: Record<string, string>, result: SearchPageProps["result"]) =>
  renderToStaticMarkup(
    <SearchPage search={postSearchSchema.parse(query)} result={result} today="2026-11-18" />,
  );

const hits = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...hit, slug: `k${index}` }));

describe("the results of a search", () => {
  const markup = page({ q: "yeild" }, { hits: [hit], months, corrected: "yield" });

  it("say how many there are, and what was searched for", () => {
    expect(renderedText(elementIn(markup, "output").markup)).toBe(
      "14 results for yield. Search for “yeild” instead",
    );
  });

  it("lead to posts, with what was found marked and everything escaped", () => {
    expect(linksIn(elementIn(markup, "ol").markup)).toEqual([["Rates <hold>", "/r/k3"]]);
    expect(textsIn(markup, "mark")).toEqual(["yield"]);
    expect(markup).toContain("a &lt;b&gt;<mark");
    expect(markup).toContain("</mark>&lt;/b&gt;");
    expect(elementIn(markup, "time").text).toBe("05 MAR 2025");
  });

  it("can be narrowed down to months", () => {
    expect(linksIn(elementIn(markup, "nav").markup)).toEqual([
      ["All", "/read/search?q=yeild"],
      ["November (4)", "/read/search?q=yeild&month=2026-11"],
      ["October (3)", "/read/search?q=yeild&month=2026-10"],
      ["September (5)", "/read/search?q=yeild&month=2026-09"],
      ["Older (2)", "/read/search?q=yeild&before=2026-09"],
    ]);
  });

  it("show more on request, up to 200", () => {
    const many = [{ month: "2026-11", count: 250 }];
    const first = page({ q: "yield" }, { hits: hits(20), months: many, corrected: null });
    expect(linksIn(first).at(-1)).toEqual([
      "Show 20 more",
      "/read/search?q=yield&show=40#result-21",
    ]);
    const all = page(
      { q: "yield", show: "200" },
      { hits: hits(200), months: many, corrected: null },
    );
    expect(renderedText(all)).toContain("These are the 200 best matches.");
    expect(renderedText(all)).not.toContain("Show");
  });

  it("are valid HTML", async () => {
    expect(await htmlProblems(markup)).toEqual([]);
  });
});

it("a search without results says so", () => {
  const markup = page({ q: "unmatched" }, { hits: [], months: [], corrected: null });
  expect(textsIn(markup, "h2")).toEqual(["No briefings found"]);
  expect(renderedText(markup)).toContain("Try different or fewer words.");
});

it("the form works without scripts", () => {
  const form = elementIn(page({}, null), "form");
  expect(form.attributes.get("action")).toBe("/read/search");
  expect(form.attributes.get("method")).toBe("get");
  expect(elementIn(form.markup, "input").attributes.get("name")).toBe("q");
});

describe("the links to months", () => {
  it("lead to all posts, the newest months, and older ones by year", () => {
    const markup = renderToStaticMarkup(<MonthLinks months={months} />);
    expect(linksIn(markup)).toEqual([
      ["All", "/read"],
      ["November (4)", "/read/month/2026-11"],
      ["October (3)", "/read/month/2026-10"],
      ["September (5)", "/read/month/2026-09"],
      ["August (1)", "/read/month/2026-08"],
      ["December (1)", "/read/month/2025-12"],
    ]);
    expect(textsIn(markup, "summary")).toEqual(["Older"]);
  });

  it("name the month that is shown", () => {
    const posts = [{ ...hit, id: 1, readTime: 2, preview: "", createdAt: "", updatedAt: null }];
    const markup = renderToStaticMarkup(
      <MonthPage month="2025-12" posts={posts} months={months} />,
    );
    expect(textsIn(markup, "h1")).toEqual(["December 2025"]);
    expect(elementIn(markup, "a", { "aria-current": "page" }).text).toBe("December (1)");
    expect(elementIn(markup, "details").attributes.has("open")).toBe(true);
  });
});
