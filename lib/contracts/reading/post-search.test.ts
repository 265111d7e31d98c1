import { describe, expect, test } from "vitest";
import { postSearchSchema, searchUrl } from "./post-search";

const plain = { q: "yield", month: undefined, before: undefined, show: 20, exact: false };

describe("the query of the search page", () => {
  test.each([
    [{ q: "  ten\u0000 year\n" }, { ...plain, q: "ten year" }],
    [{}, { ...plain, q: "" }],
    [{ q: "x".repeat(201) }, { ...plain, q: "" }],
    [
      { q: "yield", month: "2026-10" },
      { ...plain, month: "2026-10" },
    ],
    [{ q: "yield", month: "2026-13" }, plain],
    [{ q: "yield", before: "0000-01" }, plain],
    [
      { q: "yield", before: "2026-09" },
      { ...plain, before: "2026-09" },
    ],
    [
      { q: "yield", show: "40" },
      { ...plain, show: 40 },
    ],
    [{ q: "yield", show: "9" }, plain],
    [{ q: "yield", show: "900" }, plain],
    [{ q: "yield", show: "-1" }, plain],
    [
      { q: "yield", exact: "1" },
      { ...plain, exact: true },
    ],
    [{ q: "yield", exact: "yes" }, plain],
  ])("%j", (query, search) => {
    expect(postSearchSchema.parse(query)).toEqual(search);
  });
});

test("an address contains what differs from a new search", () => {
  expect(searchUrl({ q: "a&b=c" })).toBe("/read/search?q=a%26b%3Dc");
  expect(searchUrl({ q: "a", month: "2026-10", show: 20, exact: false })).toBe(
    "/read/search?q=a&month=2026-10",
  );
  expect(searchUrl({ q: "a", before: "2026-09", show: 40, exact: true })).toBe(
    "/read/search?q=a&before=2026-09&show=40&exact=1",
  );
});
