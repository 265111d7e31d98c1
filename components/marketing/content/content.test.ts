import { describe, expect, it } from "vitest";
import { chooseHeroVariant, heroVariants } from "../hero-variants";
import { questions } from "./questions";
import { initialsOf, testimonials } from "./testimonials";

describe("the home page's content", () => {
  it("has three hero variants and always chooses A", () => {
    expect(heroVariants.map(({ name }) => name)).toEqual(["A", "B", "C"]);
    expect(chooseHeroVariant().name).toBe("A");
  });

  it("has 14 testimonials by different people, each with a rating of 5", () => {
    expect(testimonials).toHaveLength(14);
    expect(new Set(testimonials.map(({ name }) => name)).size).toBe(14);
    expect(testimonials.every(({ rating }) => rating === 5)).toBe(true);
  });

  it.each([
    ["Alex Sample", "AS"],
    ["Drew Stand-In", "DS"],
    ["Cher", "C"],
    ["  anna  maria  lee ", "AL"],
    ["", ""],
  ])("abbreviates %j to %j", (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it("has six questions", () => {
    expect(questions).toHaveLength(6);
  });
});
