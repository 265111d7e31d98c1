import { Fragment } from "react";

const compound = /(?<!\S)([^\s-]{1,14}(?:-[^\s-]{1,14}){1,2})(?!\S)/;

/** Keeps short compounds (ten-year) from breaking at the hyphen, without changing the text. */
export function NoBreakTitle({ children }: { children: string }) {
  return children.split(compound).map((part, index) =>
    index % 2 === 1 ? (
      <span key={`${index}-${part}`} className="inline-block [text-decoration:inherit]">
        {part}
      </span>
    ) : (
      <Fragment key={`${index}-${part}`}>{part}</Fragment>
    ),
  );
}
