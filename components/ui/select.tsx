import { ChevronDown } from "./icons";
import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { controlClass } from "./input";

/** A native select, which every phone and screen reader supports. Needs a label: see `Field`. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className="relative block">
      <select {...rest} className={classNames(controlClass, "appearance-none pr-11", className)}>
        {children}
      </select>
      <ChevronDown
        size={18}
        strokeWidth={1.6}
        className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-ink-2"
      />
    </span>
  );
}
