import { memo } from "react";
import { Markdown, type MarkdownComponents } from "@/lib/markdown/markdown";

const components: MarkdownComponents = {
  // What is wider than the column is reached by the keyboard too, to be scrolled without a mouse.
  table: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <figure className="scroll" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </figure>
  ),
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
  // The page has its title already.
  h1: ({ children }) => <h2>{children}</h2>,
  // Only the boxes of a task list are inputs.
  input: ({ checked }) => (
    <input type="checkbox" aria-label={checked ? "Done" : "Open"} checked={checked} disabled />
  ),
  img: ({ src, alt, title, width, height }) => (
    // oxlint-disable-next-line next/no-img-element -- the picture is somebody else's and must not pass through our server
    <img
      src={typeof src === "string" ? src : ""}
      alt={alt ?? ""}
      title={title}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
    />
  ),
};

/** An article's text, from Markdown. Not made again while the title around it is typed. */
export const ArticleMarkdown = memo(function ArticleMarkdown({ content }: { content: string }) {
  return (
    <div className="prose prose-stories mt-[clamp(1.75rem,1.2rem+1.6vw,2.75rem)]">
      <Markdown content={content} components={components} />
    </div>
  );
});
