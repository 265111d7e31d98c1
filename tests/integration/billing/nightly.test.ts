import { afterEach, expect, test } from "vitest";
import { reconcileNightly } from "@/lib/domain/billing/nightly";
import { startWorker } from "@/server/worker/worker";
import { runCommand } from "@/tests/support/run-command";
import { useForFile } from "@/tests/support/use-for-file";
import { startBilling } from "./harness";

// When the comparison with Paddle runs. What it repairs is tested in convergence.test.ts.

const billing = useForFile(startBilling);
let counter = 0;

afterEach(async () => {
  await billing.control("DELETE", "/sandbox/faults");
});

/** A purchase whose webhooks are lost. */
async function buyWithLostWebhooks(): Promise<string> {
  counter += 1;
  const { subscriptionId } = await billing.buy({
    uid: `uid_night_${counter}`,
    email: `night${counter}@example.com`,
    deliver: "none",
  });
  return subscriptionId;
}

const breakPaddle = () =>
  billing.control("POST", "/sandbox/faults", {
    provider: "paddle",
    endpoint: "all",
    mode: "error",
  });

const isKnown = async (paddleSubscriptionId: string) =>
  (await billing.ctx.db.subscription.count({ where: { paddleSubscriptionId } })) > 0;

test("runs once a night, from 3:00 UTC, on one of several workers", async () => {
  const lost = await buyWithLostWebhooks();
  await billing.setTime("2026-11-21T02:59:59Z");
  await reconcileNightly(billing.ctx);
  expect(await isKnown(lost)).toBe(false);

  await billing.setTime("2026-11-21T03:00:00Z");
  await Promise.all([1, 2, 3].map(() => reconcileNightly(billing.ctx)));
  expect(await isKnown(lost)).toBe(true);

  const later = await buyWithLostWebhooks();
  await billing.setTime("2026-11-21T23:59:00Z");
  await reconcileNightly(billing.ctx);
  expect(await isKnown(later)).toBe(false);

  // A worker that was down at three runs it when it's back.
  await billing.setTime("2026-11-22T11:00:00Z");
  await reconcileNightly(billing.ctx);
  expect(await isKnown(later)).toBe(true);
  const runs = await billing.ctx.db.billingRun.findMany({ orderBy: { key: "asc" } });
  expect(runs.map(({ key, completedAt }) => [key, completedAt?.toISOString()])).toEqual([
    ["reconcile:2026-11-21", "2026-11-21T03:00:00.000Z"],
    ["reconcile:2026-11-22", "2026-11-22T11:00:00.000Z"],
  ]);
});

test("retries after ten minutes when Paddle was down", async () => {
  const lost = await buyWithLostWebhooks();
  await billing.setTime("2026-11-23T03:00:00Z");
  await breakPaddle();
  await expect(reconcileNightly(billing.ctx)).rejects.toThrow("Paddle");
  await billing.control("DELETE", "/sandbox/faults");
  await reconcileNightly(billing.ctx);
  expect(await isKnown(lost)).toBe(false);
  // The database's own clock, which the test doesn't wait for.
  const waiting = await billing.ctx.db.$executeRaw`
    UPDATE billing_runs SET next_attempt_at = next_attempt_at - interval '10 min'
    WHERE completed_at IS NULL AND next_attempt_at > now() + interval '9 min'`;
  expect(waiting).toBe(1);
  await reconcileNightly(billing.ctx);
  expect(await isKnown(lost)).toBe(true);
});

test("runs by itself in a worker", async () => {
  const lost = await buyWithLostWebhooks();
  await billing.setTime("2026-11-24T03:00:00Z");
  const worker = await startWorker(billing.ctx, {
    name: "threeline-worker-1",
    onLost: (reason) => {
      throw new Error(reason);
    },
  });
  await expect.poll(() => isKnown(lost), { timeout: 30_000 }).toBe(true);
  await worker.stop();
});

test("`billing reconcile` runs it by hand and prints what it fixed", async () => {
  const reconcile = () => runCommand(["billing", "reconcile"], billing.variables);
  const lost = await buyWithLostWebhooks();
  const checked = counter;
  expect(await reconcile()).toEqual({
    code: 0,
    stdout: `Fixed ${lost}\nChecked ${checked}, fixed 1, skipped 0.\n`,
    stderr: "",
  });
  expect(await isKnown(lost)).toBe(true);
  expect((await reconcile()).stdout).toBe(`Checked ${checked}, fixed 0, skipped 0.\n`);

  await breakPaddle();
  expect(await reconcile()).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^Can't reach Paddle: .+\n$/),
  });
});
