import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { renderedText } from "@/tests/support/rendered-markup";
import { PlanCard } from "./plan-card";
import { planOffers } from "./plan-offers";
import { TrialDays } from "./trial-days";

const itemsOf = (markup: string) =>
  [...markup.matchAll(/<li\b[^>]*>(.*?)<\/li>/g)].map(([, item = ""]) => renderedText(item));

function renderCard(name: string) {
  const offer = planOffers.find((each) => each.name === name);
  if (!offer) throw new Error(`no ${name} plan`);
  const markup = renderToStaticMarkup(
    <PlanCard offer={offer} isOpening={false} onStart={() => undefined} />,
  );
  return { text: renderedText(markup), items: itemsOf(markup) };
}

it("offers the annual plan first, then the monthly plan", () => {
  expect(planOffers.map(({ title }) => title)).toEqual(["Annual", "Monthly"]);
});

describe("the annual card", () => {
  const { text, items } = renderCard("annual");

  it("shows the badge, the price, and the saving", () => {
    for (const part of ["Most Popular", "$40/year", "Save 33%"]) expect(text).toContain(part);
  });

  it("lists its features", () => {
    expect(items).toEqual([
      "7-day free trial",
      "Daily financial updates",
      "Cancel anytime",
      "One yearly payment",
    ]);
  });
});

describe("the monthly card", () => {
  const { text, items } = renderCard("monthly");

  it("shows the price and no badge", () => {
    for (const part of ["$5/month", "Flexible billing"]) expect(text).toContain(part);
    expect(text).not.toContain("Most Popular");
  });

  it("lists its features", () => {
    expect(items).toEqual([
      "7-day free trial",
      "Daily financial updates",
      "Cancel anytime",
      "One monthly payment",
    ]);
  });
});

it("explains the trial: a reminder, no setup fees, and what happens when", () => {
  const markup = renderToStaticMarkup(<TrialDays />);
  expect(renderedText(markup)).toContain("No surprises");
  expect(renderedText(markup)).toContain(
    "We’ll remind you before your trial ends. No setup fees.",
  );
  expect(itemsOf(markup)).toEqual([
    "TodayYour trial starts. You pay nothing.",
    "Day 5We email you a reminder.",
    "Day 7Your first charge, unless you’ve canceled.",
  ]);
});
