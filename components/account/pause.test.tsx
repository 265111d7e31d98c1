import { describe, expect, it } from "vitest";
import { effectOf, type AccountView } from "@/lib/contracts/account";
import { renderScreen } from "@/tests/support/render-screen";
import { renderedText } from "@/tests/support/rendered-markup";
import { Pause } from "./pause";
import { PauseWeeks } from "./pause-weeks";

function textOf(pause: AccountView["pause"]): string {
  const markup = renderScreen(<Pause pause={pause} timezone="America/New_York" />);
  return renderedText(markup.replaceAll(/<\/(?:p|button|span)>/g, " $&"));
}

describe("the Pause section", () => {
  it("says that billing continues before anything is chosen", () => {
    expect(textOf(null)).toContain(
      "Choose the days without a briefing. You’ll still be billed. Pause briefings",
    );
  });

  it("says what a pause that has begun means, and offers to end it", () => {
    const text = textOf({ from: "2026-11-26", until: "2026-12-04", isNow: true });
    expect(text).toContain("Paused Nov 26 to Dec 4");
    expect(text).toContain("Your briefings are paused through Friday, December 4.");
    expect(text).toContain(
      "7 briefings skipped. You’re back on Monday, December 7. You’ll still be billed; your plan doesn’t get longer.",
    );
    expect(text).toMatch(/Change dates +End pause/);
  });

  it("says when a pause begins", () => {
    const text = textOf({ from: "2026-12-24", until: "2026-12-24", isNow: false });
    expect(text).toContain("Paused Dec 24");
    expect(text).toContain("Your briefings will be paused on Thursday, December 24.");
    expect(text).toContain("1 briefing skipped. You’re back on Friday, December 25.");
  });
});

describe("the weeks of a pause", () => {
  const cellsOf = (from: string, until: string) => {
    const markup = renderScreen(<PauseWeeks from={from} until={until} />);
    return [...markup.matchAll(/border-(accent|edge)/g)].map(([, tone]) => tone === "edge");
  };

  it("leave the days without a briefing empty, and show the week after", () => {
    const isEmpty = cellsOf("2026-11-26", "2026-12-04");
    expect(isEmpty).toHaveLength(15);
    expect(isEmpty.flatMap((each, day) => (each ? [day] : []))).toEqual([3, 4, 5, 6, 7, 8, 9]);
  });

  it("aren't shown for a long pause", () => {
    expect(cellsOf("2026-06-01", "2026-08-31")).toEqual([]);
  });
});

it("a pause on a weekend skips nothing", () => {
  expect(effectOf({ from: "2026-11-28", until: "2026-11-29" })).toEqual({
    skipped: 0,
    backOn: "2026-11-30",
  });
});
