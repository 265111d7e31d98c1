import type { MarkdownComponents } from "@/lib/markdown/markdown";

/** Focusable, so that the keyboard can scroll what is wider than the column. */
export const scrollingBlocks: MarkdownComponents = {
  table: ({ children, dir }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <figure className="scroll" aria-label="Table" tabIndex={0}>
      <table dir={dir}>{children}</table>
    </figure>
  ),
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
};
