import type { ComponentProps } from "react";
import { buttonClass, type ButtonLook } from "./button-class";
import { classNames } from "./class-names";
import { Tick } from "./spinner";

/** What `Button` takes beside a button's own attributes. */
export type ButtonProps = ComponentProps<"button"> &
  ButtonLook & {
    /** Work is under way: the label keeps its room, three lines run over it, a press does nothing. */
    isBusy?: boolean;
    /** Told to screen readers while busy. */
    busyLabel?: string;
  };

/** A button. Its width never changes while it works. */
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
          <Tick className="absolute" />
          <span className="sr-only">{busyLabel}</span>
        </>
      )}
    </button>
  );
}
