import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { elementIn, elementsIn, textsIn } from "@/tests/support/rendered-elements";
import { PlanCards } from "./plan-cards";
import { planOffers } from "./plan-offers";
import { TrialDays } from "./trial-days";

const checkout = {
  scriptUrl: "https://paddle.example/paddle.js",
  clientToken: undefined,
  siteUrl: "https://threeline.example",
  priceIds: { annual: undefined, monthly: undefined },
};
const cards = elementsIn(
  renderToStaticMarkup(<PlanCards offers={planOffers} checkout={checkout} />),
  "article",
);

describe("the plan cards", () => {
  it("are annual, then monthly", () => {
    expect(cards.map(({ markup }) => textsIn(markup, "h2"))).toEqual([["Annual"], ["Monthly"]]);
  });

  it("recommend the annual plan, for $40 a year and a saving of 33%", () => {
    const text = cards[0]?.text;
    expect(text).toContain("Most Popular");
    expect(text).toContain("$40/year");
    expect(text).toContain("Save 33%");
    expect(textsIn(cards[0]?.markup ?? "", "li")).toEqual([
      "7-day free trial",
      "Daily financial updates",
      "Cancel anytime",
      "One yearly payment",
    ]);
  });

  it("offer the monthly plan for $5 a month, with flexible billing", () => {
    const text = cards[1]?.text;
    expect(text).not.toContain("Most Popular");
    expect(text).toContain("$5/month");
    expect(text).toContain("Flexible billing");
    expect(textsIn(cards[1]?.markup ?? "", "li")).toEqual([
      "7-day free trial",
      "Daily financial updates",
      "Cancel anytime",
      "One monthly payment",
    ]);
  });

  it("have one button each, which names its plan", () => {
    expect(cards.map(({ markup }) => textsIn(markup, "button"))).toEqual([
      ["Start Free Trial with the annual plan"],
      ["Start Free Trial with the monthly plan"],
    ]);
  });
});

describe("the notes under the plans", () => {
  const notes = elementIn(renderToStaticMarkup(<TrialDays />), "section");

  it("promise no surprises, a reminder, and no setup fees", () => {
    expect(textsIn(notes.markup, "h2")).toEqual(["No surprises"]);
    expect(textsIn(notes.markup, "p")).toEqual([
      "We’ll remind you before your trial ends. No setup fees.",
    ]);
  });

  it("show what happens when", () => {
    expect(textsIn(notes.markup, "li")).toEqual([
      "TodayYour trial starts. You pay nothing.",
      "Day 5We email you a reminder.",
      "Day 7Your first charge, unless you cancel first.",
    ]);
  });
});
