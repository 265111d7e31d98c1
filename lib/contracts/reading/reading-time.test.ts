import { expect, test } from "vitest";
import { measureReading } from "./reading-time";

test.each([
  ["", 0, 1],
  ["One **two** [three](https://a.example/four-five) – 4.5 %", 4, 1],
  ["word ".repeat(230), 230, 1],
  ["word ".repeat(460), 460, 2],
  ["Zinsen für Übernacht 日本", 4, 1],
])("measureReading counts %j", (content, words, minutes) => {
  expect(measureReading(content)).toEqual({ words, minutes });
});
