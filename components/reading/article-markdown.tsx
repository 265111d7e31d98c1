import { memo } from "react";
import {
  imageWidths,
  modernFormats,
  parseImageAddress,
} from "@/lib/contracts/reading/image-address";
import { Markdown, type MarkdownComponents } from "@/lib/markdown/markdown";
import { scrollingBlocks } from "./scrolling-blocks";

/** How wide an image is shown at most: as the column. */
const columnWidth = "(min-width: 44rem) 40rem, 92vw";

const components: MarkdownComponents = {
  ...scrollingBlocks,
  // The page already has an h1.
  h1: ({ children, dir }) => <h2 dir={dir}>{children}</h2>,
  // The only inputs in Markdown are the checkboxes of task lists.
  input: ({ checked }) => (
    <input type="checkbox" aria-label={checked ? "Done" : "Open"} checked={checked} disabled />
  ),
  img: ({ src, alt, title, width, height }) => {
    const address = typeof src === "string" ? src : "";
    const image = (
      // oxlint-disable-next-line next/no-img-element -- Next's optimizer is off; uploads have their own widths
      <img
        src={address}
        alt={alt ?? ""}
        title={title}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
      />
    );
    const uploaded = parseImageAddress(address);
    if (!uploaded) return image;
    const files = (format: string) =>
      imageWidths(uploaded).map((each) => `${uploaded.base}/${each}.${format} ${each}w`);
    return (
      <picture>
        {modernFormats.map((format) => (
          <source
            key={format}
            type={`image/${format}`}
            srcSet={files(format).join(", ")}
            sizes={columnWidth}
          />
        ))}
        {image}
      </picture>
    );
  },
};

/** Memoized: the editor's preview renders it on every keystroke in the title. */
export const ArticleMarkdown = memo(function ArticleMarkdown({ content }: { content: string }) {
  return (
    <div className="prose prose-stories mt-[clamp(1.75rem,1.2rem+1.6vw,2.75rem)]">
      <Markdown content={content} components={components} />
    </div>
  );
});
