import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import { startDelivery, type DeliveryHarness } from "@/tests/support/delivery";

let at: DeliveryHarness;

beforeAll(async () => {
  at = await startDelivery();
});
afterAll(() => at.close());

describe("a Monday of five zones", () => {
  it("reaches each reader once per channel, at their own hour and not before", async () => {
    await at.addMessage("2026-11-23", "1. Yields fall\n2. Oil slips\n3. ECB waits");
    await at.addPost("2026-11-23", "k7");
    const zones = [
      ["Europe/London", "london", "2026-11-23T08:00:00Z"],
      ["America/New_York", "newyork", "2026-11-23T13:00:00Z"],
      ["America/Chicago", "chicago", "2026-11-23T14:00:00Z"],
      ["America/Denver", "denver", "2026-11-23T15:00:00Z"],
      ["America/Los_Angeles", "la", "2026-11-23T16:00:00Z"],
    ] as const;
    for (const [timezone, name] of zones) {
      await at.addReader({ timezone, email: `${name}@example.com` });
      await at.addReader({ timezone, email: `${name}+text@example.com`, smsEnabled: true });
    }

    for (const [, name, eight] of zones) {
      const hour = Date.parse(eight);
      const before = (await at.sent()).length;
      await at.setTime(new Date(hour - 15 * 60_000 - 1_000).toISOString());
      await at.run();
      expect(await at.sent()).toHaveLength(before);

      await at.setTime(new Date(hour - 15 * 60_000).toISOString());
      await at.run();
      await at.run();
      expect(
        (await at.sent())
          .slice(before)
          .map((each) => each.to)
          .toSorted(),
      ).toEqual([`${name}+text@example.com`, `${name}@example.com`].toSorted());

      await at.setTime(new Date(hour - 1).toISOString());
      await at.run();
      expect(await at.sent("sms")).toHaveLength(zones.findIndex((zone) => zone[1] === name));

      await at.setTime(eight);
      await at.run();
      expect(await at.sent("sms")).toHaveLength(zones.findIndex((zone) => zone[1] === name) + 1);
    }

    const status = await getBriefingStatus(at.ctx, "2026-11-23");
    expect(status.channels).toEqual({
      email: { planned: 10, accepted: 10, pending: 0, excluded: {}, failed: {}, missed: {} },
      sms: { planned: 5, accepted: 5, pending: 0, excluded: {}, failed: {}, missed: {} },
    });
    const [text] = await at.sent("sms");
    expect(text?.text).toBe(
      "1. Yields fall\n2. Oil slips\n3. ECB waits\nhttp://localhost:3000/r/k7",
    );
    expect(await at.alerts()).toEqual([]);
  });

  it("carries the headers of one-click unsubscribing and the reader's own link", async () => {
    const [mail] = await at.sent("email");
    const link = /<(http:\/\/localhost:3000\/api\/unsubscribe\/[\w.-]+)>/.exec(
      mail?.headers["List-Unsubscribe"] ?? "",
    )?.[1];
    expect(link).toBeDefined();
    expect(mail?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const token = link?.split("/").at(-1) ?? "";
    expect(mail?.html).toContain(`/unsubscribe/${token}`);
    expect(mail?.text).toContain(`/unsubscribe/${token}`);
    expect(mail?.html).not.toContain("unsubscribe.invalid");
    expect(mail?.subject).toBe("Yields, oil, and a patient central bank");
    expect(mail?.metadata["delivery"]).toMatch(/^email:2026-11-23:\d+$/);
  });

  it("sends nothing on the weekend that follows", async () => {
    await at.addMessage("2026-11-28");
    const before = (await at.sent()).length;
    for (const hour of ["08:00", "13:00", "14:00", "15:00", "16:00"]) {
      await at.setTime(`2026-11-28T${hour}:00Z`);
      await at.run();
    }
    expect(await at.sent()).toHaveLength(before);
  });
});
