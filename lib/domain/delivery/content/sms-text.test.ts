import { describe, expect, it } from "vitest";
import { composeSmsText } from "./sms-text";

const site = "https://threeline.example";

describe("composeSmsText", () => {
  it.each([
    ["no post", "1. One\n2. Two", null, "1. One\n2. Two"],
    ["a post", "1. One", "k7", "1. One\nhttps://threeline.example/r/k7"],
    ["surrounding whitespace", "  1. One \n", "k7", "1. One\nhttps://threeline.example/r/k7"],
    ["control characters", "1.\tOne\u0007\r\n2. T\u0000wo\u001b", null, "1. One\n2. Two"],
    [
      "a post already linked in it",
      "1. One https://threeline.example/r/k7",
      "k7",
      "1. One https://threeline.example/r/k7",
    ],
    [
      "a post already linked without a scheme",
      "See threeline.example/r/k7.",
      "k7",
      "See threeline.example/r/k7.",
    ],
    [
      "another post's link",
      "1. One https://threeline.example/r/k77",
      "k7",
      "1. One https://threeline.example/r/k77\nhttps://threeline.example/r/k7",
    ],
  ])("composes a message with %s", (_, message, slug, text) => {
    expect(composeSmsText(message, slug, site)).toBe(text);
  });
});
