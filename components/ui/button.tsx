import type { ComponentProps } from "react";
import { buttonClass, type ButtonLook } from "./button-class";
import { classNames } from "./class-names";
import { BusyIndicator } from "./spinner";

export type ButtonProps = ComponentProps<"button"> &
  ButtonLook & {
    /** Shows a busy indicator and ignores clicks. The width stays the same. */
    isBusy?: boolean;
    /** For screen readers. */
    busyLabel?: string;
  };

export function Button({
  variant = "solid",
  size = "md",
  isCaps = false,
  isBusy = false,
  busyLabel = "Working",
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={isBusy ? "button" : type}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
      className={classNames(
        buttonClass({ variant, size, isCaps }),
        isBusy && "cursor-progress",
        className,
      )}
    >
      <span
        className={classNames(
          "inline-flex items-center justify-center gap-2.5",
          isBusy && "invisible",
        )}
      >
        {children}
      </span>
      {isBusy && (
        <>
          <BusyIndicator className="absolute" />
          <span className="sr-only">{busyLabel}</span>
        </>
      )}
    </button>
  );
}

/** A button's label that changes without changing the button's width. */
export function StableLabel({ text, other }: { text: string; other: string }) {
  return (
    <span
      data-other={other}
      className="inline-grid justify-items-center after:invisible after:h-0 after:overflow-hidden after:content-[attr(data-other)]"
    >
      {text}
    </span>
  );
}
