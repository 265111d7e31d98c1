import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { watchedStatements } from "./statements";

describe("the watched statements", () => {
  it("are in the product, so that their phases can be reached", () => {
    const sources = globSync("lib/domain/**/*.ts").map((file) =>
      readFileSync(file, "utf8").replaceAll(/\$\{[^}]*\}/g, "$1"),
    );
    const missing = watchedStatements.filter(
      ({ pattern }) => !sources.some((source) => pattern.test(source)),
    );
    expect(missing).toEqual([]);
  });
});
