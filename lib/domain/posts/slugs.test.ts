import { describe, expect, test } from "vitest";
import { suggestSlugs } from "./slugs";

describe("suggestSlugs", () => {
  test("starts with aa", () => {
    expect(suggestSlugs(new Set(), null)).toEqual(["aa", "ab", "ac", "ad", "ae", "af"]);
  });

  test("continues after the newest slug, skips taken ones, and wraps around", () => {
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

  test("suggests only slugs with the given first character", () => {
    expect(suggestSlugs(new Set(["q9"]), "q7", "q")).toEqual(["q8", "qa", "qb", "qc", "qd", "qe"]);
  });

  test("goes on with three characters", () => {
    const three = (after: string | null, taken: string[] = []) =>
      suggestSlugs(new Set(taken), after, undefined, 3).slice(0, 3);
    expect(three(null)).toEqual(["aaa", "aab", "aac"]);
    expect(three("99")).toEqual(["aaa", "aab", "aac"]);
    expect(three("k99", ["laa"])).toEqual(["lab", "lac", "lad"]);
  });

  test("offers each of the 1,296 slugs until none is free", () => {
    const all = new Set<string>();
    for (let free = suggestSlugs(all, null); free.length > 0; free = suggestSlugs(all, null)) {
      for (const slug of free) all.add(slug);
    }
    expect(all.size).toBe(1296);
  });
});
