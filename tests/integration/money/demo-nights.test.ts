import { afterAll, beforeAll, expect, test } from "vitest";
import { reconcile } from "@/lib/domain/billing/reconcile";
import { closeSlots } from "@/lib/domain/delivery/engine/close";
import { checkMoney } from "@/lib/domain/money/check";
import { findMoney } from "@/lib/domain/money/overview";
import { findThread } from "@/lib/domain/posts/archive/thread";
import { purgeExpired } from "@/lib/domain/retention/purge-expired";
import { runCommand } from "@/tests/support/run-command";
import { startService, startTestSandbox, type TestService } from "@/tests/support/start-service";

// The demo on a running service, and the nights that follow.

let at: TestService;

beforeAll(async () => {
  const sandbox = await startTestSandbox();
  at = await startService({ now: "2026-11-18T12:00:00Z", sandbox });
});

afterAll(() => at.close());

const addDemo = () =>
  runCommand(["seed", "--demo", "--subscribers", "300", "--days", "40"], at.variables);

test("it's added after a worker has closed slots without an edition", async () => {
  await closeSlots(at.ctx);
  expect(
    await at.ctx.db.deliverySlot.count({ where: { editionId: null, closedAt: { not: null } } }),
  ).toBeGreaterThan(0);
  const { code, stdout, stderr } = await addDemo();
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /^Added 2\d\d subscribers, \d+ deliveries, and \d+ payment events\.\n$/,
    ),
  });
  expect(stderr).toMatch(/^\d+ s: added people\n/);
  expect(stderr).toMatch(/^\d+ s: added deliveries of 2026-11$/m);
  const yesterday = new Date("2026-11-17T00:00:00Z");
  expect(await at.ctx.db.delivery.count({ where: { localDate: yesterday } })).toBeGreaterThan(50);
});

test("the next night, Paddle knows everybody, and nobody is deleted", async () => {
  await at.setTime("2026-11-19T03:30:00Z");
  const people = await at.ctx.db.subscriber.count();
  const report = await reconcile(at.ctx);
  expect(report).toMatchObject({ checked: people, repaired: [], skipped: 0 });
  await checkMoney(at.ctx, report);
  const { check, paying } = await findMoney(at.ctx, { period: "12m" });
  expect(check).toMatchObject({ matches: true, paying, paddlePaying: paying });
  expect(paying).toBeGreaterThan(50);
  const purged = await purgeExpired(at.ctx);
  expect(Object.keys(purged)).not.toContain("Subscriber");
  expect(Object.keys(purged)).not.toContain("Delivery");
  expect(await at.ctx.db.subscriber.count()).toBe(people);
  const again = await reconcile(at.ctx);
  expect(again.repaired).toEqual([]);
  await checkMoney(at.ctx, again);
  expect(await at.ctx.db.operatorAlert.count({ where: { key: { startsWith: "money:" } } })).toBe(0);
});

test("no article leads to itself", async () => {
  const posts = await at.ctx.db.post.findMany({ select: { id: true, title: true } });
  expect(new Set(posts.map(({ title }) => title)).size).toBe(posts.length);
  for (const { id, title } of posts) {
    const thread = await findThread(at.ctx, id);
    expect(thread.posts.map((post) => post.title)).not.toContain(title);
  }
});

test("a payment of the demo can be refunded at Paddle", async () => {
  const [payment] = await at.ctx.db.$queryRaw<{ id: string }[]>`
    SELECT p.paddle_transaction_id AS id FROM payments p
    JOIN subscriptions s USING (paddle_subscription_id)
    WHERE s.status = 'active' AND p.total > 0 ORDER BY p.period_ends_at DESC LIMIT 1`;
  const refund = at.ctx.payments.refundPayment(payment?.id ?? "", "asked for it", null);
  await expect(refund).resolves.toBeUndefined();
});

test("a second time, it's refused with a reason", async () => {
  expect(await addDemo()).toEqual({
    code: 1,
    stdout: "",
    stderr: "The database already has these subscribers, so nothing was added.\n",
  });
});
