import type { ComponentProps } from "react";
import { classNames } from "./class-names";

/** Shared by inputs, text areas, and selects. */
export const controlClass =
  "w-full min-h-12 px-3.5 py-2.5 bg-sheet text-ink border border-edge rounded-[3px] text-ui leading-6 transition-[border-color,box-shadow] placeholder:text-ink-3 hover:border-ink focus-visible:outline-none focus-visible:border-accent focus-visible:shadow-[0_0_0_1px_var(--color-accent),0_0_0_4px_var(--color-accent-tint)] [&[readonly]]:bg-well [&[readonly]]:border-rule [&[readonly]]:text-ink-2 disabled:bg-well disabled:border-rule disabled:text-ink-2 aria-invalid:border-alarm aria-invalid:shadow-[0_0_0_1px_var(--color-alarm)]";

/** Needs a label: see `Field`. */
export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...rest} className={classNames(controlClass, className)} />;
}

/** Needs a label: see `Field`. */
export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...rest} className={classNames(controlClass, "resize-y", className)} />;
}
