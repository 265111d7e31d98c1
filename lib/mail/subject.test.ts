import { expect, test } from "vitest";
import { briefingSubject, headerLine, typographicQuotes } from "./subject";

test("uses the post's title, with curly quotes", () => {
  expect(briefingSubject("1. a", `The Fed’s "pause" isn’t over`)).toBe(
    "The Fed’s “pause” isn’t over",
  );
});

test.each([
  ["1. Brent under $70\n2. b\n3. c", "Brent under $70"],
  ["\n\nQuiet day.\nMore", "Quiet day"],
  ["1. Brent under $70 2. Yields fall 3. ECB", "Brent under $70"],
  ["   ", ""],
])("uses the message without a post: %j", (message, expected) => {
  expect(briefingSubject(message, undefined)).toBe(expected);
});

test("shortens a long line to its first sentence or at a word", () => {
  const sentence =
    "The services index came in at 50.3. Everything else that happened overnight was noise.";
  expect(briefingSubject(sentence, undefined)).toBe("The services index came in at 50.3");
  const cut = briefingSubject("word ".repeat(40), undefined);
  expect(cut.length).toBeLessThanOrEqual(78);
  expect(cut.endsWith("word…")).toBe(true);
});

test("removes line breaks and control characters", () => {
  expect(headerLine("a\r\nBcc: x@example.com\u2028b\u0000c")).toBe("a Bcc: x@example.com b c");
  expect(briefingSubject("m", "a\r\nBcc: evil@example.com")).toBe("a Bcc: evil@example.com");
});

test.each([
  [`"quoted" words`, "“quoted” words"],
  [`it's the '90s`, "it’s the ’90s"],
  [`('inner')`, "(‘inner’)"],
])("turns %s into curly quotes", (typed, printed) => {
  expect(typographicQuotes(typed)).toBe(printed);
});
