import { expect, test } from "vitest";
import { checkMoney } from "@/lib/domain/money/check";
import { findMoney } from "@/lib/domain/money/overview";
import { finishDemo, seedDemo } from "@/lib/domain/seed/demo/demo";
import { mayBeTexted } from "@/lib/domain/contact/phone-numbers";
import { startApi } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const at = useForFile(() => startApi({ now: "2026-11-18T12:00:00Z" }));

const size = { subscribers: 400, days: 20 };
const parts = { onProgress: () => undefined, loadPurchases: async () => undefined };

test("the demo fills every chart, once", async () => {
  const report = await seedDemo(at.ctx, size, parts);
  // A quarter left more than a year ago, of whom only the payments are left.
  expect(report).toMatchObject({ subscribers: await at.ctx.db.subscriber.count() });
  expect(await at.ctx.db.subscriber.count()).toBeGreaterThan(250);
  await finishDemo(at.ctx);
  const overview = await findMoney(at.ctx, { period: "12m" });
  expect(overview.months).toHaveLength(12);
  expect(overview.paying).toBeGreaterThan(80);
  expect(overview.cohorts.length).toBeGreaterThan(8);
  expect(overview.plans).toHaveLength(2);
  expect(overview.months.some(({ expansion }) => expansion > 0)).toBe(true);
  expect(overview.months.some(({ contraction }) => contraction < 0)).toBe(true);
  expect(await at.ctx.db.delivery.count()).toBeGreaterThan(2_000);
  expect(await seedDemo(at.ctx, size, parts)).toBe("has_demo");
  const texted = await at.ctx.db.subscriber.findMany({ where: { phone: { not: null } } });
  expect(texted.length).toBeGreaterThan(50);
  expect(texted.filter(({ phone }) => !mayBeTexted(phone ?? ""))).toEqual([]);
});

test("its subscriptions are in the state that the figures say", async () => {
  const overview = await findMoney(at.ctx, { period: "all" });
  const standing = await at.ctx.db.subscription.groupBy({ by: ["status"], _count: true });
  const countOf = (status: string) => standing.find((each) => each.status === status)?._count ?? 0;
  expect(overview).toMatchObject({
    trialing: countOf("trialing"),
    pastDue: countOf("past_due"),
    paused: countOf("paused"),
    paying: await at.ctx.db.subscription.count({
      where: { status: { in: ["active", "past_due"] }, cancelAt: null },
    }),
  });
});

test("a comparison with Paddle is shown, and a difference alerts the operator", async () => {
  const { arr, paying } = await findMoney(at.ctx, { period: "12m" });
  const startedAt = at.ctx.clock.now();
  await checkMoney(at.ctx, { sums: [{ currency: "USD", paying, yearly: arr }], startedAt });
  expect(await findMoney(at.ctx, { period: "12m" })).toMatchObject({
    check: { at: "2026-11-18T12:00:00.000Z", matches: true, paying, paddlePaying: paying },
  });
  expect(await at.ctx.db.operatorAlert.count({ where: { key: { startsWith: "money:" } } })).toBe(0);
  at.setTime("2026-11-19T12:00:00Z");
  await checkMoney(at.ctx, {
    sums: [{ currency: "USD", paying: paying + 1, yearly: arr + 6_000 }],
    startedAt: at.ctx.clock.now(),
  });
  expect(await findMoney(at.ctx, { period: "12m" })).toMatchObject({
    check: { matches: false, paying, paddlePaying: paying + 1 },
  });
  const alert = await at.ctx.db.operatorAlert.findFirstOrThrow({
    where: { key: { startsWith: "money:" } },
  });
  expect(alert.subject).toBe("MRR in USD differs from Paddle’s");
  expect(alert.body).toContain(`Paying: ${paying} here, ${paying + 1} at Paddle`);
});

test("a database with a real subscriber stays as it is", async () => {
  await at.ctx.db.subscriber.create({ data: { email: "someone@gmail.com" } });
  expect(await seedDemo(at.ctx, size, parts)).toBe("has_real_subscribers");
});
