import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { POST as onboard } from "@/app/api/email-onboarding/route";
import { GET as verify } from "@/app/api/auth/verify/route";
import { POST as requestLink } from "@/app/api/auth/magic-link/route";
import { productUidField } from "@/lib/brand";
import { deleteAccount } from "@/lib/domain/account/delete-account";
import { confirmPhoneChange, startPhoneChange } from "@/lib/domain/account/phone-change";
import { cancelSubscription } from "@/lib/domain/billing/cancel";
import { sendDueNotices } from "@/lib/domain/billing/nightly";
import { reconcile } from "@/lib/domain/billing/reconcile";
import { purgeExpired } from "@/lib/domain/retention/purge-expired";
import { openBrowser, type Browser } from "@/tests/integration/onboarding/browser";
import { useForFile } from "@/tests/support/use-for-file";
import { startBilling } from "./harness";

const billing = useForFile(startBilling);
let counter = 0;

afterEach(async () => {
  await billing.control("DELETE", "/sandbox/faults");
  await billing.setTime("2026-11-20T12:00:00Z");
});

async function subscribe(plan: "monthly" | "annual" = "monthly") {
  counter += 1;
  const email = `event${counter}@example.com`;
  const { subscriptionId } = await billing.buy({ uid: `uid_event_${counter}`, email, plan });
  const { subscriberId } = await billing.ctx.db.subscription.findUniqueOrThrow({
    where: { paddleSubscriptionId: subscriptionId },
  });
  return { email, subscriptionId, id: subscriberId ?? 0 };
}

/** Subject and text of the emails to an address about a kind of event, after sending what is due. */
async function emailsTo(email: string, kind: string): Promise<[string | null, string][]> {
  await sendDueNotices(billing.ctx);
  await sendDueNotices(billing.ctx);
  return (await billing.messages())
    .filter(({ to, metadata }) => to === email && metadata["notice"] === kind)
    .map(({ subject, text }) => [subject, text.replaceAll(/\s+/g, " ").split(" -- ")[0] ?? ""]);
}

/** Sends every stored event of Paddle's again, with a new signature. */
async function repeatEvents(): Promise<void> {
  for (const event of await billing.events()) {
    await billing.control("POST", "/sandbox/paddle/webhooks", { event });
  }
}

describe("a charge", () => {
  test("that ends the trial is emailed once, whatever arrives twice", async () => {
    const { email, subscriptionId } = await subscribe();
    expect(await emailsTo(email, "charged")).toEqual([]);
    await billing.setTime("2026-11-27T12:00:00Z");
    await billing.simulate(subscriptionId, "activate");
    await repeatEvents();
    await reconcile(billing.ctx);
    expect(await emailsTo(email, "charged")).toEqual([
      [
        "Your Threeline payment of $5",
        "Your free trial has ended. We charged you $5 for your monthly plan on Nov 27, 2026. Your next charge is on Dec 27, 2026. Manage your subscription: http://localhost:3000/account You’ll find your card and invoices in your account.",
      ],
    ]);
  });

  test("for a renewal is emailed too", async () => {
    const { email, subscriptionId } = await subscribe("annual");
    await billing.setTime("2026-11-27T12:00:00Z");
    await billing.simulate(subscriptionId, "activate");
    expect(await emailsTo(email, "charged")).toHaveLength(1);
    await billing.setTime("2027-11-27T12:00:00Z");
    await billing.simulate(subscriptionId, "renew", "reversed");
    const emails = await emailsTo(email, "charged");
    expect(emails.map(([subject]) => subject)).toEqual([
      "Your Threeline payment of $40",
      "Your Threeline payment of $40",
    ]);
    expect(emails[1]?.[1]).toMatch(/^We charged you \$40 for your annual plan on Nov 27, 2027\./);
  });

  test("is emailed even if its webhook was lost, unless that was long ago", async () => {
    const [lost, old] = [await subscribe(), await subscribe()];
    await billing.setTime("2026-11-27T12:00:00Z");
    await billing.simulate(lost.subscriptionId, "activate", "none");
    await reconcile(billing.ctx);
    expect(await emailsTo(lost.email, "charged")).toHaveLength(1);
    await billing.simulate(old.subscriptionId, "activate", "none");
    await billing.setTime("2026-12-01T12:00:00Z");
    await reconcile(billing.ctx);
    expect(await emailsTo(old.email, "charged")).toEqual([]);
  });
});

describe("a cancellation", () => {
  test("at the end of the period is emailed once, with the last day", async () => {
    const { email, subscriptionId, id } = await subscribe();
    await cancelSubscription(billing.ctx, id, "continue_until_expiry");
    await cancelSubscription(billing.ctx, id, "continue_until_expiry");
    await repeatEvents();
    const once = [
      [
        "Your Threeline subscription won’t renew",
        "You’ll receive the briefing until Nov 27, 2026. You won’t be charged again. Changed your mind? Subscribe again with this address, and your account will be as you left it. Resubscribe: http://localhost:3000/pricing If you didn’t cancel, email support@threeline.example.",
      ],
    ];
    expect(await emailsTo(email, "canceled")).toEqual(once);
    await billing.setTime("2026-11-27T13:00:00Z");
    await billing.simulate(subscriptionId, "cancel");
    expect(await emailsTo(email, "canceled")).toEqual(once);
  });

  test("with immediate effect says that the briefings have stopped", async () => {
    const { email, id } = await subscribe();
    await cancelSubscription(billing.ctx, id, "stop_immediately");
    await cancelSubscription(billing.ctx, id, "stop_immediately");
    await repeatEvents();
    const emails = await emailsTo(email, "canceled");
    expect(emails).toHaveLength(1);
    expect(emails[0]?.[1]).toMatch(
      /^Your briefings have stopped and you won’t be charged again\. Changed your mind\?/,
    );
  });

  test("at Paddle is emailed as well", async () => {
    const { email, subscriptionId } = await subscribe();
    await billing.simulate(subscriptionId, "cancel", "twice");
    expect(await emailsTo(email, "canceled")).toHaveLength(1);
  });

  test("isn't emailed when Paddle refused it", async () => {
    const { email, id } = await subscribe();
    await billing.control("POST", "/sandbox/faults", {
      provider: "paddle",
      mode: "error",
      endpoint: "all",
    });
    await expect(cancelSubscription(billing.ctx, id, "stop_immediately")).rejects.toMatchObject({
      status: 503,
    });
    expect(await emailsTo(email, "canceled")).toEqual([]);
  });

  test("of an imported subscription is emailed once", async () => {
    const email = `imported-${randomUUID()}@example.com`;
    const { id } = await billing.ctx.db.subscriber.create({
      data: { email, subscriptions: { create: { status: "active", plan: "monthly" } } },
    });
    await cancelSubscription(billing.ctx, id, "continue_until_expiry");
    await cancelSubscription(billing.ctx, id, "continue_until_expiry");
    const emails = await emailsTo(email, "canceled");
    expect(emails).toHaveLength(1);
    expect(emails[0]?.[1]).toMatch(/^You’ll receive the briefing until Dec 21, 2026\./);
  });
});

describe("a login", () => {
  const logIn = async (browser: Browser, email: string) => {
    await browser.call(requestLink, "POST", "/api/auth/magic-link", { json: { email } });
    const links = (await billing.messages()).filter(({ to }) => to === email);
    const token = links
      .flatMap(({ text }) => /verify\?token=([\w-]+)/.exec(text)?.[1] ?? [])
      .at(-1);
    const headers = { "sec-fetch-site": "same-origin" };
    const path = `/api/auth/verify?token=${token}`;
    expect((await browser.call(verify, "GET", path, { headers })).status).toBe(200);
  };

  test("is emailed once per browser that wasn't seen before", async () => {
    const { email } = await subscribe();
    const [known, other] = [openBrowser(), openBrowser()];
    await logIn(known, email);
    await logIn(known, email);
    const emails = await emailsTo(email, "new_device");
    expect(emails).toHaveLength(1);
    expect(emails[0]?.[0]).toBe("New login to your Threeline account");
    expect(emails[0]?.[1]).toMatch(
      /^Someone logged in from .+ \(IP address 192\.0\.2\.\S+\) on Nov 20, 2026 at 7:00 AM EST\./,
    );
    await logIn(other, email);
    expect(await emailsTo(email, "new_device")).toHaveLength(2);
  });

  test("isn't emailed if it's the first one, in the browser that signed up", async () => {
    const buyer = openBrowser();
    const email = "signed-up-here@example.com";
    const uid = "uid_event_signed_up_here";
    await billing.buy({ uid, email, plan: "monthly" });
    const json = { email, timezone: "Europe/London", termsAgreed: true, [productUidField]: uid };
    const signedUp = await buyer.call(onboard, "POST", "/api/email-onboarding", { json });
    expect(signedUp.status).toBe(200);
    await logIn(buyer, email);
    expect(await emailsTo(email, "new_device")).toEqual([]);
    buyer.cookies.delete("threeline-browser");
    await logIn(buyer, email);
    expect(await emailsTo(email, "new_device")).toHaveLength(1);
  });
});

test("a new number is emailed once, with its last digits only", async () => {
  const { email, id } = await subscribe();
  const phone = "+14155550177";
  await startPhoneChange(billing.ctx, id, { phoneNumber: phone, clientAddress: "192.0.2.1" });
  const [text] = (await billing.messages()).filter(({ to }) => to === phone);
  const code = /\d{6}/.exec(text?.text ?? "")?.[0] ?? "";
  const origin = { clientAddress: "192.0.2.1", userAgent: null };
  const tries = [1, 2].map(() => confirmPhoneChange(billing.ctx, id, { code, ...origin }));
  await Promise.allSettled(tries);
  expect(await emailsTo(email, "phone_changed")).toEqual([
    [
      "Your Threeline phone number was updated",
      "Your texts now go to the number ending in 0177. Go to your account: http://localhost:3000/account If you didn’t change it, email support@threeline.example.",
    ],
  ]);
});

describe("a deleted account", () => {
  const left = (recipient: string) => billing.ctx.db.notice.count({ where: { recipient } });

  test("is told once, even if a worker dies, and then its address is forgotten", async () => {
    const { email, id } = await subscribe();
    await billing.control("POST", "/sandbox/faults", {
      provider: "postmark",
      mode: "accept-then-drop",
      count: 1,
    });
    await deleteAccount(billing.ctx, { subscriberId: id, email });
    expect(await emailsTo(email, "account_deleted")).toHaveLength(1);
    expect(await left(email)).toBe(1);
    // The database's own clock, which the test doesn't wait for.
    await billing.ctx.db.$executeRaw`
      UPDATE notices SET next_attempt_at = now() WHERE recipient = ${email}`;
    const [sent, ...more] = await emailsTo(email, "account_deleted");
    expect(sent?.[0]).toBe("Your Threeline account was deleted");
    expect(more).toEqual([]);
    expect(await left(email)).toBe(0);
    expect(await emailsTo(email, "canceled")).toEqual([]);
  });

  test("isn't told if email to it bounces, and is forgotten", async () => {
    const { email, id } = await subscribe();
    await billing.ctx.db.suppression.create({
      data: { channel: "email", address: email, reason: "hard_bounce", source: "postmark" },
    });
    await deleteAccount(billing.ctx, { subscriberId: id, email });
    expect(await emailsTo(email, "account_deleted")).toEqual([]);
    expect(await left(email)).toBe(0);
  });

  test("is forgotten after a week if the email can't be sent", async () => {
    const { email, id } = await subscribe();
    await billing.control("POST", "/sandbox/faults", {
      provider: "postmark",
      mode: "error",
      endpoint: "all",
    });
    await deleteAccount(billing.ctx, { subscriberId: id, email });
    expect(await left(email)).toBe(1);
    await billing.setTime("2026-11-27T12:00:01Z");
    await purgeExpired(billing.ctx);
    expect(await left(email)).toBe(0);
  });
});
