import { Fragment } from "react";
import { splitCompounds } from "@/lib/markdown/compounds";

/** Keeps short compounds (ten-year) from breaking at the hyphen, without changing the text. */
export function NoBreakTitle({ children }: { children: string }) {
  return splitCompounds(children).map((part, index) =>
    index % 2 === 1 ? (
      <span key={`${index}-${part}`} className="inline-block [text-decoration:inherit]">
        {part}
      </span>
    ) : (
      <Fragment key={`${index}-${part}`}>{part}</Fragment>
    ),
  );
}
