import type { ComponentProps } from "react";
import { classNames } from "./class-names";

export type SwitchProps = Omit<ComponentProps<"button">, "type" | "role" | "onClick"> & {
  /** For screen readers. */
  label: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  /** Ignores clicks. */
  isBusy?: boolean;
};

/** Takes effect immediately, without a save button. */
export function Switch({ label, isOn, onSwitch, isBusy = false, className, ...rest }: SwitchProps) {
  return (
    <button
      {...rest}
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={isOn}
      aria-busy={isBusy || undefined}
      onClick={() => (isBusy ? undefined : onSwitch(!isOn))}
      className={classNames(
        "state-mark relative h-6 w-10 flex-none rounded-full border transition-colors duration-200",
        // A larger touch target than the visible switch.
        "before:absolute before:-inset-2.5",
        "after:absolute after:top-[3px] after:left-[3px] after:size-4 after:rounded-full after:transition-transform after:duration-200 after:ease-calm",
        isOn
          ? "border-accent bg-accent after:translate-x-4 after:bg-on-accent"
          : "border-edge bg-sheet after:bg-edge hover:border-ink",
        isBusy && "cursor-progress",
        className,
      )}
    />
  );
}
