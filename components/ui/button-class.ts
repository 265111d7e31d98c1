import { classNames } from "./class-names";

/** `solid`: one per view. `ink`: a serious but normal action. `quiet`: underlined text. */
export type ButtonVariant = "solid" | "line" | "ink" | "quiet" | "icon";

/** 36 (44 on phones and small tablets), 44, and 52 px high. */
export type ButtonSize = "sm" | "md" | "lg";

export type ButtonLook = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Letter-spaced capitals, for labels in capitals. */
  isCaps?: boolean;
};

const shared =
  "relative inline-flex items-center justify-center gap-2.5 border rounded-[3px] no-underline whitespace-nowrap transition-colors disabled:cursor-not-allowed aria-disabled:cursor-not-allowed";

const disabled =
  "disabled:bg-well disabled:border-rule disabled:text-ink-3 aria-disabled:bg-well aria-disabled:border-rule aria-disabled:text-ink-3";

const variants: Record<ButtonVariant, string> = {
  solid: `border-transparent bg-accent text-on-accent hover:bg-accent-press ${disabled}`,
  line: `border-ink text-ink hover:bg-ink hover:text-on-ink ${disabled}`,
  ink: `border-transparent bg-ink text-on-ink hover:bg-ink-2 ${disabled}`,
  quiet:
    "border-transparent forced-colors:border-0 text-ink underline decoration-1 underline-offset-[.35em] decoration-edge hover:decoration-current disabled:text-ink-3",
  icon: "border-rule text-ink hover:border-ink disabled:text-ink-3 disabled:border-rule",
};

const sizes: Record<ButtonSize, string> = {
  sm: "min-h-9 py-1.5 text-small max-md:min-h-11",
  md: "min-h-11 py-2.5",
  lg: "min-h-13 py-2.5",
};

const paddings: Record<ButtonSize, string> = { sm: "px-3.5", md: "px-5", lg: "px-6.5" };

const iconWidths: Record<ButtonSize, string> = { sm: "w-9 max-md:w-11", md: "w-11", lg: "w-13" };

/** For buttons, and for links that look like one. */
export function buttonClass({
  variant = "solid",
  size = "md",
  isCaps = false,
}: ButtonLook = {}): string {
  return classNames(
    shared,
    variants[variant],
    sizes[size],
    variant === "icon" ? iconWidths[size] : variant === "quiet" ? "px-0" : paddings[size],
    isCaps
      ? "font-sans text-fine font-semibold tracking-[.09em] uppercase"
      : "font-medium tracking-[-.006em]",
  );
}
