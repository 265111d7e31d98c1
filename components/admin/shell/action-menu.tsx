"use client";

import { Ellipsis } from "@/components/ui/icons";
import { DropdownMenu } from "radix-ui";
import { buttonClass } from "@/components/ui/button-class";
import { classNames } from "@/components/ui/class-names";

export type MenuAction = {
  label: string;
  onSelect: () => void;
  /** It removes something. */
  isGrave?: boolean;
};

/** A button with three dots that opens a menu of actions. */
export function ActionMenu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={label}
        className={buttonClass({ variant: "icon", size: "sm" })}
      >
        <Ellipsis size={16} strokeWidth={1.6} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          className="z-30 min-w-54 rounded-[6px] border border-rule bg-sheet py-1.5 text-ink shadow-float"
        >
          {actions.map(({ label: text, onSelect, isGrave = false }) => (
            <DropdownMenu.Item
              key={text}
              onSelect={onSelect}
              className={classNames(
                "flex min-h-10 cursor-pointer items-center px-4 py-1.5 text-label outline-none data-highlighted:bg-well max-md:min-h-11",
                isGrave && "text-alarm",
              )}
            >
              {text}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
