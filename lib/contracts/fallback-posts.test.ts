import { expect, it } from "vitest";
import { fallbackPostList, fallbackPosts } from "./fallback-posts";

it("has the two built-in posts", () => {
  expect(
    fallbackPosts("2025-03-05").map(({ slug, title, readTime, shortDate, fullDate }) => ({
      slug,
      title,
      readTime,
      shortDate,
      fullDate,
    })),
  ).toEqual([
    {
      slug: "aa",
      title: "Coming Soon",
      readTime: 1,
      shortDate: "05 MAR",
      fullDate: "March 5, 2025",
    },
    {
      slug: "ab",
      title: "Three Headlines, One Text, Every Day",
      readTime: 1,
      shortDate: "05 MAR",
      fullDate: "March 5, 2025",
    },
  ]);
});

it("previews at most 120 characters of each", () => {
  for (const { preview } of fallbackPostList("2025-03-05")) {
    expect(preview.length).toBeLessThanOrEqual(120);
  }
});
