import { expect, it, vi } from "vitest";
import { POST as giveBack } from "@/app/api/admin/missed-days/give-back/route";
import { toDatabaseDate } from "@/lib/calendar/days";
import { sendNotices } from "@/lib/domain/outbox/notices";
import { giveBackDays } from "@/lib/domain/billing/give-back";
import { listAttention } from "@/lib/domain/today/attention";
import { startBilling } from "@/tests/integration/billing/harness";
import { openAdminClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const at = useForFile(startBilling);

let count = 0;

/** Someone on a free trial who missed days, as the ledger has it. */
async function missing(dates: readonly string[], state = "missed") {
  count += 1;
  const email = `missed${count}@example.com`;
  const { subscriptionId } = await at.buy({ uid: `uid-missed-${count}`, email });
  const { db } = at.ctx;
  const subscriber = await vi.waitFor(
    () =>
      db.subscriber.findFirstOrThrow({
        where: { email, subscriptions: { some: { paddleSubscriptionId: subscriptionId } } },
      }),
    30_000,
  );
  for (const date of dates) {
    const localDate = toDatabaseDate(date);
    await db.delivery.create({
      data: {
        localDate,
        channel: "email",
        timezone: "America/New_York",
        state,
        reason: state === "missed" ? "provider_unavailable" : null,
        subscriberId: subscriber.id,
        batchId: 0,
        editionId: 0,
      },
    });
    await db.missedDay.create({
      data: { localDate, subscriberId: subscriber.id, foundAt: at.ctx.clock.now() },
    });
  }
  const charge = async () =>
    (await at.ctx.payments.findSubscription(subscriptionId))?.nextChargeAt?.toISOString();
  return { id: subscriber.id, email, subscriptionId, charge };
}

const days = (id: number) =>
  at.ctx.db.missedDay.findMany({
    where: { subscriberId: id },
    select: { state: true, skipReason: true },
    orderBy: { localDate: "asc" },
  });

async function press(through: string, role: "owner" | "support" | "editor" = "owner") {
  const client = await openAdminClient(at.ctx, role);
  return client.call(giveBack, "POST", "/api/admin/missed-days/give-back", { json: { through } });
}

it("gives every missed day back once, as a weekday before the next charge", async () => {
  const one = await missing(["2026-11-19"]);
  const two = await missing(["2026-11-18", "2026-11-19"]);
  // The trial of someone who buys on Friday, November 20 ends on Friday, November 27.
  expect(await one.charge()).toMatch(/^2026-11-27/u);
  const [item] = await listAttention(at.ctx, []);
  expect(item).toMatchObject({
    kind: "missed_days",
    title: "2 people in Eastern missed 2 days since Wed, Nov 18",
    actions: [{ do: "give_back", label: "Give back 2 days", through: "2026-11-19" }],
  });

  expect(await press("2026-11-19", "editor")).toMatchObject({ status: 403 });
  expect(await press("2026-11-19", "support")).toMatchObject({ body: { people: 2, days: 3 } });
  expect(await press("2026-11-19")).toMatchObject({ body: { people: 0, days: 0 } });
  await giveBackDays(at.ctx);
  await giveBackDays(at.ctx);

  expect(await one.charge()).toMatch(/^2026-11-30/u);
  expect(await two.charge()).toMatch(/^2026-12-01/u);
  expect(await days(two.id)).toEqual([
    { state: "extended", skipReason: null },
    { state: "extended", skipReason: null },
  ]);
  expect(await listAttention(at.ctx, [])).toEqual([]);
  const audit = await at.ctx.db.auditEvent.findMany({
    where: { action: "subscription.days_given_back" },
    orderBy: { subject: "asc" },
  });
  expect(audit).toHaveLength(2);
  expect(audit[0]?.actor).toMatch(/^admin:/u);

  await sendNotices(at.ctx);
  const emails = (await at.messages()).filter(({ subject }) => subject?.includes("missed your"));
  expect(emails.map(({ to }) => to).toSorted()).toEqual([one.email, two.email].toSorted());
  expect(emails.find(({ to }) => to === two.email)?.text.replaceAll(/\s+/gu, " ")).toContain(
    "Your free trial now ends on Dec 1, 2026",
  );
});

it.each(["before", "after"])("continues when it's cut off %s Paddle's answer", async (when) => {
  const person = await missing(["2026-11-19"]);
  await press("2026-11-19");
  const { payments } = at.ctx;
  const ctx = {
    ...at.ctx,
    payments: {
      ...payments,
      moveNextCharge: async (id: string, to: Date) => {
        if (when === "after") await payments.moveNextCharge(id, to);
        throw new Error("cut off");
      },
    },
  };
  await giveBackDays(ctx);
  expect(await days(person.id)).toMatchObject([{ state: "requested" }]);
  await at.ctx.db.missedDay.updateMany({ data: { nextAttemptAt: new Date(0) } });
  await giveBackDays(at.ctx);
  expect(await person.charge()).toMatch(/^2026-11-30/u);
  expect(await days(person.id)).toMatchObject([{ state: "extended" }]);
});

it("leaves out who got it after all, and who has canceled", async () => {
  const arrived = await missing(["2026-11-19"], "accepted");
  const leaving = await missing(["2026-11-19"]);
  await at.ctx.payments.cancelSubscription(leaving.subscriptionId, "next_billing_period");
  await press("2026-11-19");
  await giveBackDays(at.ctx);
  expect(await days(arrived.id)).toEqual([{ state: "skipped", skipReason: "arrived" }]);
  expect(await days(leaving.id)).toEqual([{ state: "skipped", skipReason: "canceled" }]);
});
