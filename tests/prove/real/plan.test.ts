import { describe, expect, it } from "vitest";
import { cells, phases } from "./cells";
import { nameOf } from "./coverage";
import { planOf } from "./plan";

/** The cells that a run has to hit. */
function wantedFrom(seed: number, seeds: number) {
  return Array.from({ length: seeds }, (_, index) =>
    planOf(seed + index).failpoints.slice(0, 1),
  ).flat();
}

describe("a plan", () => {
  it("breaks each phase once in ten seeds", () => {
    expect(wantedFrom(40, 10).map(({ phase }) => phase)).toEqual(phases);
  });

  it("includes every cell in as many seeds as there are cells", () => {
    const wanted = new Set(wantedFrom(0, cells.length).map(nameOf));
    expect(cells.map(nameOf).filter((name) => !wanted.has(name))).toEqual([]);
  });
});
