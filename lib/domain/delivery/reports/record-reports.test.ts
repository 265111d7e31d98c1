import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupReports, type DeliveryReport, type ProviderStatus } from "./record-reports";

const delivery = "email:2026-11-23:7";

function report(status: ProviderStatus, more: Partial<DeliveryReport> = {}): DeliveryReport {
  return { deliveryId: delivery, providerMessageId: "m-1", status, ...more };
}

function statusAfter(...statuses: ProviderStatus[]): ProviderStatus | undefined {
  const [group] = groupReports(statuses.map((status) => report(status)));
  return group?.bySubscriber.get(7)?.status;
}

describe("groupReports", () => {
  it("lets only a later failure follow a delivered email", () => {
    expect(statusAfter("delivered", "bounced")).toBe("bounced");
    expect(statusAfter("delivered", "deferred")).toBe("delivered");
    expect(statusAfter("bounced", "delivered")).toBe("bounced");
    expect(statusAfter("complained", "bounced")).toBe("complained");
  });

  it("never moves a text from one final status to another", () => {
    const final = ["delivered", "undelivered", "failed"] as const;
    for (const status of final) {
      for (const other of final) expect(statusAfter(status, other)).toBe(status);
      expect(statusAfter("queued", "sending", "sent", status)).toBe(status);
    }
  });

  it("has one entry per delivery, for each date and channel", () => {
    const groups = groupReports([
      report("delivered"),
      report("deferred"),
      report("delivered", { deliveryId: "email:2026-11-23:8" }),
      report("sent", { deliveryId: "sms:2026-11-23:7" }),
      report("sent", { deliveryId: "sms:2026-11-24:7" }),
    ]);
    expect(
      groups.map((group) => [group.channel, group.localDate, group.bySubscriber.size]),
    ).toEqual([
      ["email", "2026-11-23", 2],
      ["sms", "2026-11-23", 1],
      ["sms", "2026-11-24", 1],
    ]);
  });

  it("keeps the first message ID that it learns of", () => {
    const [group] = groupReports([
      report("deferred", { providerMessageId: null }),
      report("delivered", { providerMessageId: "m-2" }),
      report("bounced", { providerMessageId: "m-3", code: "HardBounce" }),
    ]);
    expect(group?.bySubscriber.get(7)).toEqual({
      status: "bounced",
      code: "HardBounce",
      providerMessageId: "m-2",
    });
  });

  it("leaves out what isn't about a briefing", () => {
    fc.assert(
      fc.property(fc.option(fc.string()), (deliveryId) => {
        expect(groupReports([report("delivered", { deliveryId })])).toEqual([]);
      }),
    );
  });
});
