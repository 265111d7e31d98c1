import { beforeEach, describe, expect, it } from "vitest";
import type { Timezone } from "@/lib/contracts/timezones";
import { changeOwnTimezone } from "@/lib/domain/account/account-settings";
import { runDeliveryTick } from "@/lib/domain/delivery/engine/tick";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";
const email = "mover@example.com";

/** In New York: ten minutes and a moment before its window closes, its end, and a minute later. */
const tenToTen = "2026-11-23T14:50:00Z";
const justBeforeTen = "2026-11-23T14:59:59.900Z";
const ten = "2026-11-23T15:00:00Z";
const afterTen = "2026-11-23T15:01:00Z";

/** When someone in New York is sent to who has moved while it was open. Denver is already open by then. */
const destinations: { to: Timezone; sentAt: string }[] = [
  { to: "America/Denver", sentAt: afterTen },
  { to: "America/Los_Angeles", sentAt: "2026-11-23T15:59:00Z" },
];

const harness = useForFile(startDelivery);

beforeEach(async () => {
  await harness.reset();
  await harness.addMessage(date);
});

const tickAt = async (now: string) => {
  await harness.setTime(now);
  return runDeliveryTick(harness.ctx);
};

const runAt = async (now: string) => {
  await harness.setTime(now);
  await harness.run();
  // A window that closed in the last tick leaves those who have moved to the next one.
  await harness.run();
};

async function expectOnlyIn(timezone: Timezone): Promise<void> {
  expect(await harness.ctx.db.delivery.findMany()).toMatchObject([
    { timezone, state: "accepted", reason: null },
  ]);
  expect((await harness.sent()).map(({ to }) => to)).toEqual([email]);
  const { channels } = await getBriefingStatus(harness.ctx, date);
  expect(channels.email).toMatchObject({ planned: 1, accepted: 1, pending: 0, missed: {} });
}

describe.each(destinations)("someone who moves to $to", ({ to, sentAt }) => {
  it("and wasn't sent to before the old window closed is sent to in the new one", async () => {
    const id = await harness.addSubscriber({ email });
    await tickAt(tenToTen);
    await changeOwnTimezone(harness.ctx, id, { email, timezone: to });
    await tickAt(justBeforeTen);
    await tickAt(ten);
    expect(await harness.alerts()).toEqual([]);
    await runAt(sentAt);
    await expectOnlyIn(to);
  });

  it("after the old window closed without sending is sent to in the new one", async () => {
    const id = await harness.addSubscriber({ email });
    await tickAt(justBeforeTen);
    await tickAt(ten);
    expect(await harness.ctx.db.delivery.findMany()).toMatchObject([{ state: "missed" }]);
    await changeOwnTimezone(harness.ctx, id, { email, timezone: to });
    await runAt(sentAt);
    await expectOnlyIn(to);
  });

  it("gets nothing there while it isn't known whether they were sent to", async () => {
    const id = await harness.addSubscriber({ email });
    await tickAt(justBeforeTen);
    await harness.ctx.db.delivery.updateMany({
      data: { state: "missed", reason: "outcome_unknown" },
    });
    await harness.ctx.db.deliveryBatch.updateMany({ data: { state: "unknown" } });
    await changeOwnTimezone(harness.ctx, id, { email, timezone: to });
    await runAt(sentAt);
    expect(await harness.sent()).toEqual([]);
  });
});

describe("a buyer who chooses a time zone", () => {
  it("after the clock went back to before an open window isn't missed when that window closes", async () => {
    await runAt("2026-11-23T13:05:00Z");
    await harness.setTime("2026-11-22T18:00:00Z");
    // A purchase starts with New York.
    const id = await harness.addSubscriber({ email });
    await harness.run();
    const timezone = "America/Los_Angeles";
    await harness.ctx.db.subscriber.update({ where: { id }, data: { timezone } });
    await harness.run();
    await runAt("2026-11-23T15:59:00Z");
    await expectOnlyIn(timezone);
    expect(await harness.alerts()).toEqual([]);
  });
});
