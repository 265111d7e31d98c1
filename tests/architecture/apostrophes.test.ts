import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Texts of the product have straight apostrophes: the exact texts of the specification have them, and a
// curly one makes a text message Unicode, which doubles its segments. Prose that is set like a page of a
// magazine has curly ones.

/** An apostrophe in or after a word or a placeholder, as opposed to a character that code looks for. */
const curlyApostrophe = /[\p{L}}]’[\p{L}\s]/u;

const prose = [
  /^components\/(?:legal|marketing)\//,
  /^lib\/domain\/seed\//,
  /^lib\/contracts\/fallback-posts\.ts$/,
];

const sources = execFileSync("git", ["ls-files"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => /^(?:app|components|lib|scripts|server)\/.*\.tsx?$/.test(path))
  .filter((path) => !/\.test\.tsx?$/.test(path) && !prose.some((each) => each.test(path)));

test("apostrophes are straight", () => {
  expect(sources.length).toBeGreaterThan(500);
  const curly = sources.flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .flatMap((line, index) => (curlyApostrophe.test(line) ? [`${path}:${index + 1}`] : [])),
  );
  expect(curly).toEqual([]);
});

test.each(["isn’t", "`${name}’s page`", "readers’ money"])("finds %s", (text) => {
  expect(text).toMatch(curlyApostrophe);
});
