import { expect, test } from "vitest";
import { imageMarkdown } from "./image-markdown";
import { partsOf } from "./parts";

test.each([
  ["/images/0123456789abcdef0123/1200x750.png", "Rates", ""],
  ["https://x.example/my chart (1).png", "Rates [2026] *up* `x`", "640x360"],
  ["https://x.example/a.png", "A\\", 'a "quoted" title\\'],
])("%s is read as it was written", (src, altText, title) => {
  const markdown = imageMarkdown({ src, altText, title });
  expect(partsOf(`Before ${markdown} after`).images).toEqual([{ url: src, alt: altText }]);
});

test("is what a person would write", () => {
  expect(imageMarkdown({ src: "https://x.example/a.png", altText: "Rates", title: "64x48" })).toBe(
    '![Rates](https://x.example/a.png "64x48")',
  );
});
