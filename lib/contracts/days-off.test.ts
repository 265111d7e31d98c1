import { expect, it } from "vitest";
import { describeGap, type Gap } from "./days-off";

const thanksgiving: Gap = { daysOff: ["2026-11-26"], markets: "US", next: "2026-11-27" };

it.each<[string, Gap, string]>([
  [
    "a holiday of one market",
    thanksgiving,
    "No briefing on Thursday, November 26: US markets are closed. The next one comes on Friday, November 27.",
  ],
  [
    "a holiday of both",
    { daysOff: ["2026-12-25"], markets: "US and UK", next: "2026-12-28" },
    "No briefing on Friday, December 25: markets are closed. The next one comes on Monday, December 28.",
  ],
  [
    "any other day",
    { ...thanksgiving, markets: null },
    "No briefing on Thursday, November 26. The next one comes on Friday, November 27.",
  ],
  [
    "two days",
    { daysOff: ["2026-12-25", "2026-12-28"], markets: null, next: "2026-12-29" },
    "No briefing on Friday, December 25, and Monday, December 28. The next one comes on Tuesday, December 29.",
  ],
  [
    "a week",
    {
      daysOff: ["2026-12-28", "2026-12-29", "2026-12-30", "2026-12-31", "2027-01-01"],
      markets: null,
      next: "2027-01-04",
    },
    "No briefing from Monday, December 28 through Friday, January 1. The next one comes on Monday, January 4.",
  ],
])("tells readers about %s", (_, gap, sentence) => {
  expect(describeGap(gap)).toBe(sentence);
});
