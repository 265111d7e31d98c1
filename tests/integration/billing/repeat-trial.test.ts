import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { POST as onboard } from "@/app/api/email-onboarding/route";
import { POST as setPhone } from "@/app/api/onboarding/[id]/phone/route";
import { POST as consent } from "@/app/api/sms-consent/route";
import { GET as readOffer, POST as start } from "@/app/api/subscription/start-now/route";
import { deleteAccount } from "@/lib/domain/account/delete-account";
import { confirmPhoneChange, startPhoneChange } from "@/lib/domain/account/phone-change";
import { getAccount } from "@/lib/domain/account/account-view";
import { replayErasures } from "@/lib/domain/erasure/replay-erasures";
import { cancelRequested, postponeCancellation } from "@/lib/domain/billing/cancel-requests";
import { sendDueNotices } from "@/lib/domain/billing/nightly";
import { reconcile } from "@/lib/domain/billing/reconcile";
import { findUnfinishedOnboarding } from "@/lib/domain/onboarding/unfinished-onboarding";
import { runDeliveryTick } from "@/lib/domain/delivery/engine/tick";
import { toDatabaseDate } from "@/lib/calendar/days";
import { openSubscriberClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";
import { startBilling } from "./harness";
import { openBrowser, type Browser } from "../onboarding/browser";

const noon = "2026-11-20T12:00:00Z";
const used = "You’ve already used your free trial. We ended this one, and you won’t be charged.";

const billing = useForFile(() => startBilling({ REPEAT_TRIAL_POLICY: "refuse" }));
let counter = 0;

afterEach(async () => {
  await billing.control("DELETE", "/sandbox/faults");
  await billing.control("DELETE", "/sandbox/setup");
  await billing.setTime(noon);
});

const next = () => {
  counter += 1;
  return counter;
};

const submit = (browser: Browser, uid: string, email: string) =>
  browser.call(onboard, "POST", "/api/email-onboarding", {
    json: { email, timezone: "America/New_York", termsAgreed: true, threelineUid: uid },
  });

/** Buys, without signing up. */
async function buy(email: string, plan = "monthly") {
  const uid = `uid_repeat_${next()}`;
  const ids = await billing.buy({ uid, email, plan });
  return { uid, email, ...ids, browser: openBrowser() };
}

/** Buys and signs up. */
async function join(email: string) {
  const purchase = await buy(email);
  const { status, body } = await submit(purchase.browser, purchase.uid, email);
  expect(status).toBe(200);
  return {
    ...purchase,
    recordId: Number(body["id"]),
    subscriberId: (await ownerOf(purchase)) ?? 0,
  };
}

const find = ({ subscriptionId }: { subscriptionId: string }) =>
  billing.ctx.db.subscription.findUniqueOrThrow({
    where: { paddleSubscriptionId: subscriptionId },
  });

const ownerOf = async (purchase: { subscriptionId: string }) => (await find(purchase)).subscriberId;

async function leave({ subscriberId, email }: { subscriberId: number; email: string }) {
  await deleteAccount(billing.ctx, { subscriberId, email });
}

const paddleSchema = z.object({
  data: z.object({
    status: z.string(),
    scheduled_change: z.object({ action: z.string() }).nullable(),
  }),
});
const atPaddle = async ({ subscriptionId }: { subscriptionId: string }) =>
  paddleSchema.parse(await billing.control("GET", `/paddle/subscriptions/${subscriptionId}`)).data;

const transactionsSchema = z.object({
  data: z.array(z.object({ details: z.object({ totals: z.object({ total: z.string() }) }) })),
});
/** What was charged for a subscription, in cents. */
async function chargesOf({ subscriptionId }: { subscriptionId: string }): Promise<number[]> {
  const path = `/paddle/transactions?subscription_id=${subscriptionId}`;
  const { data } = transactionsSchema.parse(await billing.control("GET", path));
  return data.map(({ details }) => Number(details.totals.total)).filter((total) => total > 0);
}

const noticesOf = async ({ subscriptionId }: { subscriptionId: string }) => {
  const rows = await billing.ctx.db.notice.findMany({
    where: { subscriber: { subscriptions: { some: { paddleSubscriptionId: subscriptionId } } } },
  });
  return rows.map(({ kind }) => kind);
};

const alertsAbout = ({ subscriptionId }: { subscriptionId: string }) =>
  billing.ctx.db.operatorAlert.findMany({ where: { key: `second-trial:${subscriptionId}` } });

const dates = ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26"];

/** Which of the purchases' owners are planned to get the next morning's email. Each call uses another morning. */
async function planned(...purchases: { subscriptionId: string }[]): Promise<boolean[]> {
  const localDate = toDatabaseDate(dates.shift() ?? "");
  await billing.ctx.db.dailyMessage.create({ data: { localDate, message: "1. Markets rose." } });
  await billing.setTime(`${localDate.toISOString().slice(0, 10)}T12:50:00Z`);
  await runDeliveryTick(billing.ctx);
  const rows = await billing.ctx.db.delivery.findMany({ where: { localDate, channel: "email" } });
  const ids = new Set(rows.map(({ subscriberId }) => subscriberId));
  const owners = await Promise.all(purchases.map(ownerOf));
  return owners.map((owner) => owner !== null && ids.has(owner));
}

/** Carries out what was requested for this and all earlier tests, as the worker does in several runs. */
async function carryOut(): Promise<void> {
  for (let run = 0; run < 5; run += 1) await cancelRequested(billing.ctx);
}

/** Where a purchase ends up once the worker has carried out what was requested. */
async function outcomeOf(purchase: { subscriptionId: string }) {
  await carryOut();
  const { status, endReason } = await find(purchase);
  const alerts = await alertsAbout(purchase);
  return {
    status,
    endReason,
    atPaddle: (await atPaddle(purchase)).scheduled_change?.action ?? null,
    alerts: alerts.map(({ subject, body }) => [subject, /Paddle cancels [^.]+/.exec(body)?.[0]]),
  };
}

const refusal = {
  status: "trialing",
  endReason: "repeat_trial",
  atPaddle: "cancel",
  alerts: [["Someone started a second free trial", "Paddle cancels the trial before it’s charged"]],
};

describe("a second free trial, when the policy refuses it", () => {
  test("isn't served, reminded of, or charged, and the sign-up says so", async () => {
    const first = await join("victor+1@gmail.com");
    const second = await buy("v.ictor+2@gmail.com");
    const answer = await submit(second.browser, second.uid, "victor+3@gmail.com");
    expect([answer.status, answer.body]).toEqual([409, { message: used, code: "trial_used" }]);
    expect(await outcomeOf(second)).toEqual(refusal);
    expect(await planned(first, second)).toEqual([true, false]);
    await billing.setTime("2026-11-26T13:00:00Z");
    await sendDueNotices(billing.ctx);
    expect(await noticesOf(second)).toEqual(["canceled"]);
    const mails = (await billing.messages()).filter(({ to }) => to === second.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Your Threeline free trial has ended"]);
    expect(mails[0]?.text.replaceAll(/\s+/g, " ")).toContain(used);

    await billing.simulate(second.subscriptionId, "activate");
    expect(await find(second)).toMatchObject({ status: "canceled" });
    expect(await chargesOf(second)).toEqual([]);
    const late = await submit(second.browser, second.uid, "victor+3@gmail.com");
    expect([late.status, late.body["code"]]).toEqual([409, "trial_used"]);
  });

  test("is recognized before any sign-up, also by the mailbox that paid", async () => {
    const first = await buy("payer.one@gmail.com");
    await submit(first.browser, first.uid, "reader1@example.com");
    expect(await outcomeOf(await buy("payerone+again@gmail.com"))).toEqual(refusal);
  });

  test("is recognized by the address entered at sign-up", async () => {
    await join("walter@gmail.com");
    const second = await buy("walter@work.example");
    expect((await find(second)).endReason).toBeNull();
    const answer = await submit(second.browser, second.uid, "w.alter@gmail.com");
    expect([answer.status, answer.body["code"]]).toEqual([409, "trial_used"]);
    expect(await outcomeOf(second)).toEqual(refusal);
    expect(await noticesOf(second)).toEqual(["canceled"]);
  });

  test("is recognized when the same buyer's purchase has no separate account", async () => {
    const first = await join("xenia@example.com");
    const second = await buy("xenia@example.com");
    expect(await ownerOf(second)).toBeNull();
    expect(await outcomeOf(second)).toEqual(refusal);
    expect((await find(first)).endReason).toBeNull();
  });

  test("is recognized by the nightly comparison when Paddle's events were lost", async () => {
    await join("yara@gmail.com");
    const uid = `uid_repeat_${next()}`;
    const second = await billing.buy({ uid, email: "y.ara@gmail.com", deliver: "none" });
    await reconcile(billing.ctx);
    expect(await outcomeOf(second)).toEqual(refusal);
  });

  test("doesn't end the first one", async () => {
    const first = await join("zoe@gmail.com");
    await buy("z.oe@gmail.com");
    const again = await submit(first.browser, first.uid, "zoe@gmail.com");
    expect(again.status).toBe(200);
    expect((await find(first)).endReason).toBeNull();
  });
});

describe("a number that already had a trial", () => {
  const giveNumber = async (
    { browser, recordId }: { browser: Browser; recordId: number },
    phoneNumber: string,
  ) => {
    await browser.call(setPhone, "POST", `/api/onboarding/${recordId}/phone`, {
      params: { id: recordId },
      json: { phoneNumber },
    });
    return browser.call(consent, "POST", "/api/sms-consent", {
      json: { id: recordId, smsAgreed: true },
    });
  };

  test("ends the second trial at onboarding, before any text", async () => {
    const phone = "+14152007001";
    await giveNumber(await join("phone1@example.com"), phone);
    await billing.setTime("2026-11-20T12:05:00Z");
    const second = await join("phone2@example.com");
    const answer = await giveNumber(second, phone);
    expect([answer.status, answer.body]).toEqual([409, { message: used, code: "trial_used" }]);
    expect(await outcomeOf(second)).toEqual(refusal);
    const texts = (await billing.messages()).filter(({ to }) => to === phone);
    expect(texts).toHaveLength(1);
    const { browser, subscriptionId } = second;
    const json = { subscriptionId };
    await browser.call(start, "POST", "/api/subscription/start-now", { json });
    expect((await giveNumber(second, phone)).status).toBe(200);
  });

  test("ends it in the account, and the code still works once it's paid for", async () => {
    const phone = "+14152007002";
    await giveNumber(await join("phone3@example.com"), phone);
    const second = await join("phone4@example.com");
    const { subscriberId } = second;
    await billing.setTime("2026-11-20T12:10:00Z");
    await startPhoneChange(billing.ctx, subscriberId, { phoneNumber: phone, clientAddress: null });
    const text = (await billing.messages()).findLast(({ to }) => to === phone)?.text ?? "";
    const code = /\d{6}/.exec(text)?.[0] ?? "";
    const confirm = () =>
      confirmPhoneChange(billing.ctx, subscriberId, {
        code,
        clientAddress: "192.0.2.1",
        userAgent: null,
      });
    await expect(confirm()).rejects.toThrow(used);
    expect(await outcomeOf(second)).toEqual(refusal);
    const client = await openSubscriberClient(billing.ctx, subscriberId);
    const json = { subscriptionId: second.subscriptionId };
    expect(await client.call(start, "POST", "/api/subscription/start-now", { json })).toMatchObject(
      {
        status: 200,
      },
    );
    await confirm();
    const { phone: stored } = await billing.ctx.db.subscriber.findUniqueOrThrow({
      where: { id: subscriberId },
    });
    expect(stored).toBe(phone);
  });

  test("is recognized after its account was deleted", async () => {
    const phone = "+14152007003";
    const first = await join("phone5@example.com");
    await giveNumber(first, phone);
    await billing.setTime("2026-11-20T12:20:00Z");
    const second = await join("phone6@example.com");
    await leave(first);
    const answer = await giveNumber(second, phone);
    expect([answer.status, answer.body["code"]]).toEqual([409, "trial_used"]);
    expect(await outcomeOf(second)).toEqual(refusal);
  });

  test("of someone who started later and left doesn't end the first trial", async () => {
    const phone = "+14152007004";
    const first = await join("phone7@example.com");
    await billing.setTime("2026-11-20T12:30:00Z");
    const later = await join("phone8@example.com");
    await giveNumber(later, phone);
    await leave(later);
    await billing.setTime("2026-11-20T12:40:00Z");
    expect((await giveNumber(first, phone)).status).toBe(200);
    expect((await find(first)).endReason).toBeNull();
  });
});

describe("after the account was deleted", () => {
  test("another spelling of the mailbox is recognized", async () => {
    await leave(await join("trent+1@gmail.com"));
    await billing.setTime("2026-11-20T12:01:00Z");
    const second = await buy("t.rent+3@gmail.com");
    const answer = await submit(second.browser, second.uid, "t.rent+3@gmail.com");
    expect([answer.status, answer.body["code"]]).toEqual([409, "trial_used"]);
    expect(await outcomeOf(second)).toEqual(refusal);
    expect(await planned(second)).toEqual([false]);
  });

  test("nothing that is kept names the person", async () => {
    await leave(await join("ursula@example.com"));
    const kept = await billing.ctx.db.pastTrial.findMany();
    const inFolder = await billing.ctx.pastTrials.list();
    expect(JSON.stringify([kept, inFolder])).not.toMatch(/ursula|example/);
    expect(inFolder.length).toBe(kept.length);
    for (const { hash } of kept) expect(hash).toMatch(/^[\w-]{43}$/);
  });

  test("a restored backup from before the account still knows", async () => {
    await leave(await join("vera@gmail.com"));
    await billing.ctx.db.pastTrial.deleteMany();
    await billing.ctx.db.erasure.deleteMany();
    await replayErasures(billing.ctx);
    await billing.setTime("2026-11-20T12:02:00Z");
    expect(await outcomeOf(await buy("v.era@gmail.com"))).toEqual(refusal);
  });

  test("the data folder gets what a failed write didn't store", async () => {
    await leave(await join("wanda@gmail.com"));
    const known = await billing.ctx.pastTrials.list();
    await billing.ctx.pastTrials.deleteBefore(new Date("2027-01-01T00:00:00Z"));
    await replayErasures(billing.ctx);
    expect(await billing.ctx.pastTrials.list()).toEqual(expect.arrayContaining(known));
    await replayErasures(billing.ctx);
    expect(await billing.ctx.pastTrials.list()).toHaveLength(known.length);
  });
});

describe("starting now, without a trial", () => {
  const startIn = (browser: Browser, subscriptionId: string) =>
    browser.call(start, "POST", "/api/subscription/start-now", { json: { subscriptionId } });
  const offerIn = async (browser: Browser) =>
    (await browser.call(readOffer, "GET", "/api/subscription/start-now")).body;

  /** A refused purchase whose browser has been told so. */
  async function refused(plan = "monthly") {
    const name = `again${next()}`;
    await join(`${name}@gmail.com`);
    const second = await buy(`${name}+2@gmail.com`, plan);
    const { status } = await submit(second.browser, second.uid, second.email);
    expect(status).toBe(409);
    return second;
  }

  /**
   * Waits until everything Paddle has to say about a subscription has been stored: while an event is being
   * stored, the worker leaves the subscription to its next run.
   *
   * @returns the types of the events
   */
  async function untilTold({ subscriptionId }: { subscriptionId: string }): Promise<string[]> {
    const sent = (await billing.events()).filter(({ data }) => data["id"] === subscriptionId);
    const eventId = { in: sent.map((event) => event.event_id) };
    await expect
      .poll(() => billing.ctx.db.webhookEvent.count({ where: { eventId } }), { timeout: 30_000 })
      .toBe(sent.length);
    return sent.map((event) => event.event_type);
  }

  /** One that Paddle has canceled, and has told us so. */
  async function refusedAndCanceled(plan = "monthly") {
    const second = await refused(plan);
    await carryOut();
    expect(await untilTold(second)).toContain("subscription.updated");
    return second;
  }

  test("charges once, is served from the next slot, and lets the sign-up finish", async () => {
    const second = await refusedAndCanceled("annual");
    const { browser, subscriptionId } = second;
    expect(await offerIn(browser)).toMatchObject({
      offer: { subscriptionId, amount: 4_000, currency: "USD", interval: "year" },
    });
    expect(await startIn(browser, subscriptionId)).toMatchObject({
      status: 200,
      body: { message: "You’re subscribed" },
    });
    // The clock stands still, so the event of the withdrawal can look newer than the answer for a moment.
    const paid = { status: "active", endReason: null, cancelAt: null };
    await expect.poll(() => find(second)).toMatchObject(paid);
    expect(await startIn(browser, subscriptionId)).toMatchObject({ status: 200 });
    expect(await atPaddle(second)).toEqual({ status: "active", scheduled_change: null });
    expect(await chargesOf(second)).toEqual([4_000]);
    expect(await offerIn(browser)).toEqual({ offer: null });
    expect((await submit(browser, second.uid, second.email)).status).toBe(200);
    await carryOut();
    expect((await find(second)).cancelAt).toBeNull();
    await expect
      .poll(() => noticesOf(second))
      .toEqual(expect.arrayContaining(["charged", "welcome"]));
    expect(await noticesOf(second)).not.toContain("kept");
    expect(await planned(second)).toEqual([true]);
  });

  test("charges once when two tabs start it at the same moment", async () => {
    const second = await refused();
    const { browser, subscriptionId } = second;
    const answers = await Promise.all([
      startIn(browser, subscriptionId),
      startIn(browser, subscriptionId),
    ]);
    // The second one waits for nothing, unless the first one has been answered by then.
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect([200, 429]).toEqual(expect.arrayContaining(statuses));
    expect(await chargesOf(second)).toEqual([500]);
  });

  test("charges once when Paddle's answer is lost", async () => {
    const second = await refused();
    await billing.control("POST", "/sandbox/faults", {
      provider: "paddle",
      mode: "accept-then-drop",
      count: 1,
    });
    expect((await startIn(second.browser, second.subscriptionId)).status).toBe(200);
    expect((await startIn(second.browser, second.subscriptionId)).status).toBe(200);
    expect(await chargesOf(second)).toEqual([500]);
    await expect.poll(() => find(second)).toMatchObject({ status: "active", endReason: null });
  });

  test("isn't canceled while the outcome is unknown, nor charged again until it's known", async () => {
    const second = await refused();
    await billing.control("POST", "/sandbox/faults", { provider: "paddle", mode: "error" });
    const unknown = await startIn(second.browser, second.subscriptionId);
    expect([unknown.status, unknown.body]).toEqual([
      503,
      {
        message:
          "We don’t know yet whether your payment went through. Please try again in a few minutes. You won’t be charged twice.",
        code: "payment_unknown",
      },
    ]);
    await billing.control("DELETE", "/sandbox/faults");
    const early = await startIn(second.browser, second.subscriptionId);
    expect([early.status, early.body["message"]]).toEqual([
      429,
      "We’re still working on your payment. Please try again in a few minutes. You won’t be charged twice.",
    ]);
    await carryOut();
    expect(await atPaddle(second)).toMatchObject({ scheduled_change: null });
    await billing.setTime("2026-11-20T12:03:01Z");
    expect((await startIn(second.browser, second.subscriptionId)).status).toBe(200);
    expect(await chargesOf(second)).toEqual([500]);
  });

  test("says that the card was declined, serves nothing, and stays canceled", async () => {
    const second = await refusedAndCanceled();
    await billing.control("PUT", "/sandbox/setup", { paddleDeclinesCards: true });
    const declined = await startIn(second.browser, second.subscriptionId);
    expect([declined.status, declined.body]).toEqual([
      402,
      {
        message:
          "Your payment was declined, so you weren’t charged. Please check your card and try again, or contact us.",
        code: "payment_declined",
      },
    ]);
    expect(await atPaddle(second)).toMatchObject({ scheduled_change: null });
    await untilTold(second);
    expect(await outcomeOf(second)).toEqual(refusal);
    await billing.control("DELETE", "/sandbox/setup");
    await billing.setTime("2026-11-20T12:00:01Z");
    expect((await startIn(second.browser, second.subscriptionId)).status).toBe(200);
    expect(await chargesOf(second)).toEqual([500]);
    const notices = await noticesOf(second);
    expect(notices.filter((kind) => kind === "canceled")).toHaveLength(1);
  });

  test("is canceled again if it breaks off after the cancellation was withdrawn", async () => {
    const second = await refusedAndCanceled();
    const { id } = await find(second);
    await postponeCancellation(billing.ctx.db, id);
    await billing.ctx.payments.keepSubscription(second.subscriptionId);
    await untilTold(second);
    await carryOut();
    expect(await atPaddle(second)).toMatchObject({ scheduled_change: null });
    await billing.ctx.db.subscription.update({
      where: { id },
      data: { endNextAttemptAt: new Date(0) },
    });
    expect(await outcomeOf(second)).toEqual(refusal);
  });

  test("says when Paddle can't be reached, and can be tried again at once", async () => {
    const second = await refused();
    await billing.control("POST", "/sandbox/faults", {
      provider: "paddle",
      mode: "error",
      status: 400,
      endpoint: "search",
      count: 1,
    });
    const away = await startIn(second.browser, second.subscriptionId);
    expect([away.status, away.body]).toEqual([
      503,
      {
        message:
          "We can’t reach our payment provider, so you weren’t charged. Please try again in a moment.",
      },
    ]);
    expect((await startIn(second.browser, second.subscriptionId)).status).toBe(200);
  });

  test("is only for the browser that came through checkout, and for a refused trial", async () => {
    const second = await refused();
    const stranger = await refused();
    expect(await startIn(openBrowser(), second.subscriptionId)).toMatchObject({ status: 404 });
    expect(await startIn(stranger.browser, second.subscriptionId)).toMatchObject({ status: 404 });
    expect(await startIn(second.browser, "sub_unknown")).toMatchObject({ status: 404 });
    const served = await join("served@example.com");
    expect(await startIn(served.browser, served.subscriptionId)).toMatchObject({
      status: 409,
      body: { message: "This offer is no longer available. Please choose a plan to subscribe." },
    });
    expect(await chargesOf(served)).toEqual([]);
  });

  test("is offered in the account of someone who logs in with the address they paid with", async () => {
    const second = await refused();
    const subscriberId = (await ownerOf(second)) ?? 0;
    expect(await getAccount(billing.ctx, subscriberId)).toMatchObject({
      user: { status: "Cancelled", nextChargeDate: null },
      isServed: false,
      canKeep: false,
      startOffer: {
        subscriptionId: second.subscriptionId,
        amount: 500,
        currency: "USD",
        interval: "month",
      },
    });
    expect(await findUnfinishedOnboarding(billing.ctx, subscriberId)).toBeNull();
    const client = await openSubscriberClient(billing.ctx, subscriberId);
    const json = { subscriptionId: second.subscriptionId };
    const started = await client.call(start, "POST", "/api/subscription/start-now", { json });
    expect(started.status).toBe(200);
    await expect
      .poll(() => getAccount(billing.ctx, subscriberId))
      .toMatchObject({
        user: { status: "Active" },
        isServed: true,
        startOffer: null,
      });
    // The terms are still to be agreed to.
    expect(await findUnfinishedOnboarding(billing.ctx, subscriberId)).toBe(second.uid);
  });
});
