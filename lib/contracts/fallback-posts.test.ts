import { markdownExcerpt } from "@/lib/markdown/plain-text";
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

it("previews the beginning of each, up to 120 characters", () => {
  const previews = fallbackPostList("2025-03-05").map(({ preview }) => preview);
  const contents = fallbackPosts("2025-03-05").map(({ content }) => content);
  expect(previews).toEqual(contents.map((content) => markdownExcerpt(content, 120)));
});
