import { describe, expect, it } from "vitest";
import { composeSmsText } from "./sms-text";

const site = "https://threeline.example";

describe("composeSmsText", () => {
  it.each([
    ["no post", "1. One\n2. Two", null, "1. One\n2. Two"],
    ["a post", "1. One", "k7", "1. One\nhttps://threeline.example/r/k7"],
    ["blank ends", "  1. One \n", "k7", "1. One\nhttps://threeline.example/r/k7"],
    [
      "its link in the message",
      "1. One https://threeline.example/r/k7",
      "k7",
      "1. One https://threeline.example/r/k7",
    ],
    [
      "its link without a scheme",
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
  ])("with %s", (_, message, slug, text) => {
    expect(composeSmsText(message, slug, site)).toBe(text);
  });
});
