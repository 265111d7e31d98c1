import { SegmentedMessage } from "sms-segments-calculator";
import { expect, test } from "vitest";
import { demoBriefing } from "./stories";

const year = Array.from({ length: 262 }, (_, index) => demoBriefing(index));

test("no two days of a year have the same title, message, or story", () => {
  const sections = year.flatMap(({ content }) => content.split("\n\n## "));
  expect(new Set(year.map(({ title }) => title)).size).toBe(year.length);
  expect(new Set(year.map(({ message }) => message)).size).toBe(year.length);
  expect(new Set(sections).size).toBe(sections.length);
});

test("a subject is in few of them", () => {
  const about = (word: string) => year.filter(({ content }) => content.includes(word)).length;
  expect(about("Brent")).toBeLessThan(50);
  expect(about("Container rates")).toBeLessThan(50);
});

test("each has three sourced stories, and a message that fits one segment with its link", () => {
  for (const { message, content } of year) {
    expect(content.match(/^## /gm)).toHaveLength(3);
    expect(content).not.toMatch(/["'] |\w'\w| - /);
    const text = new SegmentedMessage(`${message}\nhttps://threeline.example/r/ab`);
    expect(text.encodingName).toBe("GSM-7");
    expect(text.segmentsCount).toBe(1);
  }
});
