import { describe, expect, test } from "vitest";
import { suggestSlugs } from "./slugs";

describe("suggestSlugs", () => {
  test("begins with aa, and knows 1,296", () => {
    expect(suggestSlugs(new Set(), null)).toEqual(["aa", "ab", "ac", "ad", "ae", "af"]);
  });

  test("goes on after the newest, past those that are taken, and round the end", () => {
    expect(suggestSlugs(new Set(["k7", "k8", "la"]), "k7")).toEqual([
      "k9",
      "lb",
      "lc",
      "ld",
      "le",
      "lf",
    ]);
    expect(suggestSlugs(new Set(["98"]), "97")).toEqual(["99", "aa", "ab", "ac", "ad", "ae"]);
  });

  test("keeps to the character that was typed", () => {
    expect(suggestSlugs(new Set(["q9"]), "q7", "q")).toEqual(["q8", "qa", "qb", "qc", "qd", "qe"]);
  });

  test("has nothing to suggest when none is free", () => {
    const all = new Set<string>();
    for (let free = suggestSlugs(all, null); free.length > 0; free = suggestSlugs(all, null)) {
      for (const slug of free) all.add(slug);
    }
    expect(all.size).toBe(1296);
  });
});
