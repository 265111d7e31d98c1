import { afterEach, expect, test } from "vitest";
import { sendDueNotices } from "@/lib/domain/billing/nightly";
import {
  summarizeUnreachable,
  findUnreachable,
} from "@/lib/domain/delivery/monitoring/unreachable";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

// Paying subscribers whom no briefing reaches. The dates are a Monday to a Thursday.

const dates = ["2026-11-23", "2026-11-24", "2026-11-25"];

const at = useForFile(startDelivery);

afterEach(() => at.reset());

/** Sends the briefings of the dates in Eastern time. */
async function deliver(sent: readonly string[] = dates): Promise<void> {
  for (const date of sent) {
    await at.addMessage(date);
    await at.setTime(`${date}T13:05:00Z`);
    await at.run();
  }
}

async function check(now = "2026-11-26T00:00:30Z"): Promise<void> {
  await at.setTime(now);
  await Promise.all([findUnreachable(at.ctx), findUnreachable(at.ctx)]);
  await sendDueNotices(at.ctx);
}

const suppress = (channel: "email" | "sms", address: string) =>
  at.ctx.db.suppression.create({
    data: { channel, address, reason: "hard_bounce", source: "postmark" },
  });

async function writtenTo(): Promise<string[]> {
  return (await at.sent("email"))
    .filter(({ metadata }) => metadata["notice"] === "unreachable")
    .map(({ to }) => to);
}

test("writes once to subscribers with both channels off for three briefings", async () => {
  const both = await at.addSubscriber({ email: "both@example.com", emailEnabled: false });
  await at.addSubscriber({ email: "text@example.com", emailEnabled: false, smsEnabled: true });
  await at.addSubscriber({ email: "email@example.com" });
  await at.addSubscriber({ email: "left@example.com", emailEnabled: false, status: "paused" });
  await deliver();
  await check();
  expect(await writtenTo()).toEqual(["both@example.com"]);
  expect((await summarizeUnreachable(at.ctx)).people).toBe(1);
  const [email] = (await at.sent("email")).filter(({ to }) => to === "both@example.com");
  expect(email?.subject).toBe("Your Threeline briefings aren’t reaching you");
  expect(email?.text).toContain("/account");

  await check("2026-11-27T00:00:30Z");
  expect(await writtenTo()).toEqual(["both@example.com"]);

  await at.ctx.db.subscriber.update({ where: { id: both }, data: { emailEnabled: true } });
  await check("2026-11-28T00:00:30Z");
  expect((await summarizeUnreachable(at.ctx)).people).toBe(0);
});

test("waits for the third briefing, and for subscribers who were there for all three", async () => {
  await at.addSubscriber({ email: "both@example.com", emailEnabled: false });
  await deliver(dates.slice(0, 2));
  await check("2026-11-25T00:00:30Z");
  expect((await summarizeUnreachable(at.ctx)).people).toBe(0);

  const late = await at.addSubscriber({ email: "late@example.com", emailEnabled: false });
  await at.ctx.db.subscription.updateMany({
    where: { subscriberId: late },
    data: { createdAt: new Date("2026-11-24T12:00:00Z") },
  });
  await deliver(dates.slice(2));
  await check();
  expect(await writtenTo()).toEqual(["both@example.com"]);
});

test("writes to the address used at checkout when the other one bounces, and to nobody if both do", async () => {
  const ids = [
    await at.addSubscriber({ email: "bounces@example.com" }),
    await at.addSubscriber({ email: "nothing@example.com" }),
  ];
  for (const [index, id] of ids.entries()) {
    const paymentEmail = `paid${index}@example.com`;
    await at.ctx.db.subscriber.update({ where: { id }, data: { paymentEmail } });
  }
  await suppress("email", "bounces@example.com");
  await suppress("email", "nothing@example.com");
  await suppress("email", "paid1@example.com");
  await deliver();
  await check();
  expect(await writtenTo()).toEqual(["paid0@example.com"]);
  expect((await summarizeUnreachable(at.ctx)).people).toBe(2);
});

test("leaves out someone who got one of the three", async () => {
  const id = await at.addSubscriber({ email: "some@example.com" });
  await deliver(dates.slice(0, 1));
  await at.ctx.db.subscriber.update({ where: { id }, data: { emailEnabled: false } });
  await deliver(dates.slice(1));
  await check();
  expect((await summarizeUnreachable(at.ctx)).people).toBe(0);

  // It was accepted, but bounced later.
  await at.ctx.db.delivery.updateMany({
    where: { subscriberId: id },
    data: { providerStatus: "bounced" },
  });
  await check("2026-11-26T00:01:00Z");
  expect((await summarizeUnreachable(at.ctx)).people).toBe(1);
});

test("a notice that waited until a channel works again isn't sent", async () => {
  const id = await at.addSubscriber({ email: "back@example.com", emailEnabled: false });
  await deliver();
  await at.setTime("2026-11-26T00:00:30Z");
  await findUnreachable(at.ctx);
  await at.ctx.db.subscriber.update({ where: { id }, data: { emailEnabled: true } });
  await findUnreachable(at.ctx);
  await sendDueNotices(at.ctx);
  expect(await writtenTo()).toEqual([]);
});
