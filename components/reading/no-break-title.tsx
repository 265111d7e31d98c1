import { Fragment } from "react";

const compound = /(?<!\S)([^\s-]{1,14}(?:-[^\s-]{1,14}){1,2})(?!\S)/;

/**
 * A title whose short compounds (ten-year) do not break at their hyphen unless they are longer than
 * a line. Its text stays as it is.
 */
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
