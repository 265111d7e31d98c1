import { describe, expect, test } from "vitest";
import { labelWidth, spreadLabels } from "./end-labels";

describe("labels at the ends of lines", () => {
  test.each([
    ["far apart stay", [10, 50, 90], [10, 50, 90]],
    ["overlapping ones move down", [10, 12], [10, 18]],
    ["in any order", [12, 10, 11], [26, 10, 18]],
    ["never below the axis", [97, 99], [92, 100]],
    ["those above move with them", [90, 95, 100], [84, 92, 100]],
  ])("%s", (_, given, expected) => {
    expect(spreadLabels(given, 8)).toEqual(expected);
  });

  test("get the width of the longest", () => {
    expect(labelWidth(["New", "Contraction"])).toBeCloseTo(5.825);
    expect(labelWidth([])).toBeCloseTo(0.875);
  });
});
