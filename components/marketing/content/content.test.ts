import { describe, expect, it } from "vitest";
import { chooseHeroVariant, heroVariants } from "../hero-variants";
import { questions } from "./questions";
import { initialsOf, testimonials } from "./testimonials";

describe("the home page's content", () => {
  it("has three heroes, of which A is always chosen", () => {
    expect(heroVariants.map(({ name }) => name)).toEqual(["A", "B", "C"]);
    expect(chooseHeroVariant().name).toBe("A");
  });

  it("has 14 testimonials of different people, each rated 5", () => {
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
  ])("takes from %j the initials %j", (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it("has six questions", () => {
    expect(questions).toHaveLength(6);
  });
});
