import { Fragment } from "react";

/** An email address that a narrow column breaks after the @ or before a dot, elsewhere only if it must. */
export function EmailAddress({ children }: { children: string }) {
  return (
    <span className="wrap-anywhere">
      {children.split(/(?<=@)|(?=\.)/).map((part, index) => (
        <Fragment key={`${index}-${part}`}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
