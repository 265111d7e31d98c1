import { expect, test } from "vitest";
import { timesAre } from "./times";

test.each([
  ["New York", "Times are in New York time."],
  ["UTC", "Times are in UTC."],
])("times in %s", (place, sentence) => {
  expect(timesAre(place)).toBe(sentence);
});
