// @module-tag slow
import { afterEach, describe, expect, test, vi } from "vitest";
import { POST as onboard } from "@/app/api/email-onboarding/route";
import { GET as read } from "@/app/api/onboarding/[id]/route";
import { getAccount } from "@/lib/domain/account/account-view";
import { cancelSubscription } from "@/lib/domain/billing/cancel";
import { findBuyer } from "@/lib/domain/onboarding/find-buyer";
import { sendNotices } from "@/lib/domain/outbox/notices";
import { startBilling } from "@/tests/integration/billing/harness";
import { useForFile } from "@/tests/support/use-for-file";
import { openBrowser, type Browser } from "./browser";

const unsendable =
  "We can’t send email to addresses with letters such as ü or é before the @. Please use a different one.";

const price = {
  amount: 500,
  currency: "USD",
  interval: "month",
  isTaxAdded: false,
  isDiscounted: false,
};

const billing = useForFile(startBilling);
let counter = 0;

afterEach(async () => {
  await billing.control("DELETE", "/sandbox/faults");
});

const unique = () => {
  counter += 1;
  return { uid: `uid_${counter}abcdefghijklmnop`, email: `buyer${counter}@example.com` };
};

const submission = (uid: string, email: string, more: Record<string, unknown> = {}) => ({
  email,
  timezone: "America/Chicago",
  termsAgreed: true,
  threelineUid: uid,
  ...more,
});

const submit = (browser: Browser, body: unknown) =>
  browser.call(onboard, "POST", "/api/email-onboarding", { json: body });

const subscriberOf = (email: string) =>
  billing.ctx.db.subscriber.findFirst({ where: { email }, include: { subscriptions: true } });

describe("after a purchase", () => {
  test("the first screen knows the buyer until the sign-up is complete, for two weeks", async () => {
    const { uid, email } = unique();
    expect(await findBuyer(billing.ctx, uid)).toBeNull();
    await billing.buy({ uid, email });
    const buyer = { email, price, firstChargeAt: expect.any(Date) };
    expect(await findBuyer(billing.ctx, uid)).toEqual(buyer);
    const clock = { ...billing.ctx.clock, now: () => new Date("2026-12-05T12:00:00Z") };
    expect(await findBuyer({ ...billing.ctx, clock }, uid)).toBeNull();
    expect(await submit(openBrowser(), submission(uid, email))).toMatchObject({ status: 200 });
    expect(await findBuyer(billing.ctx, uid)).toBeNull();
  });

  test("the email becomes the delivery and login address", async () => {
    const { uid, email } = unique();
    await billing.buy({ uid, email, name: "Ada" });
    const browser = openBrowser();
    const answer = await submit(browser, submission(uid, "delivery@example.com"));
    expect(answer).toMatchObject({
      status: 200,
      body: { id: expect.any(Number), message: "Welcome! Your account is ready." },
    });
    expect(await subscriberOf("delivery@example.com")).toMatchObject({
      name: "Ada",
      paymentEmail: email,
      timezone: "America/Chicago",
      subscriptions: [{ status: "trialing" }],
    });
    expect(await subscriberOf(email)).toBeNull();
    const { id } = answer.body;
    expect(await browser.call(read, "GET", "/api/onboarding/1", { params: { id } })).toMatchObject({
      status: 200,
      body: {
        data: {
          id: Number(id),
          email: "delivery@example.com",
          timezone: "America/Chicago",
          phoneNumber: null,
          confirmationText: "not_requested",
          firstCharge: { price, at: expect.stringMatching(/^2026-11-27T/) },
        },
      },
    });
  });

  test("sends the welcome email once per address", async () => {
    const { uid, email } = unique();
    await billing.buy({ uid, email });
    const browser = openBrowser();
    await submit(browser, submission(uid, email));
    await submit(browser, submission(uid, email, { timezone: "Europe/London" }));
    await sendNotices(billing.ctx);
    await sendNotices(billing.ctx);
    const emails = (await billing.messages()).filter(({ to }) => to === email);
    expect(emails.map(({ subject }) => subject)).toEqual(["Welcome to Threeline"]);
    expect(emails[0]?.text).toContain("London (GMT/BST)");
  });

  test("the welcome email says when the first briefing arrives and when the trial ends", async () => {
    const { uid, email } = unique();
    await billing.buy({ uid, email });
    await submit(openBrowser(), submission(uid, email));
    await sendNotices(billing.ctx);
    const [welcome] = (await billing.messages()).filter(({ to }) => to === email);
    const text = welcome?.text.replaceAll(/\s+/g, " ");
    expect(text).toContain("Starting Monday, November 23, you’ll get");
    expect(text).toContain("Your 7-day free trial ends Nov 27, 2026; we’ll remind you");
    expect(text).toContain("After that, it’s $5 per month unless you cancel.");
  });

  test("creates one subscriber when two tabs submit the same uid at once", async () => {
    const { uid, email } = unique();
    await billing.buy({ uid, email });
    const [first, second] = [openBrowser(), openBrowser()];
    const answers = await Promise.all([
      submit(first, submission(uid, "tab1@example.com")),
      submit(second, submission(uid, "tab2@example.com")),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body["id"]).toBe(answers[1]?.body["id"]);
    const last = await submit(first, submission(uid, "tab3@example.com"));
    expect(last.body["id"]).toBe(answers[0]?.body["id"]);
    expect(await subscriberOf("tab1@example.com")).toBeNull();
    expect(await subscriberOf("tab2@example.com")).toBeNull();
    expect((await subscriberOf("tab3@example.com"))?.subscriptions).toHaveLength(1);
  });

  test("doesn't skip today's briefing when the time zone changes", async () => {
    const { uid, email } = unique();
    await billing.buy({ uid, email });
    const browser = openBrowser();
    await submit(browser, submission(uid, email, { timezone: "America/Los_Angeles" }));
    // Six in Los Angeles, and two in the afternoon in London.
    await billing.setTime("2026-11-23T14:00:00Z");
    try {
      await submit(browser, submission(uid, email, { timezone: "Europe/London" }));
    } finally {
      await billing.setTime("2026-11-20T12:00:00Z");
    }
    expect(await subscriberOf(email)).toMatchObject({
      timezone: "Europe/London",
      holdoverDate: new Date("2026-11-23T00:00:00Z"),
      holdoverTimezone: "America/Los_Angeles",
    });
  });

  test("a week later, the uid changes nothing and gives no access", async () => {
    const { uid, email } = unique();
    await billing.buy({ uid, email });
    const browser = openBrowser();
    const { body } = await submit(browser, submission(uid, email));
    const params = { id: String(body["id"]) };
    await billing.setTime("2026-11-28T12:00:00Z");
    try {
      expect(await submit(browser, submission(uid, "thief@example.com"))).toMatchObject({
        status: 409,
        body: { message: "You’ve already signed up. Log in to change your details." },
      });
      expect((await submit(browser, submission(uid, email))).status).toBe(200);
      expect((await browser.call(read, "GET", "/api/onboarding/1", { params })).status).toBe(404);
    } finally {
      await billing.setTime("2026-11-20T12:00:00Z");
    }
  });
});

describe("when the webhook is late", () => {
  test("asks Paddle's API", async () => {
    const { uid, email } = unique();
    await billing.buy({ uid, email, deliver: "none" });
    expect((await submit(openBrowser(), submission(uid, email))).status).toBe(200);
    expect((await subscriberOf(email))?.subscriptions).toMatchObject([{ status: "trialing" }]);
  });

  test("answers 404 for a uid that Paddle doesn't know either", async () => {
    const answer = await submit(openBrowser(), submission("uid_nobody", "nobody@example.com"));
    expect(answer).toMatchObject({
      status: 404,
      body: {
        code: "account_not_found",
        message:
          "We couldn’t find your account. Please use the email you used at checkout, or contact us for help.",
      },
    });
    expect(answer.cookies).toEqual([]);
    expect(await subscriberOf("nobody@example.com")).toBeNull();
  });

  test("asks Paddle once about the same unknown uid, and finds it when its webhook arrives", async () => {
    const lookups = vi.spyOn(billing.ctx.payments, "findPurchase");
    const { uid, email } = unique();
    expect((await submit(openBrowser(), submission(uid, email))).status).toBe(404);
    expect((await submit(openBrowser(), submission(uid, email))).status).toBe(404);
    expect(lookups).toHaveBeenCalledTimes(1);
    const waiting = submit(openBrowser(), submission(uid, email));
    await billing.buy({ uid, email });
    expect((await waiting).status).toBe(200);
    expect(lookups).toHaveBeenCalledTimes(1);
    lookups.mockRestore();
  });

  test("asks Paddle about ten unknown uids from one network in 15 minutes", async () => {
    const lookups = vi.spyOn(billing.ctx.payments, "findPurchase").mockResolvedValue(null);
    const call = (uid: string, host: number) =>
      openBrowser().call(onboard, "POST", "/api/email-onboarding", {
        json: submission(uid, "nobody@example.com"),
        headers: { "x-threeline-client-address": `2001:db8:1:2::${host}` },
      });
    for (let tries = 1; tries <= 10; tries += 1) {
      expect((await call(`uid_guess_${tries}`, tries)).status).toBe(404);
    }
    const refused = await call("uid_guess_11", 11);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "900"]);
    expect(lookups).toHaveBeenCalledTimes(10);
    lookups.mockRestore();
    // A buyer in that network gets in as soon as the webhook arrives.
    const { uid, email } = unique();
    await billing.buy({ uid, email });
    expect((await call(uid, 12)).status).toBe(200);
  });

  test("waits at most three seconds for Paddle", async () => {
    await billing.control("POST", "/sandbox/faults", {
      provider: "paddle",
      mode: "timeout",
      endpoint: "all",
    });
    const answer = await submit(openBrowser(), submission("uid_silence", "x@example.com"));
    expect(answer.status).toBe(503);
  });
});

describe("an email that another subscriber has", () => {
  test("is refused with a code if they have an active or trialing subscription", async () => {
    const [one, two] = [unique(), unique()];
    await billing.buy(one);
    await billing.buy(two);
    await submit(openBrowser(), submission(one.uid, one.email));
    const answer = await submit(openBrowser(), submission(two.uid, one.email.toUpperCase()));
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: "duplicate_active_email",
        field: "email",
        message:
          "This email has an active or trialing subscription. Please choose another email address.",
      },
    });
  });

  test("is refused without a code if their subscription is past due", async () => {
    const [one, two] = [unique(), unique()];
    const { subscriptionId } = await billing.buy(one);
    await billing.simulate(subscriptionId, "past_due");
    await billing.buy(two);
    const answer = await submit(openBrowser(), submission(two.uid, one.email));
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      message: "This email is already registered. Please use another email address, or contact us.",
      field: "email",
    });
  });

  test("gets the old record back if their subscription has ended and they pay with it", async () => {
    const [one, two] = [unique(), unique()];
    const { subscriptionId } = await billing.buy(one);
    await billing.simulate(subscriptionId, "refund");
    await billing.simulate(subscriptionId, "cancel");
    const old = await subscriberOf(one.email);
    await billing.ctx.db.subscriber.update({
      where: { id: old?.id ?? 0 },
      data: { phone: "+14155550199" },
    });
    await billing.buy({ ...two, email: one.email });
    const browser = openBrowser();
    const { body } = await submit(browser, submission(two.uid, one.email));
    const now = await subscriberOf(one.email);
    expect(now?.id).toBe(old?.id);
    expect(now?.subscriptions.map(({ status }) => status).toSorted()).toEqual([
      "canceled",
      "trialing",
    ]);
    // Entering an address at checkout doesn't prove that it's the buyer's own.
    const params = { id: String(body["id"]) };
    const record = await browser.call(read, "GET", "/api/onboarding/1", { params });
    expect(record.body).toMatchObject({ data: { phoneNumber: null } });
  });

  test("can subscribe again after canceling, while still served", async () => {
    const [one, two] = [unique(), unique()];
    await billing.buy({ ...one, plan: "annual" });
    const browser = openBrowser();
    await submit(browser, submission(one.uid, one.email, { timezone: "America/Los_Angeles" }));
    const { id } = await billing.ctx.db.subscriber.findFirstOrThrow({
      where: { email: one.email },
    });
    await cancelSubscription(billing.ctx, id, "continue_until_expiry");
    const account = () => getAccount(billing.ctx, id);
    expect(await account()).toMatchObject({ canCancel: false, servedUntilDate: "2026-11-27" });

    await billing.setTime("2026-11-23T14:00:00Z");
    try {
      const { subscriptionId } = await billing.buy({ uid: two.uid, email: one.email });
      const moved = submission(two.uid, one.email, { timezone: "Europe/London" });
      expect((await submit(openBrowser(), moved)).status).toBe(200);
      // They still get today's briefing in the old time zone.
      expect(await subscriberOf(one.email)).toMatchObject({
        holdoverTimezone: "America/Los_Angeles",
      });
      const own = { subscriptionId, status: "Free Trial", nextChargeDate: "2026-11-30" };
      expect(await account()).toMatchObject({
        user: own,
        plan: "monthly",
        canCancel: true,
        servedUntilDate: null,
      });

      await cancelSubscription(billing.ctx, id, "continue_until_expiry");
      expect(await account()).toMatchObject({ isServed: true, servedUntilDate: "2026-11-30" });
      await cancelSubscription(billing.ctx, id, "stop_immediately");
      expect(await account()).toMatchObject({ isServed: false, servedUntilDate: null });
    } finally {
      await billing.setTime("2026-11-20T12:00:00Z");
    }
  });

  test("keeps its account when a stranger enters it at checkout", async () => {
    const [victim, thief] = [unique(), unique()];
    const old = await billing.ctx.db.subscriber.create({
      data: { email: victim.email, name: "Victim", createdAt: new Date("2026-01-01T00:00:00Z") },
    });
    await billing.buy({ uid: thief.uid, email: victim.email });
    expect((await submit(openBrowser(), submission(thief.uid, thief.email))).status).toBe(200);
    expect(await subscriberOf(victim.email)).toMatchObject({ id: old.id, name: "Victim" });
    expect((await subscriberOf(thief.email))?.id).not.toBe(old.id);
  });
});

describe("a second free trial by the same person", () => {
  const again = async () => {
    const [one, two] = [unique(), unique()];
    const email = `a.da.${counter}@gmail.com`;
    await billing.buy(one);
    await submit(openBrowser(), submission(one.uid, email));
    const { subscriptionId } = await billing.buy(two);
    const spelled = `ADA${counter}+news@GoogleMail.com`;
    return { subscriptionId, answer: await submit(openBrowser(), submission(two.uid, spelled)) };
  };
  const alertsOf = (subscriptionId: string) =>
    billing.ctx.db.operatorAlert.count({ where: { key: `second-trial:${subscriptionId}` } });

  test("alerts the operator, ignoring case, plus parts, and dots in Gmail addresses", async () => {
    const { subscriptionId, answer } = await again();
    expect(answer.status).toBe(200);
    expect(await alertsOf(subscriptionId)).toBe(1);
  });

  test("is refused if configured, saves nothing, and opens the purchase to this browser", async () => {
    const { settings } = billing.ctx;
    const before = settings.repeatTrialPolicy;
    settings.repeatTrialPolicy = "refuse";
    const { subscriptionId, answer } = await again().finally(() => {
      settings.repeatTrialPolicy = before;
    });
    expect([answer.status, answer.body, answer.cookies]).toEqual([
      409,
      {
        message:
          "You’ve already used your free trial. We ended this one, and you won’t be charged.",
        code: "trial_used",
      },
      [expect.stringMatching(/^threeline-checkout=.*HttpOnly/)],
    ]);
    expect(await alertsOf(subscriptionId)).toBe(1);
    expect(await subscriberOf(`ADA${counter}+news@GoogleMail.com`)).toBeNull();
  });
});

describe("bad input", () => {
  const long = `${"a".repeat(250)}@example.com`;
  test.each([
    ["email", undefined, "Please enter a valid email address"],
    ["email", null, "Please enter a valid email address"],
    ["email", 7, "Please enter a valid email address"],
    ["email", "", "Please enter a valid email address"],
    ["email", "nobody", "Please enter a valid email address"],
    ["email", long, "Please enter a valid email address"],
    ["email", "а@example.com", unsendable],
    ["email", "<b>a</b>@example.com", "Please enter a valid email address"],
    ["email", "a'; DROP TABLE subscribers;--@example.com", "Please enter a valid email address"],
    ["email", "😀@example.com", unsendable],
    ["email", "a@example.com\r\nBcc: b@example.com", "Please enter a valid email address"],
    ["timezone", undefined, "Please select a timezone"],
    ["timezone", null, "Please select a timezone"],
    ["timezone", "america/chicago", "Please select a timezone"],
    ["timezone", "Asia/Tokyo", "Please select a timezone"],
    [
      "termsAgreed",
      undefined,
      "You must agree to the Terms of Service and Privacy Policy to continue",
    ],
    ["termsAgreed", false, "You must agree to the Terms of Service and Privacy Policy to continue"],
    [
      "termsAgreed",
      "true",
      "You must agree to the Terms of Service and Privacy Policy to continue",
    ],
    ["threelineUid", undefined, "Threeline UID is required", "uid_required"],
    ["threelineUid", null, "Threeline UID is required", "uid_required"],
    ["threelineUid", "", "Threeline UID is required", "uid_required"],
    ["threelineUid", ["uid_1"], "Threeline UID is required", "uid_required"],
    [
      "threelineUid",
      "u".repeat(201),
      "This sign-up link isn’t valid. Check the address, or contact us for help.",
    ],
    [
      "threelineUid",
      "uid_<script>",
      "This sign-up link isn’t valid. Check the address, or contact us for help.",
    ],
  ])("rejects %s %j", async (field, value, message, code?: string) => {
    const { uid, email } = unique();
    const answer = await submit(openBrowser(), submission(uid, email, { [field]: value }));
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ message, field, ...(code !== undefined && { code }) });
    expect(await billing.ctx.db.onboardingRecord.count({ where: { uid } })).toBe(0);
  });

  test("rejects broken JSON, another content type, and a megabyte", async () => {
    const browser = openBrowser();
    const path = "/api/email-onboarding";
    const json = { "content-type": "application/json" };
    expect(await browser.call(onboard, "POST", path, { body: "{", headers: json })).toMatchObject({
      status: 400,
      body: { message: "The request isn’t valid JSON." },
    });
    const headers = { "content-type": "text/plain" };
    expect((await browser.call(onboard, "POST", path, { body: "{}", headers })).status).toBe(415);
    const body = JSON.stringify({ email: "a".repeat(1_000_000) });
    expect((await browser.call(onboard, "POST", path, { body, headers: json })).status).toBe(413);
    expect((await browser.call(onboard, "POST", path, { json: [] })).status).toBe(400);
  });

  test("another site's page", async () => {
    const answer = await openBrowser().call(onboard, "POST", "/api/email-onboarding", {
      json: {},
      headers: { origin: "https://evil.example" },
    });
    expect(answer.status).toBe(403);
  });

  test("the thirty-first try of one address within a quarter", async () => {
    const browser = openBrowser();
    for (let tries = 0; tries < 30; tries += 1) await submit(browser, {});
    const answer = await submit(browser, {});
    expect(answer.status).toBe(429);
    expect(answer.headers.get("retry-after")).toBe("900");
  });
});
