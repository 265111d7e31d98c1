"use client";

import { Tabs as Primitive } from "radix-ui";
import type { ReactNode } from "react";

export type Tab = { value: string; label: ReactNode; content: ReactNode };

export type TabsProps = {
  /** For screen readers. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  tabs: readonly Tab[];
};

/** Hidden panels stay mounted, so that nothing typed in them is lost. */
export function Tabs({ label, value, onValueChange, tabs }: TabsProps) {
  return (
    <Primitive.Root value={value} onValueChange={onValueChange}>
      <Primitive.List
        aria-label={label}
        className="flex flex-wrap gap-x-3 border-b border-ink sm:gap-x-6"
      >
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-12 first:-ml-1 border-b-[3px] border-transparent forced-colors:data-[state=inactive]:border-0 px-1 pt-1 font-medium whitespace-nowrap text-ink-2 transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-ink data-[state=active]:text-ink"
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content
          key={tab.value}
          value={tab.value}
          forceMount
          // Tab goes straight to the panel's first control.
          tabIndex={-1}
          className="pt-8 outline-none data-[state=inactive]:hidden sm:pt-10"
        >
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
