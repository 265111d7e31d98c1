import { Fragment } from "react";

const compound = /([^\s-]{1,14}(?:-[^\s-]{1,14}){1,2})/;

/** A title whose short compounds (ten-year) never break at their hyphen. Its text stays as it is. */
export function BoundTitle({ children }: { children: string }) {
  return children.split(compound).map((part, index) =>
    index % 2 === 1 ? (
      <span key={`${index}-${part}`} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      <Fragment key={`${index}-${part}`}>{part}</Fragment>
    ),
  );
}
