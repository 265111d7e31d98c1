import { describe, expect, it } from "vitest";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const harness = useForFile(startDelivery);

describe("a Monday in five zones", () => {
  it("reaches each subscriber once per channel, at their local time and not before", async () => {
    await harness.addMessage("2026-11-23", "1. Yields fall\n2. Oil slips\n3. ECB waits");
    await harness.addPost("2026-11-23", "k7");
    const zones = [
      ["Europe/London", "london", "2026-11-23T08:00:00Z"],
      ["America/New_York", "newyork", "2026-11-23T13:00:00Z"],
      ["America/Chicago", "chicago", "2026-11-23T14:00:00Z"],
      ["America/Denver", "denver", "2026-11-23T15:00:00Z"],
      ["America/Los_Angeles", "la", "2026-11-23T16:00:00Z"],
    ] as const;
    for (const [timezone, name] of zones) {
      await harness.addSubscriber({ timezone, email: `${name}@example.com` });
      await harness.addSubscriber({
        timezone,
        email: `${name}+text@example.com`,
        smsEnabled: true,
      });
    }

    for (const [, name, eight] of zones) {
      const hour = Date.parse(eight);
      const before = (await harness.sent()).length;
      await harness.setTime(new Date(hour - 15 * 60_000 - 1_000).toISOString());
      await harness.run();
      expect(await harness.sent()).toHaveLength(before);

      await harness.setTime(new Date(hour - 15 * 60_000).toISOString());
      await harness.run();
      await harness.run();
      expect(
        (await harness.sent())
          .slice(before)
          .map((each) => each.to)
          .toSorted(),
      ).toEqual([`${name}+text@example.com`, `${name}@example.com`].toSorted());

      await harness.setTime(new Date(hour - 1).toISOString());
      await harness.run();
      expect(await harness.sent("sms")).toHaveLength(zones.findIndex((zone) => zone[1] === name));

      await harness.setTime(eight);
      await harness.run();
      expect(await harness.sent("sms")).toHaveLength(
        zones.findIndex((zone) => zone[1] === name) + 1,
      );
    }

    const status = await getBriefingStatus(harness.ctx, "2026-11-23");
    expect(status.channels).toEqual({
      email: { planned: 10, accepted: 10, pending: 0, excluded: {}, failed: {}, missed: {} },
      sms: { planned: 5, accepted: 5, pending: 0, excluded: {}, failed: {}, missed: {} },
    });
    const [text] = await harness.sent("sms");
    expect(text?.text).toBe(
      "1. Yields fall\n2. Oil slips\n3. ECB waits\nhttp://localhost:3000/r/k7",
    );
    expect(await harness.alerts()).toEqual([]);
  });

  it("includes the one-click unsubscribe headers and the subscriber's own link", async () => {
    const [email] = await harness.sent("email");
    const link = /<(http:\/\/localhost:3000\/api\/unsubscribe\/[\w.-]+)>/.exec(
      email?.headers["List-Unsubscribe"] ?? "",
    )?.[1];
    expect(link).toBeDefined();
    expect(email?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const token = link?.split("/").at(-1) ?? "";
    expect(email?.html).toContain(`/unsubscribe/${token}`);
    expect(email?.text).toContain(`/unsubscribe/${token}`);
    expect(email?.html).not.toContain("unsubscribe.invalid");
    expect(email?.subject).toBe("Yields, oil, and a patient central bank");
    expect(email?.headers["Reply-To"]).toBe("support@threeline.example");
    expect(email?.metadata["delivery"]).toMatch(/^email:2026-11-23:\d+$/);
  });

  it("sends nothing on the following weekend", async () => {
    await harness.addMessage("2026-11-28");
    const before = (await harness.sent()).length;
    for (const hour of ["08:00", "13:00", "14:00", "15:00", "16:00"]) {
      await harness.setTime(`2026-11-28T${hour}:00Z`);
      await harness.run();
    }
    expect(await harness.sent()).toHaveLength(before);
  });
});
