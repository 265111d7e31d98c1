import type { Figures } from "@/lib/contracts/admin/deliveries";

/** `0.9937` → `99.3%`; never 100% while something is missing. A dash for nothing. */
export function formatRate(part: number, whole: number, digits = 1): string {
  if (whole === 0) return "–";
  const scale = 10 ** digits;
  const percent = (part / whole) * 100;
  return `${(part < whole ? Math.floor(percent * scale) / scale : percent).toFixed(digits)}%`;
}

/** Emails and texts together. */
export function addFigures(...all: readonly Figures[]): Figures {
  const of = (name: keyof Figures) => all.reduce((sum, figures) => sum + figures[name], 0);
  return {
    toSend: of("toSend"),
    accepted: of("accepted"),
    delivered: of("delivered"),
    pending: of("pending"),
    excluded: of("excluded"),
    failed: of("failed"),
    missed: of("missed"),
  };
}
