import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { toDatabaseDate } from "@/lib/calendar/days";
import { cancelClaim, claimBatch } from "@/lib/domain/delivery/engine/claim";
import { recoverLostAttempts } from "@/lib/domain/delivery/engine/dispatch";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import { registerWorker, retireWorker } from "@/lib/domain/delivery/engine/worker-lease";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { waitUntilBlocked } from "@/tests/support/blocked-connections";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";
const eight = "2026-11-23T13:00:00Z";

const harness = useForFile(startDelivery);
/** A second connection, whose transaction is open while the batch is claimed. */
let other: Client;
let first: number;
let batchId: bigint;

beforeAll(async () => {
  other = new Client({ connectionString: harness.variables["DATABASE_URL"] });
  await other.connect();
});
afterAll(async () => {
  await other.end();
});

beforeEach(async () => {
  await other.query("ROLLBACK");
  await harness.reset();
  await harness.addMessage(date);
  first = await harness.addSubscriber({ email: "first@example.com" });
  await harness.addSubscriber({ email: "second@example.com" });
  await harness.setTime(eight);
  await planSlot(harness.ctx, slotOf(date, "America/New_York", "email", 15));
  ({ id: batchId } = await harness.ctx.db.deliveryBatch.findFirstOrThrow());
  await other.query("BEGIN");
});

const send = () => sendBatch(harness.ctx, harness.worker, batchId);

async function sentTo(): Promise<string[]> {
  return (await harness.sent("email")).map((each) => each.to).toSorted();
}

describe("a claim", () => {
  it("leaves out a row that another transaction is changing, and takes it later if it is still pending", async () => {
    const report = "UPDATE deliveries SET state = 'accepted', finalized_at = now() WHERE";
    await other.query(`${report} subscriber_id = ${first}`);
    await send();
    expect(await sentTo()).toEqual(["second@example.com"]);
    await other.query("ROLLBACK");
    await harness.runUntilFinished(date);
    expect(await sentTo()).toEqual(["first@example.com", "second@example.com"]);
  });

  it("never takes a row that another transaction has accepted", async () => {
    const report = "UPDATE deliveries SET state = 'accepted', finalized_at = now() WHERE";
    await other.query(`${report} subscriber_id = ${first}`);
    await send();
    await other.query("COMMIT");
    await harness.runUntil(async () => {
      const batch = await harness.ctx.db.deliveryBatch.findFirst();
      return batch?.state === "done";
    });
    expect(await sentTo()).toEqual(["second@example.com"]);
  });

  it("doesn't decide who gets an email by what it saw before it had waited for its batch", async () => {
    await other.query(`UPDATE delivery_batches SET next_attempt_at = now() WHERE id = ${batchId}`);
    const sending = send();
    await Promise.race([sending, waitUntilBlocked(harness.ctx.db)]);
    await harness.ctx.db.suppression.create({
      data: {
        channel: "email",
        address: "first@example.com",
        reason: "manual",
        source: "reader",
      },
    });
    await other.query("COMMIT");
    await sending;
    await harness.runUntilFinished(date);
    expect(await sentTo()).toEqual(["second@example.com"]);
  });

  it("isn't undone by a recovery that saw its batch before", async () => {
    const { ctx, worker } = harness;
    await ctx.db.deliveryBatch.update({ where: { id: batchId }, data: { state: "sending" } });
    await other.query(`UPDATE delivery_batches SET next_attempt_at = now() WHERE id = ${batchId}`);
    const recovering = recoverLostAttempts(ctx);
    await Promise.race([recovering, waitUntilBlocked(harness.ctx.db)]);
    await ctx.db.sendAttempt.create({
      data: {
        id: randomUUID(),
        localDate: toDatabaseDate(date),
        batchId,
        workerId: worker.id,
        sentAfter: new Date(eight),
      },
    });
    await other.query("COMMIT");
    await recovering;
    expect(await ctx.db.deliveryBatch.findFirst()).toMatchObject({ state: "sending" });
  });

  it("that others have taken over is left to them when its response was lost", async () => {
    const { ctx } = harness;
    const { slot } = await ctx.db.deliveryBatch.findFirstOrThrow({ include: { slot: true } });
    const zone = { localDate: date, timezone: "America/New_York", channel: "email" } as const;
    const batch = { ...zone, batchId, slotId: slot.id, editionId: slot.editionId ?? 0 };
    const attempt = { id: randomUUID(), workerId: randomUUID(), mark: 0 };
    await registerWorker(ctx, { id: attempt.workerId, name: "lost", host: "x", pid: 1 });
    await claimBatch(ctx, batch, attempt, { unopenedZones: [] });
    await retireWorker(ctx, attempt.workerId);
    expect(await recoverLostAttempts(ctx)).toBe(1);
    await cancelClaim(ctx, batch, attempt);
    await harness.runUntilFinished(date);
    expect(await sentTo()).toEqual(["first@example.com", "second@example.com"]);
  });
});

describe("an attempt", () => {
  it("isn't sent when its claim is so old that people may have said stop since", async () => {
    const { ctx, worker } = harness;
    const slow = {
      ...ctx,
      mail: {
        ...ctx.mail,
        async sendBatch(...call: Parameters<typeof ctx.mail.sendBatch>) {
          await ctx.db.$executeRaw`
            UPDATE send_attempts SET started_at = now() - interval '16 s'`;
          return ctx.mail.sendBatch(...call);
        },
      },
    };
    await sendBatch(slow, worker, batchId);
    expect(await sentTo()).toEqual([]);
    await harness.runUntilFinished(date);
    expect(await sentTo()).toEqual(["first@example.com", "second@example.com"]);
  });
});
