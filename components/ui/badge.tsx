import type { ReactNode } from "react";

/** Colour repeats what the word says: nobody has to see it to understand. */
export type BadgeTone = "accent" | "tint" | "outline" | "ink" | "alarm";

const tones: Record<BadgeTone, string> = {
  accent: "border-accent bg-accent text-on-accent",
  tint: "border-transparent bg-accent-tint text-accent",
  outline: "border-edge text-ink-3",
  ink: "border-ink bg-ink text-paper",
  alarm: "border-transparent bg-alarm-tint text-alarm",
};

/** A word in a box. */
export function Badge({ tone = "outline", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-6 items-center gap-1.5 rounded-1 border px-2 text-fine leading-none font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
