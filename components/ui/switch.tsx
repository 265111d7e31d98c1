import type { ComponentProps } from "react";
import { classNames } from "./class-names";

/** What `Switch` takes beside a button's own attributes. */
export type SwitchProps = Omit<ComponentProps<"button">, "type" | "role" | "onClick"> & {
  /** What it turns on, for those who do not see where it stands. */
  label: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  /** It has been moved and works: a press does nothing. */
  isBusy?: boolean;
};

/** On or off, at once. */
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
        "relative h-6 w-10 flex-none rounded-full border transition-colors duration-200",
        // A finger needs more than what is drawn.
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
