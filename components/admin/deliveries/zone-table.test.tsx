import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { DeliveryDayView } from "@/lib/contracts/admin/deliveries";
import { renderedText } from "@/tests/support/rendered-markup";
import { ZoneTable } from "./zone-table";

const none = {
  toSend: 0,
  accepted: 0,
  delivered: 0,
  pending: 0,
  excluded: 0,
  failed: 0,
  missed: 0,
};

const zones: DeliveryDayView["zones"] = [
  {
    timezone: "Europe/London",
    state: "nothing_sent",
    missedPeople: 805,
    email: { ...none, toSend: 805, missed: 805 },
    sms: none,
  },
  {
    timezone: "America/New_York",
    state: "done",
    missedPeople: 0,
    email: { ...none, toSend: 3_634, delivered: 3_613, accepted: 14, pending: 1, failed: 6 },
    sms: none,
  },
];

/** The texts of a row's cells, without its zone. */
function cellsOf(index: number): string[] {
  const html = renderToStaticMarkup(<ZoneTable zones={zones} onShowPeople={() => undefined} />);
  const row = html.split("<tr").at(index) ?? "";
  return row
    .split("<td")
    .slice(1)
    .map((cell) => renderedText(cell.replace(/^[^>]*>/, "")));
}

describe("the zones of a day", () => {
  it("have columns that add up to what was to be sent", () => {
    const [toSend = "", delivered = "", unconfirmed = "", not = ""] = cellsOf(4);
    expect([toSend, delivered, unconfirmed]).toEqual(["3,634", "3,613", "15"]);
    expect(not).toMatch(/^6 /);
    expect(3_613 + 15 + 6).toBe(3_634);
  });

  it("say that one got nothing, and how many people", () => {
    const html = renderToStaticMarkup(<ZoneTable zones={zones} onShowPeople={() => undefined} />);
    expect(renderedText(html)).toContain("Closed, nothing sent: 805 people");
  });
});
