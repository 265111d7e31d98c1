"use client";

import { Popover } from "radix-ui";
import { Fragment, type ReactNode } from "react";
import { chartMessages } from "@/lib/messages/admin/charts";

export type DefinitionProps = {
  /** What is defined. */
  label: string;
  /** How it's computed, in words. */
  text: ReactNode;
  /** The same with its own numbers: `["6,310 monthly × $5.00", "$31,550"]`. */
  sum?: readonly (readonly [term: ReactNode, value: ReactNode])[];
  /** The last row of the sum. */
  total?: readonly [term: ReactNode, value: ReactNode];
  /** A last paragraph, such as the link to the rows. */
  children?: ReactNode;
};

/** A dotted label; pressing it opens how the figure is computed, below it. */
export function Definition({ label, text, sum, total, children }: DefinitionProps) {
  return (
    <Popover.Root>
      <Popover.Trigger className="relative cursor-help text-left underline decoration-edge decoration-dotted decoration-1 underline-offset-[.28em] transition-colors after:absolute after:-inset-x-1 after:-inset-y-3 hover:text-ink hover:decoration-current data-[state=open]:text-ink">
        {label}
        <span className="sr-only">, {chartMessages.howComputed}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={label}
          align="start"
          side="bottom"
          sideOffset={8}
          collisionPadding={20}
          className="z-10 w-80 max-w-[calc(100vw-2*var(--gutter))] rounded-[6px] border border-rule bg-sheet px-4 pt-3.5 pb-4 text-small text-ink-2 shadow-float outline-none"
        >
          <p>{text}</p>
          {sum && (
            <dl className="my-2.5 grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 border-y border-rule py-2 tabular-nums">
              {sum.map(([term, value], index) => (
                // The rows of a sum never change places.
                // oxlint-disable-next-line react/no-array-index-key
                <Fragment key={index}>
                  <dt>{term}</dt>
                  <dd className="text-right">{value}</dd>
                </Fragment>
              ))}
              {total && (
                <>
                  <dt className="font-semibold text-ink">{total[0]}</dt>
                  <dd className="text-right font-semibold text-ink">{total[1]}</dd>
                </>
              )}
            </dl>
          )}
          {children !== undefined && <div className="mt-2">{children}</div>}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
