import { memo } from "react";
import { Markdown, type MarkdownComponents } from "@/lib/markdown/markdown";

const sizeInTitle = /^(\d{1,4})x(\d{1,4})$/;

// `![text](address "640x360")` says how large a picture is, so that nothing moves when it arrives.
const components: MarkdownComponents = {
  table: ({ children }) => (
    // Reached by the keyboard, so that a wide table can be scrolled without a mouse.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <figure className="scroll" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </figure>
  ),
  // The page has its title already.
  h1: ({ children }) => <h2>{children}</h2>,
  img: ({ src, alt, title }) => {
    const size = sizeInTitle.exec(title ?? "");
    return (
      // oxlint-disable-next-line next/no-img-element -- the picture is somebody else's and must not pass through our server
      <img
        src={typeof src === "string" ? src : ""}
        alt={alt ?? ""}
        {...(size ? { width: Number(size[1]), height: Number(size[2]) } : title ? { title } : {})}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
      />
    );
  },
};

/** An article's text, from Markdown. Not made again while the title around it is typed. */
export const ArticleMarkdown = memo(function ArticleMarkdown({ content }: { content: string }) {
  return (
    <div className="prose prose-stories mt-[clamp(1.75rem,1.2rem+1.6vw,2.75rem)]">
      <Markdown content={content} components={components} />
    </div>
  );
});
