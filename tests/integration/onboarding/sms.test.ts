import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { POST as onboard } from "@/app/api/email-onboarding/route";
import { POST as setPhone } from "@/app/api/onboarding/[id]/phone/route";
import { GET as read } from "@/app/api/onboarding/[id]/route";
import { POST as resend } from "@/app/api/send-confirmation-sms/route";
import { POST as consent } from "@/app/api/sms-consent/route";
import { onboardingAnswerSchema } from "@/lib/contracts/onboarding";
import { createAdmin } from "@/lib/domain/team/admins";
import type { CallFailure, MessageResult } from "@/lib/domain/ports/send-outcome";
import type { SmsProvider } from "@/lib/domain/ports/sms";
import type { Principal } from "@/lib/domain/auth/sessions";
import { signValue } from "@/lib/platform/tokens";
import { startBilling, type BillingHarness } from "@/tests/integration/billing/harness";
import { newSessionCookie } from "@/tests/support/api";
import { openBrowser, type Browser } from "./browser";

let billing: BillingHarness;
let counter = 0;

beforeAll(async () => {
  billing = await startBilling();
});

afterAll(() => billing.close());

afterEach(async () => {
  await billing.control("DELETE", "/sandbox/faults");
});

/** A browser that went through checkout and email onboarding, and an unused phone number. */
async function arrive() {
  counter += 1;
  const uid = `uid_sms_${counter}`;
  const email = `sms${counter}@example.com`;
  await billing.buy({ uid, email });
  const browser = openBrowser();
  const { body } = await browser.call(onboard, "POST", "/api/email-onboarding", {
    json: { email, timezone: "America/New_York", termsAgreed: true, threelineUid: uid },
  });
  return { browser, id: Number(body["id"]), email, phone: `+1415200${1_000 + counter}` };
}

const givePhone = (browser: Browser, id: number, phoneNumber: unknown) =>
  browser.call(setPhone, "POST", `/api/onboarding/${id}/phone`, {
    params: { id },
    json: { phoneNumber },
  });
const giveConsent = (browser: Browser, json: unknown) =>
  browser.call(consent, "POST", "/api/sms-consent", { json });
const askAgain = (browser: Browser, phoneNumber: unknown) =>
  browser.call(resend, "POST", "/api/send-confirmation-sms", { json: { phoneNumber } });
const look = (browser: Browser, id: number) =>
  browser.call(read, "GET", `/api/onboarding/${id}`, { params: { id } });

const textsTo = async (phone: string) =>
  (await billing.messages()).filter(({ channel, to }) => channel === "sms" && to === phone);

const findByEmail = (email: string) =>
  billing.ctx.db.subscriber.findFirstOrThrow({ where: { email }, include: { consents: true } });

const withCookie = (name: string, value: string) => {
  const browser = openBrowser();
  browser.cookies.set(name, value);
  return browser;
};
const signedIn = async (principal: Principal) =>
  withCookie(...(await newSessionCookie(billing.ctx, principal)));

describe("a number that already had a free trial", () => {
  let minute = 0;

  afterAll(() => billing.setTime("2026-11-20T12:00:00Z"));

  /** A subscriber on trial who consented to texts, each a minute after the previous one. */
  async function consented(phone?: string) {
    minute += 1;
    await billing.setTime(`2026-11-20T12:0${minute}:00Z`);
    const person = await arrive();
    await givePhone(person.browser, person.id, phone ?? person.phone);
    const answer = await giveConsent(person.browser, { id: person.id, smsAgreed: true });
    return { ...person, answer };
  }
  const alertsAbout = async (email: string) => {
    const { paddleSubscriptionId } = await billing.ctx.db.subscription.findFirstOrThrow({
      where: { subscriber: { email } },
    });
    return billing.ctx.db.operatorAlert.findMany({
      where: { key: `second-trial:${paddleSubscriptionId}` },
      select: { subject: true },
    });
  };

  test("alerts the operator about the second trial only", async () => {
    const first = await consented();
    const second = await consented(first.phone);
    expect(second.answer.status).toBe(200);
    expect(await alertsAbout(first.email)).toEqual([]);
    expect(await alertsAbout(second.email)).toEqual([
      { subject: "Someone started a second free trial" },
    ]);
  });

  test("is refused if configured, before any text is sent", async () => {
    const first = await consented();
    const { settings } = billing.ctx;
    const before = settings.repeatTrialPolicy;
    settings.repeatTrialPolicy = "refuse";
    const second = await consented(first.phone).finally(() => {
      settings.repeatTrialPolicy = before;
    });
    expect(second.answer).toMatchObject({
      status: 409,
      body: {
        message:
          "You’ve already used your free trial. We ended this one, and you won’t be charged.",
        code: "trial_used",
      },
    });
    expect(await findByEmail(second.email)).toMatchObject({ phone: null, smsEnabled: false });
    expect(await textsTo(first.phone)).toHaveLength(1);
  });
});

describe("turning on texts", () => {
  test("stores the number and the consent, then sends one text", async () => {
    const { browser, id, email, phone } = await arrive();
    expect(await givePhone(browser, id, phone)).toMatchObject({
      status: 200,
      body: { data: { id, phoneNumber: phone }, message: "Phone number saved" },
    });
    expect(await textsTo(phone)).toEqual([]);
    expect((await findByEmail(email)).smsEnabled).toBe(false);

    expect(await giveConsent(browser, { id, smsAgreed: true })).toMatchObject({
      status: 200,
      body: { message: "Thanks! You’ll get our texts.", confirmationText: "sent" },
    });
    expect((await textsTo(phone)).map(({ text }) => text)).toEqual([
      "Threeline: you're in! 1 text with 3 finance headlines every weekday. Msg & data rates may apply. Reply HELP for help, STOP to cancel.",
    ]);
    const subscriber = await findByEmail(email);
    expect(subscriber).toMatchObject({ phone, smsEnabled: true });
    expect(subscriber.consents.find(({ kind }) => kind === "sms")).toMatchObject({
      wording:
        "I agree to receive Threeline texts: 1 message per day, message and data rates may apply, reply STOP to cancel.",
      phone,
      ipAddress: expect.stringContaining("192.0.2."),
      userAgent: "Test browser/1.0",
      grantedAt: billing.ctx.clock.now(),
    });
    const segments = billing.ctx.sms.countSegments((await textsTo(phone))[0]?.text ?? "");
    expect(segments).toBe(1);
  });

  test("repeated consent records and sends nothing", async () => {
    const { browser, id, email, phone } = await arrive();
    await givePhone(browser, id, phone);
    await giveConsent(browser, { id, smsAgreed: true });
    expect((await giveConsent(browser, { id, smsAgreed: true })).status).toBe(200);
    expect(await textsTo(phone)).toHaveLength(1);
    const { consents } = await findByEmail(email);
    expect(consents.filter(({ kind }) => kind === "sms")).toHaveLength(1);
  });

  test("allows a resend every 30 seconds and five texts a day", async () => {
    const { browser, id, phone } = await arrive();
    await givePhone(browser, id, phone);
    await giveConsent(browser, { id, smsAgreed: true });
    const early = await askAgain(browser, phone);
    expect(early.status).toBe(429);
    expect(early.headers.get("retry-after")).toBe("30");
    const answers: unknown[] = [];
    for (let minute = 1; minute <= 5; minute += 1) {
      await billing.setTime(`2026-11-20T12:0${minute}:00Z`);
      answers.push((await askAgain(browser, phone)).body["message"]);
    }
    await billing.setTime("2026-11-20T12:00:00Z");
    const sent = "Confirmation text sent";
    expect(answers).toEqual([
      sent,
      sent,
      sent,
      sent,
      "Too many attempts. Please try again in 24 hours.",
    ]);
    expect(await textsTo(phone)).toHaveLength(5);
  });

  test("keeps the consent and says so when the text can't be sent", async () => {
    const { browser, id, email, phone } = await arrive();
    await givePhone(browser, id, phone);
    await billing.control("POST", "/sandbox/faults", { provider: "twilio", mode: "error" });
    expect((await giveConsent(browser, { id, smsAgreed: true })).body).toMatchObject({
      confirmationText: "unconfirmed",
    });
    expect((await findByEmail(email)).smsEnabled).toBe(true);
    await billing.setTime("2026-11-20T12:10:00Z");
    expect(await askAgain(browser, phone)).toMatchObject({
      status: 502,
      body: { message: "Failed to send confirmation text" },
    });
    await billing.setTime("2026-11-20T12:00:00Z");
  });

  test("sends nothing to a number that replied STOP", async () => {
    const { browser, id, phone } = await arrive();
    await billing.ctx.db.suppression.create({
      data: { channel: "sms", address: phone, reason: "stop", source: "twilio" },
    });
    await givePhone(browser, id, phone);
    const answer = await giveConsent(browser, { id, smsAgreed: true });
    expect(answer.status).toBe(409);
    expect(await textsTo(phone)).toEqual([]);
  });

  test("uses the automation webhook if one is configured", async () => {
    const automated = await startBilling({
      AUTOMATION_WEBHOOK_URL: `${billing.sandbox.url}/automation`,
    });
    const before = billing;
    billing = automated;
    try {
      const { browser, id, phone } = await arrive();
      await givePhone(browser, id, phone);
      await giveConsent(browser, { id, smsAgreed: true });
      billing = before;
      expect(await textsTo(phone)).toMatchObject([{ provider: "automation" }]);
    } finally {
      await automated.close();
      await before.close();
      billing = await startBilling();
    }
  });
});

describe("what happened to the confirmation text", () => {
  const stateOf = async (browser: Browser, id: number) =>
    onboardingAnswerSchema.parse((await look(browser, id)).body).data.confirmationText;
  /** Replaces what the provider answers until the test ends. */
  const answerWith = (send: SmsProvider["send"]) => {
    const spy = vi.spyOn(billing.ctx.sms, "send").mockImplementation(send);
    onTestFinished(() => spy.mockRestore());
  };
  afterEach(() => billing.setTime("2026-11-20T12:00:00Z"));

  const suppress = (address: string, reason: string) =>
    billing.ctx.db.suppression.create({
      data: { channel: "sms", address, reason, source: "twilio" },
    });

  test.each<[string, MessageResult | CallFailure]>([
    ["sent", { state: "accepted", providerMessageId: "SM1" }],
    ["unconfirmed", { state: "unknown", detail: "HTTP 500" }],
    ["failed", { state: "throttled", retryAfterMs: undefined, detail: "HTTP 429" }],
    ["failed", { state: "unauthorized", detail: "HTTP 401" }],
    ["failed", { state: "refused", reason: "filtered", code: 1, detail: "30007" }],
    ["opted_out", { state: "refused", reason: "opted_out", code: 1, detail: "21610" }],
    ["refused", { state: "refused", reason: "landline", code: 1, detail: "21635" }],
  ])("is %s after the provider's %o", async (state, outcome) => {
    answerWith(() => Promise.resolve(outcome));
    const { browser, id, phone } = await arrive();
    await givePhone(browser, id, phone);
    expect(await stateOf(browser, id)).toBe("not_requested");
    const first = await giveConsent(browser, { id, smsAgreed: true });
    expect(first).toMatchObject({ status: 200, body: { confirmationText: state } });
    expect(await stateOf(browser, id)).toBe(state);
    const repeated = await giveConsent(browser, { id, smsAgreed: true });
    expect(repeated.body).toMatchObject({ confirmationText: state });
  });

  test("is sending until the provider answers", async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<MessageResult>();
    answerWith(() => {
      asked.resolve();
      return answer.promise;
    });
    const { browser, id, phone } = await arrive();
    await givePhone(browser, id, phone);
    const consenting = giveConsent(browser, { id, smsAgreed: true });
    await asked.promise;
    expect(await stateOf(browser, id)).toBe("sending");
    answer.resolve({ state: "accepted", providerMessageId: "SM1" });
    await consenting;
    expect(await stateOf(browser, id)).toBe("sent");
  });

  test("follows a resend, which doesn't undo a text that was sent", async () => {
    const { browser, id, phone } = await arrive();
    await givePhone(browser, id, phone);
    answerWith(() => Promise.resolve({ state: "unauthorized", detail: "HTTP 401" }));
    await giveConsent(browser, { id, smsAgreed: true });
    expect((await askAgain(browser, phone)).status).toBe(429);
    expect(await stateOf(browser, id)).toBe("limited");
    answerWith(() => Promise.resolve({ state: "accepted", providerMessageId: "SM1" }));
    await billing.setTime("2026-11-20T12:01:00Z");
    expect((await askAgain(browser, phone)).status).toBe(200);
    expect(await stateOf(browser, id)).toBe("sent");
    expect((await askAgain(browser, phone)).status).toBe(429);
    answerWith(() => Promise.resolve({ state: "unauthorized", detail: "HTTP 401" }));
    await billing.setTime("2026-11-20T12:02:00Z");
    expect((await askAgain(browser, phone)).status).toBe(502);
    expect(await stateOf(browser, id)).toBe("sent");
  });

  test.each([
    ["stop", "opted_out"],
    ["landline", "refused"],
  ])("follows a suppression, here %s", async (reason, state) => {
    const { browser, id, phone } = await arrive();
    await givePhone(browser, id, phone);
    await giveConsent(browser, { id, smsAgreed: true });
    await suppress(phone, reason);
    expect(await stateOf(browser, id)).toBe(state);
  });

  test("names a country that we stopped texting, and sends nothing there", async () => {
    const { browser, id, phone } = await arrive();
    await givePhone(browser, id, phone);
    const { settings } = billing.ctx;
    const before = settings.smsCountries;
    settings.smsCountries = ["GB"];
    onTestFinished(() => {
      settings.smsCountries = before;
    });
    expect(await stateOf(browser, id)).toBe("unsupported_country");
    expect((await giveConsent(browser, { id, smsAgreed: true })).status).toBe(400);
    expect(await textsTo(phone)).toEqual([]);
  });

  test("starts over with another number", async () => {
    const { browser, id, phone } = await arrive();
    await givePhone(browser, id, phone);
    await suppress(phone, "stop");
    expect(await stateOf(browser, id)).toBe("opted_out");
    await givePhone(browser, id, "+14155550166");
    expect(await stateOf(browser, id)).toBe("not_requested");
  });
});

test("the number can be set when two processes' clocks differ", async () => {
  const { browser, id, email, phone } = await arrive();
  const subscription = await billing.ctx.db.subscription.findFirstOrThrow({
    where: { subscriber: { email } },
  });
  await billing.ctx.db.subscriber.updateMany({
    where: { email },
    data: { createdAt: new Date(subscription.createdAt.getTime() - 900) },
  });
  expect((await givePhone(browser, id, phone)).status).toBe(200);
});

describe("after consent, the number", () => {
  const locked = {
    status: 409,
    body: {
      message:
        "You can’t set your phone number here anymore. Log in to your account to add or change it.",
      field: "phoneNumber",
    },
  };
  const consentsOf = async (email: string) =>
    (await findByEmail(email)).consents.flatMap(({ kind, phone }) => (kind === "sms" ? phone : []));

  test("can't be changed by the onboarding calls, with a session or without", async () => {
    const { browser, id, email, phone } = await arrive();
    await givePhone(browser, id, phone);
    await giveConsent(browser, { id, smsAgreed: true });
    const { id: subscriberId } = await findByEmail(email);
    const loggedIn = await signedIn({ kind: "subscriber", subscriberId });
    for (const each of [browser, loggedIn]) {
      expect(await givePhone(each, id, "+14155550188")).toMatchObject(locked);
    }
    expect((await look(browser, id)).body).toMatchObject({ data: { phoneNumber: phone } });
    expect(await findByEmail(email)).toMatchObject({ phone });
    expect(await consentsOf(email)).toEqual([phone]);
  });

  test("stays when texts were turned off in the account", async () => {
    const { browser, id, email, phone } = await arrive();
    await givePhone(browser, id, phone);
    await giveConsent(browser, { id, smsAgreed: true });
    await billing.ctx.db.subscriber.updateMany({ where: { email }, data: { smsEnabled: false } });
    expect(await giveConsent(browser, { id, smsAgreed: true })).toMatchObject(locked);
    expect(await findByEmail(email)).toMatchObject({ phone, smsEnabled: false });
  });

  test("stays when it was confirmed in the account", async () => {
    const { browser, id, email, phone } = await arrive();
    await givePhone(browser, id, phone);
    const inAccount = { phone: "+14155550177", smsEnabled: true, smsConsentAt: new Date() };
    await billing.ctx.db.subscriber.updateMany({ where: { email }, data: inAccount });
    expect(await giveConsent(browser, { id, smsAgreed: true })).toMatchObject(locked);
    expect(await givePhone(browser, id, phone)).toMatchObject(locked);
    expect(await findByEmail(email)).toMatchObject({ phone: "+14155550177" });
    expect(await textsTo(phone)).toEqual([]);
  });

  test("can't be set a week after sign-up, even with a session", async () => {
    const { browser, id, email, phone } = await arrive();
    await givePhone(browser, id, phone);
    const { id: subscriberId } = await findByEmail(email);
    const loggedIn = await signedIn({ kind: "subscriber", subscriberId });
    await billing.setTime("2026-11-27T12:00:00Z");
    const answers = [
      await givePhone(loggedIn, id, "+14155550188"),
      await giveConsent(loggedIn, { id, smsAgreed: true }),
    ];
    await billing.setTime("2026-11-20T12:00:00Z");
    for (const answer of answers) expect(answer).toMatchObject(locked);
    expect(await findByEmail(email)).toMatchObject({ phone: null, smsEnabled: false });
  });
});

describe("limits", () => {
  test("a purchase can try three numbers before consent, and the same one again", async () => {
    const { browser, id, email, phone } = await arrive();
    const numbers = ["+14155550181", "+14155550182", phone, phone];
    for (const number of numbers) expect((await givePhone(browser, id, number)).status).toBe(200);
    expect(await givePhone(browser, id, "+14155550184")).toMatchObject({
      status: 409,
      body: {
        message:
          "You’ve already tried three numbers. Continue with the last one, or log in to your account to change it.",
        field: "phoneNumber",
      },
    });
    expect((await giveConsent(browser, { id, smsAgreed: true })).status).toBe(200);
    expect(await findByEmail(email)).toMatchObject({ phone, smsEnabled: true });
  });

  test("parallel calls get no fourth number", async () => {
    const { browser, id } = await arrive();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => givePhone(browser, id, `+1415555019${index}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  });

  test.each([
    ["+4915123456789", "Germany"],
    ["+18765551234", "Jamaica"],
    ["+14413701234", "Bermuda"],
  ])("refuses %s, in a country that we don't text", async (phoneNumber, country) => {
    const { browser, id } = await arrive();
    expect(await givePhone(browser, id, phoneNumber)).toMatchObject({
      status: 400,
      body: {
        message: `We can’t text numbers in ${country}, only in the United States, Canada, and the United Kingdom. Please enter another number.`,
        field: "phoneNumber",
      },
    });
  });

  test("stop all texts at the daily budget and alert the operator once", async () => {
    const { settings } = billing.ctx;
    const before = settings.smsDailyBudget;
    await billing.ctx.db.rateLimit.deleteMany();
    settings.smsDailyBudget = 2;
    const people = [await arrive(), await arrive(), await arrive(), await arrive()];
    const answers = [];
    for (const { browser, id, phone } of people) {
      await givePhone(browser, id, phone);
      answers.push(await giveConsent(browser, { id, smsAgreed: true }));
    }
    settings.smsDailyBudget = before;
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
    expect(answers[3]).toMatchObject({
      body: {
        message: "We’ve sent as many texts as we can today. Please try again tomorrow.",
        code: "too_many_requests",
      },
    });
    expect(answers[3]?.headers.get("retry-after")).toBe("86400");
    const alerts = await billing.ctx.db.operatorAlert.findMany({
      where: { key: { startsWith: "text-budget:" } },
      select: { subject: true },
    });
    expect(alerts).toEqual([{ subject: "The daily budget for texts is used up" }]);
    const last = people[3];
    if (!last) throw new Error("no person");
    expect(await textsTo(last.phone)).toEqual([]);
    // Refused by the budget alone, it counted toward no other limit.
    const again = await giveConsent(last.browser, { id: last.id, smsAgreed: true });
    expect(again.status).toBe(200);
  });
});

describe("access to a record", () => {
  type Victim = Awaited<ReturnType<typeof arrive>>;

  const checkoutCookie = ({ browser }: Victim) => browser.cookies.get("threeline-checkout") ?? "";
  const uidOf = async ({ id }: Victim) =>
    (await billing.ctx.db.onboardingRecord.findUniqueOrThrow({ where: { id } })).uid;
  const sessionOf = async ({ email }: Victim) =>
    signedIn({ kind: "subscriber", subscriberId: (await findByEmail(email)).id });

  const attempts: [string, (victim: Victim) => Browser | Promise<Browser>][] = [
    ["no cookie", () => openBrowser()],
    ["another buyer's cookie", async () => (await arrive()).browser],
    [
      "a longer signature",
      (victim) => withCookie("threeline-checkout", `${checkoutCookie(victim)}x`),
    ],
    [
      "another uid's signature",
      async (victim) => {
        const [, signature] = checkoutCookie(await arrive()).split(".");
        const [uid] = checkoutCookie(victim).split(".");
        return withCookie("threeline-checkout", `${uid}.${signature}`);
      },
    ],
    [
      "a signature for another purpose",
      async (victim) =>
        withCookie(
          "threeline-checkout",
          signValue(await uidOf(victim), "unsubscribe", billing.ctx.settings.signingSecret),
        ),
    ],
    [
      "a signature by another secret",
      async (victim) =>
        withCookie("threeline-checkout", signValue(await uidOf(victim), "checkout-uid", "guessed")),
    ],
    ["the bare uid", async (victim) => withCookie("threeline-checkout", await uidOf(victim))],
    ["the record's id", ({ id }) => withCookie("threeline-checkout", String(id))],
    ["another subscriber's session", async () => sessionOf(await arrive())],
    [
      "an administrator's session",
      async () => {
        const username = `admin-${randomUUID()}`;
        await createAdmin(billing.ctx, { username, password: "correct horse battery" });
        const { id } = await billing.ctx.db.admin.findFirstOrThrow({ where: { username } });
        return signedIn({ kind: "admin", adminId: id });
      },
    ],
    [
      "the subscriber's own session after it ended",
      async (victim) => {
        const browser = await sessionOf(victim);
        const { id: subscriberId } = await findByEmail(victim.email);
        const revokedAt = billing.ctx.clock.now();
        await billing.ctx.db.session.updateMany({ where: { subscriberId }, data: { revokedAt } });
        return browser;
      },
    ],
    [
      "the buyer's own cookie a week later",
      async ({ browser }) => {
        await billing.setTime("2026-11-27T12:00:00Z");
        return browser;
      },
    ],
  ];

  afterEach(() => billing.setTime("2026-11-20T12:00:00Z"));

  test.each(attempts)("is denied, and no text is sent: %s", async (_, openWith) => {
    const victim = await arrive();
    const { browser, id, phone } = victim;
    await givePhone(browser, id, phone);
    await giveConsent(browser, { id, smsAgreed: true });
    // Rate limits have expired.
    await billing.setTime("2026-11-20T13:00:00Z");
    const before = await billing.messages();
    const thief = await openWith(victim);
    const answers = [
      await look(thief, id),
      await givePhone(thief, id, "+14155550188"),
      await giveConsent(thief, { id, smsAgreed: true }),
      await askAgain(thief, phone),
      await askAgain(thief, "+14155550188"),
    ];
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([404, { message: "Not found." }]);
    }
    expect(await billing.messages()).toEqual(before);
    await billing.setTime("2026-11-20T13:00:00Z");
    expect((await look(browser, id)).body).toMatchObject({ data: { phoneNumber: phone } });
  });

  test("is granted to the subscriber's own session", async () => {
    const victim = await arrive();
    const { browser, id, email, phone } = victim;
    await givePhone(browser, id, phone);
    const own = await sessionOf(victim);
    expect((await look(own, id)).body).toMatchObject({ data: { email, phoneNumber: phone } });
  });

  test("texts only the number on the record", async () => {
    const { browser, id, phone } = await arrive();
    await givePhone(browser, id, phone);
    expect((await askAgain(browser, phone)).status).toBe(409);
    await giveConsent(browser, { id, smsAgreed: true });
    expect((await askAgain(browser, "+14155550188")).status).toBe(404);
    expect(await textsTo("+14155550188")).toEqual([]);
  });
});

describe("bad input", () => {
  const required = "Please enter a phone number";
  const invalid = "Please enter a valid phone number, including the country code.";
  test.each([
    [undefined, required],
    [null, required],
    [14_155_550_123, required],
    ["", required],
    ["   ", required],
    ["+1", invalid],
    ["4155550123", invalid],
    ["+1415555", invalid],
    ["+" + "1".repeat(40), invalid],
    ["+１４１５５５５０１２３", invalid],
    ["+1415<b>5550123", invalid],
    ["+14155550123'; --", invalid],
    ["+1415📱5550123", invalid],
    ["+14155550123\u0000", "The request contains a character we can’t store."],
  ])("rejects the number %j", async (phoneNumber, message) => {
    const { browser, id } = await arrive();
    for (const answer of [
      await givePhone(browser, id, phoneNumber),
      await askAgain(browser, phoneNumber),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body["message"]).toBe(message);
    }
    expect((await look(browser, id)).body).toMatchObject({ data: { phoneNumber: null } });
  });

  test.each([
    [{ id: "1", smsAgreed: true }, "The id must be a whole number."],
    [{ id: 1.5, smsAgreed: true }, "The id must be a whole number."],
    [{ id: null, smsAgreed: true }, "The id must be a whole number."],
    [{ id: 0, smsAgreed: true }, "The id must be a whole number."],
    [{ id: 2_147_483_648, smsAgreed: true }, "The id must be a whole number."],
    [{ id: 1 }, "You must agree to receive SMS messages to continue"],
    [{ id: 1, smsAgreed: false }, "You must agree to receive SMS messages to continue"],
    [{ id: 1, smsAgreed: "true" }, "You must agree to receive SMS messages to continue"],
  ])("rejects the consent %j", async (json, message) => {
    const { browser } = await arrive();
    const answer = await giveConsent(browser, json);
    expect([answer.status, answer.body["message"]]).toEqual([400, message]);
  });

  test("rejects consent without a number", async () => {
    const { browser, id, email } = await arrive();
    expect(await giveConsent(browser, { id, smsAgreed: true })).toMatchObject({
      status: 400,
      body: { message: "We need your phone number first.", field: "phoneNumber" },
    });
    expect((await findByEmail(email)).smsEnabled).toBe(false);
  });
});
