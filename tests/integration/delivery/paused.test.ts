import { beforeEach, expect, test } from "vitest";
import { toDatabaseDate } from "@/lib/calendar/days";
import { listDeliveries } from "@/lib/domain/delivery/subscriber/history";
import { runDeliveryTick } from "@/lib/domain/delivery/engine/tick";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";

const harness = useForFile(startDelivery);

beforeEach(async () => {
  await harness.reset();
  await harness.addMessage(date);
  await harness.setTime("2026-11-23T12:00:00Z");
});

async function pause(id: number, from: string, until: string): Promise<void> {
  await harness.ctx.db.subscriber.update({
    where: { id },
    data: { pausedFrom: toDatabaseDate(from), pausedUntil: toDatabaseDate(until) },
  });
}

const recipients = async () => (await harness.sent()).map(({ to }) => to).toSorted();

test("nobody gets a briefing on the dates of their pause, first and last included", async () => {
  await harness.addSubscriber({ email: "served@example.com" });
  const pauses = [
    ["2026-11-23", "2026-11-23"],
    ["2026-11-20", "2026-11-23"],
    ["2026-11-23", "2026-12-04"],
  ] as const;
  for (const [from, until] of pauses) await pause(await harness.addSubscriber(), from, until);
  const over = await harness.addSubscriber({ email: "over@example.com" });
  await pause(over, "2026-11-16", "2026-11-22");
  const later = await harness.addSubscriber({ email: "later@example.com" });
  await pause(later, "2026-11-24", "2026-11-30");
  await harness.setTime("2026-11-23T13:00:00Z");
  await harness.run();
  expect(await recipients()).toEqual([
    "later@example.com",
    "over@example.com",
    "served@example.com",
  ]);
});

test("a pause that starts after planning still holds the briefing back, and says why", async () => {
  const id = await harness.addSubscriber();
  await harness.setTime("2026-11-23T12:50:00Z");
  await runDeliveryTick(harness.ctx);
  expect(await harness.ctx.db.delivery.count({ where: { subscriberId: id } })).toBe(1);
  await pause(id, date, date);
  await harness.run();
  expect(await recipients()).toEqual([]);
  const [day] = (await listDeliveries(harness.ctx, id)).days;
  expect(day?.email).toMatchObject({ label: "Not sent", reason: "your briefings were paused" });
});

test("ending a pause while a slot is open brings that day's briefing", async () => {
  const id = await harness.addSubscriber({ email: "back@example.com" });
  await pause(id, "2026-11-20", "2026-11-30");
  expect((await listDeliveries(harness.ctx, id)).nextDate).toBe("2026-12-01");
  await harness.setTime("2026-11-23T13:00:00Z");
  await harness.run();
  expect(await recipients()).toEqual([]);
  await pause(id, "2026-11-20", "2026-11-22");
  await harness.run();
  expect(await recipients()).toEqual(["back@example.com"]);
});
