import { expect, test } from "vitest";
import { POST as signUp } from "@/app/api/email-onboarding/route";
import { sendDueNotices } from "@/lib/domain/billing/nightly";
import {
  planSignUpReminders,
  reportUnfinishedSignUps,
  unfinishedSubscriberIds,
} from "@/lib/domain/onboarding/unfinished-sign-ups";
import { sendAlerts } from "@/lib/domain/outbox/operator-alerts";
import { startBilling } from "@/tests/integration/billing/harness";
import { useForFile } from "@/tests/support/use-for-file";
import { openBrowser } from "./browser";

// Buyers who paid, but never said where and when to send the briefing.

const billing = useForFile(startBilling);
let counter = 0;

const boughtAt = "2026-11-20T12:00:00Z";

async function buy() {
  counter += 1;
  const [uid, email] = [`uid_unfinished_${counter}abcdefgh`, `unfinished${counter}@example.com`];
  await billing.setTime(boughtAt);
  const { subscriptionId } = await billing.buy({ uid, email });
  return { uid, email, subscriptionId };
}

async function completeSignUp(uid: string, email: string) {
  const json = { threelineUid: uid, email, timezone: "America/New_York", termsAgreed: true };
  const answer = await openBrowser().call(signUp, "POST", "/api/email-onboarding", { json });
  expect(answer.status).toBe(200);
}

/** Runs the reminders at a time, twice, as two workers would. */
async function runAt(now: string) {
  await billing.setTime(now);
  await Promise.all([planSignUpReminders(billing.ctx), planSignUpReminders(billing.ctx)]);
  await sendDueNotices(billing.ctx);
  await sendDueNotices(billing.ctx);
}

const remindersTo = async (address: string) =>
  (await billing.messages()).filter(
    ({ to, metadata }) => to === address && metadata["notice"] === "unfinished_sign_up",
  );

const alertsAbout = async (address: string) =>
  (await billing.messages()).filter(
    ({ to, text }) => to === billing.ctx.settings.operatorEmail && text.includes(address),
  );

/** Payment addresses of those who got all reminders. */
async function listReminded(): Promise<string[]> {
  const { db, clock } = billing.ctx;
  const rows = await db.$queryRaw<{ email: string }[]>`
    SELECT email FROM subscribers WHERE id IN (${unfinishedSubscriberIds(clock.now())})`;
  return rows.map(({ email }) => email);
}

test("reminds after one hour, one day, and three days, and then tells the operator", async () => {
  const { uid, email } = await buy();
  const counts: number[] = [];
  for (const now of [
    "2026-11-20T12:59:59Z",
    "2026-11-20T13:00:00Z",
    "2026-11-21T11:59:59Z",
    "2026-11-21T12:00:00Z",
    "2026-11-23T11:59:59Z",
  ]) {
    await runAt(now);
    counts.push((await remindersTo(email)).length);
  }
  expect(counts).toEqual([0, 1, 1, 2, 2]);
  expect(await listReminded()).not.toContain(email);

  await runAt("2026-11-23T12:00:00Z");
  const reminders = await remindersTo(email);
  expect(reminders).toHaveLength(3);
  expect(reminders[0]?.subject).toBe("Finish setting up Threeline");
  expect(reminders[0]?.stream).toBe("outbound");
  expect(reminders[0]?.text).toContain(`http://localhost:3000/onboarding?uid=${uid}`);
  expect(reminders[0]?.text.replaceAll(/\s+/g, " ")).toContain(
    "You subscribed to Threeline on Nov 20, 2026",
  );
  expect(reminders[0]?.text.replaceAll(/\s+/g, " ")).toContain(
    "Finish today, and your first briefing will arrive by Monday, November 23. Your 7-day free trial ends Nov 27, 2026",
  );
  expect(await listReminded()).toContain(email);

  await billing.setTime("2026-11-24T23:59:59Z");
  await reportUnfinishedSignUps(billing.ctx);
  await sendAlerts(billing.ctx);
  expect(await alertsAbout(email)).toEqual([]);

  await billing.setTime("2026-11-25T00:00:00Z");
  await reportUnfinishedSignUps(billing.ctx);
  await reportUnfinishedSignUps(billing.ctx);
  await sendAlerts(billing.ctx);
  const alerts = await alertsAbout(email);
  expect(alerts).toHaveLength(1);
  expect(alerts[0]?.subject).toContain("paid but never finished signing up");
});

test("stops when the sign-up is completed", async () => {
  const { uid, email } = await buy();
  await runAt("2026-11-20T13:00:00Z");
  expect(await remindersTo(email)).toHaveLength(1);
  await completeSignUp(uid, email);
  await runAt("2026-11-21T12:00:00Z");
  expect(await remindersTo(email)).toHaveLength(1);
  expect(await listReminded()).not.toContain(email);
});

test("a reminder that waited while the sign-up was completed isn't sent", async () => {
  const { uid, email } = await buy();
  await billing.setTime("2026-11-20T13:00:00Z");
  await planSignUpReminders(billing.ctx);
  await completeSignUp(uid, email);
  await sendDueNotices(billing.ctx);
  expect(await remindersTo(email)).toEqual([]);
});

test("nobody who canceled is reminded", async () => {
  const { email, subscriptionId } = await buy();
  await billing.simulate(subscriptionId, "cancel");
  await runAt("2026-12-20T13:00:00Z");
  expect(await remindersTo(email)).toEqual([]);
});

test("after an outage only the latest reminder is sent, and none after two weeks", async () => {
  const { email } = await buy();
  await runAt("2026-11-22T12:00:00Z");
  expect(await remindersTo(email)).toHaveLength(1);
  const { email: late } = await buy();
  await runAt("2026-12-04T12:00:01Z");
  expect(await remindersTo(late)).toEqual([]);
});
