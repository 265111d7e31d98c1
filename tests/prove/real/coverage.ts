import { cells, phases, type Cell } from "./cells";

/** A cell's name, to compare it with others. */
export const nameOf = ({ phase, by, fault }: Cell) => `${phase} ${by} ${fault}`;

/** A table of how often each fault happened in each phase; a dash where it can't happen. */
export function formatCoverage(hits: readonly Cell[]): string {
  const counts = Map.groupBy(hits, nameOf);
  const rows = [
    ...Map.groupBy(cells, ({ by, fault }) => `${by === "provider" ? "provider: " : ""}${fault}`),
  ];
  const legend = phases.map((phase, index) => `${index + 1} ${phase}`).join(" · ");
  const header = " ".repeat(28) + phases.map((_, index) => String(index + 1).padStart(4)).join("");
  const lines = rows.map(([name, ofFault]) => {
    const columns = phases.map((phase) => {
      const cell = ofFault.find((each) => each.phase === phase);
      return String(cell ? (counts.get(nameOf(cell))?.length ?? 0) : "–").padStart(4);
    });
    return name.padEnd(28) + columns.join("");
  });
  return [legend, header, ...lines].join("\n");
}
