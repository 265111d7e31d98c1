// @module-tag slow
import { beforeEach, describe, expect, it, vi } from "vitest";
import { listDeliveryProblems } from "@/lib/domain/delivery/monitoring/health";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import {
  deliveryTag,
  formatDeliveryId,
  parseDeliveryId,
} from "@/lib/domain/delivery/ledger/delivery-id";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { requestAdmission } from "@/lib/domain/delivery/engine/provider-rate-limit";
import { recordResults } from "@/lib/domain/delivery/engine/record";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import { claimBatch } from "@/lib/domain/delivery/engine/claim";
import type { MessageResult } from "@/lib/domain/ports/send-outcome";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { changeTimezone } from "@/lib/domain/delivery/subscriber/change-timezone";
import { applyTextReport, startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";
const eight = "2026-11-23T13:00:00Z";

const harness = useForFile(startDelivery);

beforeEach(async () => {
  await harness.reset();
  await harness.addMessage(date);
});

async function addSubscribers(count: number, smsEnabled = false): Promise<void> {
  for (let index = 0; index < count; index += 1) await harness.addSubscriber({ smsEnabled });
}

/** How often the provider has been asked about the attempts so far. */
async function lookUps(): Promise<number> {
  const { _sum } = await harness.ctx.db.sendAttempt.aggregate({ _sum: { lookupCount: true } });
  return _sum.lookupCount ?? 0;
}

/** Runs the engine until the provider has been asked this often. */
function runUntilLookUps(count: number): Promise<void> {
  return harness.runUntil(async () => (await lookUps()) >= count);
}

/** How many messages the provider accepted, for how many people, and what the ledger says. */
async function outcomeOf(channel: "email" | "sms"): Promise<Record<string, number>> {
  const to = (await harness.sent(channel)).map((each) => each.to);
  const { accepted, pending } = (await getBriefingStatus(harness.ctx, date)).channels[channel];
  return { messages: to.length, people: new Set(to).size, accepted, pending };
}

const oneEach = (count: number) => ({
  messages: count,
  people: count,
  accepted: count,
  pending: 0,
});

/** A report that a webhook has appended and that nothing has applied yet. */
async function appendReport(subscriberId: number, providerMessageId = "reported"): Promise<void> {
  const deliveryId = formatDeliveryId({ channel: "email", localDate: date, subscriberId });
  await harness.ctx.db.webhookEvent.create({
    data: {
      source: "postmark",
      eventId: `Delivery:${deliveryId}`,
      month: new Date("2026-11-01"),
      kind: "Delivery",
      payload: {},
      receivedAt: harness.ctx.clock.now(),
      report: { deliveryId, providerMessageId, status: "delivered" },
    },
  });
}

/** Lets the searches leave out every second message, beginning with the next one. */
async function hideEverySecond(): Promise<void> {
  for (const provider of ["postmark", "twilio"]) {
    await harness.fault({ provider, mode: "search-partial", probability: 0.5 });
  }
  const { mail } = harness.ctx;
  await harness.runUntil(
    async () =>
      (await mail.sendProbe("start", "broadcast")) && (await mail.findByTag("start")).length > 0,
  );
}

describe("messages that the provider accepted, and its search misled us about", () => {
  it.each([
    ["email", "the slot", "America/New_York"],
    ["email", "the date", "America/Chicago"],
    ["sms", "the slot", "America/New_York"],
    ["sms", "the date", "America/Chicago"],
  ] as const)(
    "aren't sent again when a report on another call arrives (%s, of %s)",
    async (channel, _, timezone) => {
      const provider = channel === "email" ? "postmark" : "twilio";
      const only = { emailEnabled: channel === "email", smsEnabled: channel === "sms" };
      await harness.addSubscriber({ ...only, timezone });
      await harness.fault({ provider, mode: "accept-then-drop", count: 2 });
      await harness.fault({ provider, mode: "search-lag", delayMs: 600_000 });
      await harness.setTime("2026-11-23T14:00:00Z");
      await harness.run();
      const id = await harness.addSubscriber(only);
      await harness.run();
      const where = { lookupCount: { gt: 0 } };
      await harness.runUntil(async () => (await harness.ctx.db.sendAttempt.count({ where })) === 2);
      // As if the search had misled both lookups.
      await harness.ctx.db.sendAttempt.updateMany({ data: { state: "finalized" } });
      await harness.ctx.db.deliveryBatch.updateMany({ data: { state: "ready" } });
      await (channel === "email" ? appendReport(id) : applyTextReport(harness, date, id));
      await harness.clearFaults();
      await harness.runUntilFinished(date);
      expect(await outcomeOf(channel)).toEqual(oneEach(2));
    },
  );

  it("aren't sent again in a zone that their recipient moves to before a report arrives", async () => {
    const { ctx } = harness;
    const id = await harness.addSubscriber();
    await harness.fault({ provider: "postmark", mode: "accept-then-drop", count: 1 });
    await harness.fault({ provider: "postmark", mode: "search-lag", delayMs: 600_000 });
    await harness.setTime(eight);
    await runUntilLookUps(2);
    await ctx.db.sendAttempt.updateMany({ data: { state: "finalized" } });
    await ctx.db.deliveryBatch.updateMany({ data: { state: "ready" } });
    await ctx.db.$transaction((tx) => changeTimezone(ctx, tx, id, "America/Los_Angeles"));
    await harness.fault({ provider: "postmark", mode: "error", status: 401 });
    // Until it's claimed again, in which the row of somebody who moves could be deleted.
    await harness.runUntil(
      async () => (await ctx.db.sendAttempt.count()) === 2 || (await ctx.db.delivery.count()) === 0,
    );
    await appendReport(id);
    await harness.clearFaults();
    await harness.setTime("2026-11-23T16:00:00Z");
    await harness.run();
    await harness.runUntilFinished(date);
    expect(await outcomeOf("email")).toEqual(oneEach(1));
  });
});

describe("emails that Postmark accepted without an answer", () => {
  it("aren't sent again while its report about them waits to be applied", async () => {
    const id = await harness.addSubscriber();
    await harness.fault({ provider: "postmark", mode: "accept-then-drop", count: 1 });
    await harness.fault({ provider: "postmark", mode: "search-lag", delayMs: 600_000 });
    await harness.setTime(eight);
    await harness.run();
    await appendReport(id);
    await harness.runUntilFinished(date);
    expect(await outcomeOf("email")).toEqual(oneEach(1));
  });

  it("aren't sent again when the report arrives after they counted as not sent", async () => {
    const id = await harness.addSubscriber();
    await harness.setTime(eight);
    await planSlot(harness.ctx, slotOf(date, "America/New_York", "email", 15));
    await harness.ctx.db.deliveryBatch.updateMany({ data: { lastReason: "worker_lost" } });
    await appendReport(id);
    await harness.runUntilFinished(date);
    expect(await outcomeOf("email")).toEqual({ ...oneEach(1), messages: 0, people: 0 });
  });

  it.each(["at once", "and they were tried again one by one"])(
    "aren't sent again when a report on one arrives after none was found, %s",
    async (when) => {
      const id = await harness.addSubscriber();
      await addSubscribers(2);
      await harness.fault({ provider: "postmark", mode: "accept-then-drop", count: 1 });
      await harness.fault({ provider: "postmark", mode: "search-lag", delayMs: 600_000 });
      await harness.setTime(eight);
      await runUntilLookUps(2);
      // As if the search had misled a lookup.
      await harness.ctx.db.sendAttempt.updateMany({ data: { state: "finalized" } });
      await harness.ctx.db.deliveryBatch.updateMany({ data: { state: "ready" } });
      if (when !== "at once") {
        await harness.fault({ provider: "postmark", mode: "error", status: 401 });
        await harness.runUntil(async () => (await harness.ctx.db.sendAttempt.count()) === 4);
      }
      await appendReport(id);
      await harness.clearFaults();
      await harness.runUntilFinished(date);
      expect(await outcomeOf("email")).toEqual(oneEach(3));
    },
  );

  it("say nothing about later calls with others of the same batch", async () => {
    await addSubscribers(3);
    // Each is sent alone, as long as the provider doesn't answer.
    const unanswered = { provider: "postmark", nextSendAt: new Date(0), unanswered: 3 };
    await harness.ctx.db.providerRateLimit.create({ data: unanswered });
    await harness.fault({ provider: "postmark", mode: "accept-then-drop", count: 1 });
    await harness.setTime(eight);
    await harness.run();
    const [sent] = await harness.sent("email");
    const id = parseDeliveryId(sent?.metadata["delivery"] ?? "");
    if (!id) throw new Error("Nothing was sent.");
    const [found] = await harness.ctx.mail.findByTag(deliveryTag(id));
    await appendReport(id.subscriberId, found?.providerMessageId);
    await harness.fault({ provider: "postmark", mode: "error", status: 500, count: 1 });
    await harness.runUntilFinished(date);
    expect(await outcomeOf("email")).toEqual(oneEach(3));
  });

  it("aren't sent again while its search is behind", async () => {
    await addSubscribers(3);
    await harness.fault({ provider: "postmark", mode: "accept-then-drop", count: 1 });
    await harness.fault({ provider: "postmark", mode: "search-lag", delayMs: 600_000 });
    await harness.setTime(eight);
    await runUntilLookUps(5);
    await harness.clearFaults();
    await harness.runUntilFinished(date);
    expect(await outcomeOf("email")).toEqual(oneEach(3));
  });

  it("aren't sent again while its search leaves out others that we know of", async () => {
    await addSubscribers(2);
    // It finds the second and the fourth, which is the probe.
    await hideEverySecond();
    await harness.setTime("2026-11-23T12:45:00Z");
    await harness.run();
    await harness.addSubscriber({ timezone: "America/Chicago" });
    await harness.fault({ provider: "postmark", mode: "accept-then-drop", count: 1 });
    await harness.setTime("2026-11-23T13:45:00Z");
    await runUntilLookUps(5);
    await harness.clearFaults();
    await harness.runUntilFinished(date);
    expect(await outcomeOf("email")).toEqual(oneEach(3));
  });

  it("aren't sent again while its search has only some of a call", async () => {
    await hideEverySecond();
    await harness.fault({ provider: "postmark", mode: "accept-then-drop", count: 1 });
    await addSubscribers(8);
    await harness.setTime(eight);
    await runUntilLookUps(4);
    await harness.clearFaults();
    await harness.runUntilFinished(date);
    expect(await outcomeOf("email")).toEqual(oneEach(8));
  });

  it("aren't sent again when a lookup finds one after another has found none", async () => {
    await addSubscribers(3);
    await harness.fault({ provider: "postmark", mode: "accept-then-drop", count: 1 });
    await harness.fault({ provider: "postmark", mode: "search-lag", delayMs: 600_000 });
    await harness.setTime(eight);
    await runUntilLookUps(1);
    await harness.ctx.db.$executeRaw`
      UPDATE send_attempts SET ended_at = now() - interval '1 minute', probe_sent_at = now()`;
    const [batch] = await harness.ctx.db.deliveryBatch.findMany();
    const [first] = await harness.sent("email");
    const lookUp = () => sendBatch(harness.ctx, harness.worker, batch?.id ?? 0n);
    const found = { providerMessageId: "found", metadata: first?.metadata ?? {}, recipients: [] };
    // The last answer to the first lookup comes after the second one has finished.
    const lastAnswer = Promise.withResolvers<(typeof found)[]>();
    const answers = [[], lastAnswer.promise, [], []];
    const searching = vi.spyOn(harness.ctx.mail, "findByTag");
    searching.mockImplementation(async (tag) =>
      tag.startsWith("probe:") ? [found] : ((await answers.shift()) ?? []),
    );
    const late = lookUp();
    await vi.waitFor(() => expect(answers).toHaveLength(2), 30_000);
    await lookUp();
    lastAnswer.resolve([found]);
    await late;
    searching.mockRestore();
    await harness.clearFaults();
    await harness.runUntilFinished(date);
    expect(await outcomeOf("email")).toEqual(oneEach(3));
  });

  it("aren't sent again when it accepts them after we have given up", async () => {
    await addSubscribers(3);
    const late = { provider: "postmark", mode: "late-accept", delayMs: 12_000, count: 1 };
    await harness.fault(late);
    await harness.fault({ provider: "postmark", mode: "search-lag", delayMs: 600_000 });
    await harness.setTime(eight);
    await runUntilLookUps(3);
    await vi.waitFor(async () => expect(await harness.sent("email")).toHaveLength(3), 60_000);
    await harness.clearFaults();
    await harness.runUntilFinished(date);
    expect(await outcomeOf("email")).toEqual(oneEach(3));
  });
});

describe("emails that Postmark didn't accept", () => {
  it("are sent again once its search finds a later email", async () => {
    await addSubscribers(3);
    await harness.fault({ provider: "postmark", mode: "error", status: 500, count: 1 });
    await harness.setTime(eight);
    await harness.runUntilFinished(date);
    expect(await outcomeOf("email")).toEqual(oneEach(3));
    const [attempt] = await harness.ctx.db.sendAttempt.findMany({ where: { foundCount: 0 } });
    expect(attempt?.probeSentAt).toEqual(expect.any(Date));
  });

  it("aren't sent again as long as its search doesn't catch up", async () => {
    await addSubscribers(3);
    await harness.fault({ provider: "postmark", mode: "error", status: 500, count: 1 });
    const behind = { provider: "postmark", mode: "search-lag", delayMs: 600_000 };
    await harness.fault({ ...behind, stream: "broadcast" });
    await harness.setTime(eight);
    await runUntilLookUps(20);
    expect(await outcomeOf("email")).toEqual({ messages: 0, people: 0, accepted: 0, pending: 3 });
    await harness.clearFaults();
    await harness.runUntilFinished(date);
    expect(await outcomeOf("email")).toEqual(oneEach(3));
  });
});

describe("texts that Twilio accepted without an answer", () => {
  const smsOnly = { emailEnabled: false, smsEnabled: true };

  /**
   * Two texts have been sent, of which Twilio's list has one. Sends a third, which gets no answer and
   * isn't in the list, and a fourth, which is, and runs the engine until all are settled.
   */
  async function sendTwoMore(): Promise<void> {
    await harness.fault({ provider: "twilio", mode: "accept-then-drop", count: 1 });
    await harness.addSubscriber(smsOnly);
    await harness.setTime(eight);
    await harness.runUntil(async () => (await harness.sent("sms")).length === 3);
    await harness.addSubscriber(smsOnly);
    await runUntilLookUps(3);
    await harness.clearFaults();
    await harness.runUntilFinished(date);
  }

  it("are recognized although it has put words before them", async () => {
    await addSubscribers(3, true);
    await harness.ctx.db.subscriber.updateMany({ data: { emailEnabled: false } });
    await harness.fault({ provider: "twilio", mode: "alter-body" });
    await harness.fault({ provider: "twilio", mode: "accept-then-drop", count: 3 });
    await harness.setTime(eight);
    await harness.runUntilFinished(date);
    expect(await outcomeOf("sms")).toEqual(oneEach(3));
  });

  it("are recognized although it has redacted them", async () => {
    await addSubscribers(6, true);
    await harness.ctx.db.subscriber.updateMany({ data: { emailEnabled: false } });
    await harness.fault({ provider: "twilio", mode: "redact" });
    await harness.fault({ provider: "twilio", mode: "accept-then-drop", count: 3 });
    await harness.setTime(eight);
    await harness.runUntilFinished(date);
    expect(await outcomeOf("sms")).toEqual(oneEach(6));
  });

  it("aren't sent again as long as its list hides others that we know of", async () => {
    await addSubscribers(6, true);
    await harness.ctx.db.subscriber.updateMany({ data: { emailEnabled: false } });
    await harness.fault({ provider: "twilio", mode: "search-lag", delayMs: 600_000 });
    await harness.fault({ provider: "twilio", mode: "accept-then-drop", count: 3 });
    await harness.setTime(eight);
    await runUntilLookUps(20);
    await harness.clearFaults();
    await harness.runUntilFinished(date);
    expect(await outcomeOf("sms")).toEqual(oneEach(6));
  });

  it("aren't sent again as long as its list hides one that a report tells of", async () => {
    await addSubscribers(2, true);
    await harness.ctx.db.subscriber.updateMany({ data: { emailEnabled: false } });
    await harness.fault({ provider: "twilio", mode: "search-lag", delayMs: 600_000 });
    await harness.fault({ provider: "twilio", mode: "accept-then-drop", count: 2 });
    await harness.setTime(eight);
    await harness.runUntil(async () => (await harness.sent("sms")).length === 2);
    const { subscriberId } = await harness.ctx.db.delivery.findFirstOrThrow();
    await applyTextReport(harness, date, subscriberId);
    const isSentAgain = async () => (await harness.sent("sms")).length > 2;
    await harness.runUntil(async () => (await lookUps()) >= 20 || (await isSentAgain()));
    await harness.clearFaults();
    await harness.runUntilFinished(date);
    expect(await outcomeOf("sms")).toEqual(oneEach(2));
  });

  it("aren't sent again while its list is behind", async () => {
    await addSubscribers(3, true);
    await harness.fault({ provider: "twilio", mode: "accept-then-drop", count: 3 });
    await harness.fault({ provider: "twilio", mode: "search-lag", delayMs: 600_000 });
    await harness.setTime(eight);
    await runUntilLookUps(2);
    await harness.clearFaults();
    await harness.runUntilFinished(date);
    expect(await outcomeOf("sms")).toEqual(oneEach(3));
  });

  it("aren't sent again while its list leaves out others that we know of", async () => {
    await harness.addSubscriber(smsOnly);
    await harness.addSubscriber(smsOnly);
    await hideEverySecond();
    await harness.setTime(eight);
    await harness.run();
    await sendTwoMore();
    expect(await outcomeOf("sms")).toEqual(oneEach(4));
  });

  it("aren't sent again while its list leaves out those of another zone", async () => {
    await harness.setTime("2026-11-23T07:00:00Z");
    await harness.addSubscriber({ ...smsOnly, timezone: "Europe/London" });
    await harness.addSubscriber({ ...smsOnly, timezone: "Europe/London" });
    await hideEverySecond();
    await harness.setTime("2026-11-23T08:00:00Z");
    await harness.run();
    await sendTwoMore();
    expect(await outcomeOf("sms")).toEqual(oneEach(4));
  });

  it.each([
    ["are told apart from one that it never got, when its list shows five others", 5, 7],
    ["aren't told apart from one that it never got, when its list shows four others", 4, 5],
  ])("%s", async (_, others, accepted) => {
    for (let each = 0; each < others; each += 1) await harness.addSubscriber(smsOnly);
    await harness.setTime(eight);
    await harness.run();
    const [got, lost] = ["+14155559401", "+14155559402"];
    await harness.fault({ provider: "twilio", mode: "accept-then-drop", to: got, count: 1 });
    await harness.fault({ provider: "twilio", mode: "error", status: 500, to: lost, count: 1 });
    for (const phone of [got, lost]) await harness.addSubscriber({ ...smsOnly, phone });
    const status = async () => (await getBriefingStatus(harness.ctx, date)).channels.sms;
    await harness.runUntil(async () => (await status()).accepted === 7 || (await lookUps()) >= 20);
    expect(await status()).toMatchObject({ accepted, pending: others + 2 - accepted });
  });

  it("aren't sent again when its list is complete only after the answer about them", async () => {
    await harness.addSubscriber(smsOnly);
    await harness.setTime(eight);
    await harness.run();
    await harness.fault({ provider: "twilio", mode: "accept-then-drop", count: 1 });
    const id = await harness.addSubscriber(smsOnly);
    await harness.runUntil(async () => (await harness.sent("sms")).length === 2);
    const { phone } = await harness.ctx.db.subscriber.findUniqueOrThrow({ where: { id } });
    const find = harness.ctx.sms.findByRecipient.bind(harness.ctx.sms);
    let round = -1;
    let isComplete = false;
    const hiding = vi.spyOn(harness.ctx.sms, "findByRecipient");
    hiding.mockImplementation(async (number, since) => {
      const count = await lookUps();
      if (number !== phone) isComplete = true;
      else if (count !== round) isComplete = false;
      round = count;
      return isComplete ? find(number, since) : [];
    });
    await harness.addSubscriber(smsOnly);
    await harness.runUntilFinished(date);
    hiding.mockRestore();
    expect(await outcomeOf("sms")).toEqual(oneEach(3));
  });
});

describe("a provider that answers nothing", () => {
  /** Plans ten subscribers, each in their own batch. */
  async function planTenBatches(): Promise<bigint[]> {
    await addSubscribers(10);
    await harness.setTime(eight);
    await planSlot(harness.ctx, slotOf(date, "America/New_York", "email", 15));
    const { db } = harness.ctx;
    const { id: first, slotId } = await db.deliveryBatch.findFirstOrThrow();
    const [, ...others] = await db.delivery.findMany({ select: { subscriberId: true } });
    const ids = [first];
    for (const { subscriberId } of others) {
      const { id } = await db.deliveryBatch.create({ data: { slotId, size: 1 } });
      await db.delivery.updateMany({ where: { subscriberId }, data: { batchId: id } });
      ids.push(id);
    }
    return ids;
  }

  it("is left alone after three calls, tried with one, and used again once it answers", async () => {
    await harness.fault({ provider: "postmark", mode: "error", status: 500 });
    const batches = await planTenBatches();
    const states: string[] = [];
    for (const id of batches) {
      states.push((await sendBatch(harness.ctx, harness.worker, id)).state);
    }
    expect(states).toEqual([
      ...Array.from({ length: 3 }, () => "sent"),
      ...Array.from({ length: 7 }, () => "later"),
    ]);
    const problems = (await listDeliveryProblems(harness.ctx)).map((problem) => problem.code);
    expect(problems).toContain("provider_unavailable");

    await harness.clearFaults();
    await harness.ctx.db.$executeRaw`UPDATE provider_rate_limits SET paused_until = now()`;
    const admissions = await Promise.all(
      Array.from({ length: 5 }, () => requestAdmission(harness.ctx, "postmark")),
    );
    expect(admissions.filter(({ isAdmitted }) => isAdmitted)).toHaveLength(1);
    await harness.ctx.db.$executeRaw`UPDATE provider_rate_limits SET paused_until = now()`;
    await harness.ctx.db.$executeRaw`UPDATE delivery_batches SET next_attempt_at = now()`;
    await harness.runUntilFinished(date);
    expect(await outcomeOf("email")).toEqual(oneEach(10));
    expect(await harness.ctx.db.providerRateLimit.findMany()).toMatchObject([
      { provider: "postmark", unanswered: 0, pauseReason: null },
    ]);
  });
});

describe("an attempt that comes back late", () => {
  const done = { next: "done", reason: null, error: null, delayMs: 0 } as const;

  /** Plans the slot, and claims its batch once. */
  async function claimFirst() {
    await addSubscribers(2);
    await harness.setTime(eight);
    const slot = slotOf(date, "America/New_York", "email", 15);
    await planSlot(harness.ctx, slot);
    const row = await harness.ctx.db.deliveryBatch.findFirstOrThrow({ include: { slot: true } });
    const batch = {
      batchId: row.id,
      slotId: row.slotId,
      localDate: date,
      timezone: slot.timezone,
      channel: slot.channel,
      editionId: row.slot.editionId ?? 0,
    };
    const claim = async () => {
      const attempt = { id: crypto.randomUUID(), workerId: harness.worker.id, mark: 0 };
      const { recipients } = (await claimBatch(harness.ctx, batch, attempt, {
        unopenedZones: [],
      })) ?? {
        recipients: [],
      };
      return (result: MessageResult) => {
        const results = recipients.map((recipient) => ({ ...recipient, result }));
        return recordResults(harness.ctx, batch, attempt.id, done, results);
      };
    };
    return { claim, record: await claim() };
  }

  const rows = () =>
    harness.ctx.db.delivery.findMany({ select: { state: true, providerMessageId: true } });

  it("doesn't overwrite a row that is settled", async () => {
    const { record } = await claimFirst();
    const known = { state: "accepted", providerMessageId: "known from a report" };
    await harness.ctx.db.delivery.updateMany({ data: known });
    await record({ state: "accepted", providerMessageId: "from the late attempt" });
    expect(await rows()).toEqual([known, known]);
  });

  it("doesn't fail a row that another attempt is sending", async () => {
    const { claim, record } = await claimFirst();
    await harness.ctx.db.sendAttempt.updateMany({ data: { state: "finalized" } });
    await harness.ctx.db.deliveryBatch.updateMany({ data: { state: "ready" } });
    const recordSecond = await claim();
    await record({ state: "refused", reason: "rejected", code: 300, detail: "not an address" });
    await recordSecond({ state: "accepted", providerMessageId: "second" });
    const sent = { state: "accepted", providerMessageId: "second" };
    expect(await rows()).toEqual([sent, sent]);
  });

  it("counts as accepted although another attempt is sending", async () => {
    const { claim, record } = await claimFirst();
    await harness.ctx.db.sendAttempt.updateMany({ data: { state: "finalized" } });
    await harness.ctx.db.deliveryBatch.updateMany({ data: { state: "ready" } });
    await claim();
    const sent = { state: "accepted", providerMessageId: "first" } as const;
    await record(sent);
    expect(await rows()).toEqual([sent, sent]);
  });
});
