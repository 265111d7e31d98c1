import remarkStringify from "remark-stringify";
import { unified } from "unified";

const writer = unified().use(remarkStringify, { resourceLink: true }).freeze();

/**
 * An image as Markdown, whatever its text and address contain.
 *
 * @param image.title can be its size, such as 640x360
 */
export function imageMarkdown(image: { src: string; altText: string; title: string }): string {
  const { src: url, altText: alt, title } = image;
  return writer
    .stringify({
      type: "root",
      children: [
        { type: "paragraph", children: [{ type: "image", url, alt, title: title || null }] },
      ],
    })
    .trim();
}
