import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commonEdits } from "../sim/bundle";
import { mutants } from "./mutants";

describe("the mutants", () => {
  it("change texts that are in the source exactly once", () => {
    const all = [...mutants, { name: "every simulator", edits: commonEdits }];
    const stale = all.flatMap(({ name, edits }) =>
      edits
        .filter(({ file, from }) => readFileSync(file, "utf8").split(from).length !== 2)
        .map(({ file, from }) => `${name}: ${file}: ${from}`),
    );
    expect(stale).toEqual([]);
  });
});
