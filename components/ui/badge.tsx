import type { ReactNode } from "react";

/** The color only repeats what the label says. */
export type BadgeTone = "accent" | "tint" | "outline" | "ink" | "alarm";

const tones: Record<BadgeTone, string> = {
  accent: "border-accent bg-accent text-on-accent",
  tint: "border-transparent bg-accent-tint text-accent",
  outline: "border-edge text-ink-3",
  ink: "border-ink bg-ink text-on-ink",
  alarm: "border-transparent bg-alarm-tint text-alarm",
};

export function Badge({ tone = "outline", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-6 items-center gap-1.5 rounded-1 border px-2 font-sans text-fine leading-none font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
