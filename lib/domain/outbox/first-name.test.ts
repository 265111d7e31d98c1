import { expect, test } from "vitest";
import { firstNameOf } from "./first-name";

test.each([
  ["Ada Lovelace", "Ada"],
  ["  ada   lovelace ", "Ada"],
  ["JEAN-LUC PICARD", "Jean-Luc"],
  ["McKenna Smith", "McKenna"],
  ["Lovelace, Ada", "Ada"],
  ["Dr. Ada Lovelace", "Ada"],
  ["Zoë O’Neil", "Zoë"],
  ["王小明", "王小明"],
  ["Cher", "Cher"],
])("greets %j as %s", (name, first) => {
  expect(firstNameOf(name)).toBe(first);
});

test.each([
  "",
  " ",
  "A. Lovelace",
  "ada@example.com",
  "Acme Capital LLC",
  "4 Pines",
  "http://x",
  "Dr.",
])("greets %j without a name", (name) => {
  expect(firstNameOf(name)).toBeNull();
});
