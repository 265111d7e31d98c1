import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as CANCEL } from "@/app/api/subscription/cancel/route";
import { POST as CHANNELS } from "@/app/api/user/channels/route";
import { POST as CONFIRM } from "@/app/api/user/phone/confirm/route";
import { POST as PHONE } from "@/app/api/user/phone/route";
import { POST as UPDATE } from "@/app/api/user/update/route";
import { getAccount } from "@/lib/domain/account/account-view";
import type { SmsMessage } from "@/lib/domain/ports/sms";
import type { MessageResult, CallFailure } from "@/lib/domain/ports/send-outcome";
import type { RouteHandler } from "@/lib/http/route/route";
import { absentSms, startApi, type ApiClient, type ApiHarness } from "@/tests/support/api";

const noon = "2026-11-20T12:00:00.000Z";
const texts: SmsMessage[] = [];
let outcome: MessageResult | CallFailure;
let api: ApiHarness;
let counter = 0;

beforeAll(async () => {
  const send = async (text: SmsMessage) => {
    texts.push(text);
    return outcome;
  };
  api = await startApi({
    parts: { sms: { ...absentSms, send } },
  });
});

afterAll(() => api.close());

beforeEach(() => {
  outcome = { state: "accepted", providerMessageId: "SM1" };
  texts.length = 0;
  api.setTime(noon);
});

const endpoints = {
  update: [UPDATE, "/api/user/update"],
  cancel: [CANCEL, "/api/subscription/cancel"],
  channels: [CHANNELS, "/api/user/channels"],
  phone: [PHONE, "/api/user/phone"],
  confirm: [CONFIRM, "/api/user/phone/confirm"],
} as const satisfies Record<string, readonly [RouteHandler, string]>;

/** Returns the status and the whole body. */
async function post(client: ApiClient, name: keyof typeof endpoints, json: unknown) {
  const [handler, path] = endpoints[name];
  const { status, body } = await client.call(handler, "POST", path, {
    json,
    headers: { "user-agent": "Test browser/1.0" },
  });
  return [status, body] as const;
}

/** A subscriber on a trial, logged in. */
async function arrive(data: Record<string, unknown> = {}) {
  counter += 1;
  const email = `Own${counter}@example.com`;
  const { id } = await api.ctx.db.subscriber.create({
    data: {
      email,
      subscriptions: {
        create: { paddleSubscriptionId: `sub_${counter}`, status: "trialing", plan: "annual" },
      },
      ...data,
    },
  });
  const find = () => api.ctx.db.subscriber.findUniqueOrThrow({ where: { id } });
  const audit = async () =>
    (
      await api.ctx.db.auditEvent.findMany({
        where: { subject: `subscriber:${id}` },
        orderBy: { id: "asc" },
      })
    ).map(({ actor, action, detail }) => [actor, action, detail]);
  const client = await api.subscriberClient(id);
  return { id, email, client, find, audit, phone: `+1415300${1_000 + counter}` };
}

const withTexts = { phone: "+14155550177", smsEnabled: true, smsConsentAt: new Date(noon) };
const suppress = (channel: string, address: string, reason: string) =>
  api.ctx.db.suppression.create({ data: { channel, address, reason, source: "test" } });

describe("POST /api/user/update", () => {
  test("changes only the time zone, with the email in any case", async () => {
    const { id, email, client, find, audit } = await arrive();
    const before = await find();
    const json = { email: email.toUpperCase(), timezone: "Europe/London" };
    expect(await post(client, "update", json)).toEqual([200, { message: "Account updated" }]);
    expect(await post(client, "update", json)).toEqual([200, { message: "Account updated" }]);
    const { timezone, updatedAt, holdoverDate, holdoverTimezone, ...after } = await find();
    expect(timezone).toBe("Europe/London");
    expect(updatedAt).toEqual(new Date(noon));
    // Noon in London, seven in New York.
    expect(holdoverDate).toEqual(new Date("2026-11-20T00:00:00.000Z"));
    expect(holdoverTimezone).toBe("America/New_York");
    expect(before).toMatchObject(after);
    expect(await audit()).toEqual([
      [
        `subscriber:${id}`,
        "timezone.changed",
        { before: { timezone: "America/New_York" }, after: { timezone: "Europe/London" } },
      ],
    ]);
  });

  test.each([
    [{}, "Please enter your email", "email"],
    [{ email: 7, timezone: "Europe/London" }, "Please enter your email", "email"],
    [{ email: " ", timezone: "Europe/London" }, "Please enter your email", "email"],
    [{ email: "own@example.com" }, "Please select a timezone", "timezone"],
    [
      { email: "own@example.com", timezone: "Europe/Paris" },
      "Please select a timezone",
      "timezone",
    ],
  ])("refuses %j", async (json, message, field) => {
    const { client } = await arrive();
    expect(await post(client, "update", json)).toEqual([400, { message, field }]);
  });
});

describe("POST /api/user/channels", () => {
  test("turns each channel off and on, with an audit event for each change", async () => {
    const { id, client, find, audit } = await arrive(withTexts);
    const saved = [200, { message: "Delivery settings saved" }];
    expect(await post(client, "channels", { emailEnabled: false })).toEqual(saved);
    expect(await find()).toMatchObject({ emailEnabled: false, smsEnabled: true });
    expect(await post(client, "channels", { emailEnabled: true, smsEnabled: false })).toEqual(
      saved,
    );
    expect(await post(client, "channels", { smsEnabled: false })).toEqual(saved);
    expect(await find()).toMatchObject({ emailEnabled: true, smsEnabled: false });
    expect(await post(client, "channels", { smsEnabled: true })).toEqual(saved);
    expect(await find()).toMatchObject({ ...withTexts, emailEnabled: true });
    const way = { via: "account" };
    expect(await audit()).toEqual([
      [`subscriber:${id}`, "email.turned_off", way],
      [`subscriber:${id}`, "email.turned_on", way],
      [`subscriber:${id}`, "sms.turned_off", way],
      [`subscriber:${id}`, "sms.turned_on", way],
    ]);
  });

  test.each([
    ["email", "hard_bounce", "Email to you bounced, so we can’t turn it on. Contact us to fix it."],
    [
      "email",
      "spam_complaint",
      "Our email was reported as spam from your address, so we can’t turn it on.",
    ],
    ["sms", "stop", "This number unsubscribed from our texts. Reply START"],
    ["sms", "landline", "This number can’t receive our texts. Please enter another one."],
  ])("refuses to turn %s on after a %s, but not off", async (channel, reason, message) => {
    const { email, client, find, phone } = await arrive({ ...withTexts, emailEnabled: true });
    await api.ctx.db.subscriber.updateMany({ where: { email }, data: { phone } });
    await suppress(channel, channel === "email" ? email.toLowerCase() : phone, reason);
    const name = channel === "email" ? "emailEnabled" : "smsEnabled";
    expect((await post(client, "channels", { [name]: false }))[0]).toBe(200);

    const [status, body] = await post(client, "channels", { [name]: true });
    expect(status).toBe(409);
    expect(body).toMatchObject({ message: expect.stringContaining(message) });
    expect(await find()).toMatchObject({ [name]: false });
  });

  test("refuses to turn texts on without a number and consent", async () => {
    const refusal = [409, { message: "We need your phone number first.", field: "phoneNumber" }];
    const without = await arrive();
    expect(
      await post(without.client, "channels", { emailEnabled: false, smsEnabled: true }),
    ).toEqual(refusal);
    expect(await without.find()).toMatchObject({ emailEnabled: true });
    const unasked = await arrive({ phone: "+14155550178" });
    expect(await post(unasked.client, "channels", { smsEnabled: true })).toEqual(refusal);
  });

  test.each([[{}], [{ emailEnabled: "off" }], [{ smsEnabled: 1 }], [{ emailEnabled: null }]])(
    "refuses %j",
    async (json) => {
      const { client } = await arrive();
      const [status, body] = await post(client, "channels", json);
      expect(status).toBe(400);
      expect(body).toMatchObject({ message: "Choose on or off for email, texts, or both." });
    },
  );
});

describe("POST /api/user/phone and /confirm", () => {
  const codeIn = (text: SmsMessage | undefined) => /code is (\d{6})\./.exec(text?.body ?? "")?.[1];
  const wrong = (code: string | undefined) => (code === "111111" ? "222222" : "111111");
  const over = [
    409,
    { message: "This code no longer works. Please request a new one.", field: "code" },
  ];

  test("replaces the number after the texted code is entered, and records the consent", async () => {
    const { id, client, find, phone } = await arrive({ ...withTexts, smsEnabled: false });
    expect(await post(client, "phone", { phoneNumber: ` ${phone}` })).toEqual([
      200,
      { message: "Code sent", phoneNumber: phone },
    ]);
    const code = codeIn(texts[0]);
    expect(texts).toEqual([
      {
        to: phone,
        body: `Threeline: your code is ${code}. Enter it to get 1 text every weekday at this number. Msg & data rates may apply. Reply HELP for help, STOP to cancel.`,
      },
    ]);
    expect(texts[0]?.body.length).toBeLessThanOrEqual(160);
    expect(await find()).toMatchObject({ phone: withTexts.phone, smsEnabled: false });
    expect((await getAccount(api.ctx, id)).sms).toMatchObject({ pendingNumber: phone });
    const stored = await api.ctx.db.phoneChange.findUniqueOrThrow({ where: { subscriberId: id } });
    expect(JSON.stringify(stored)).not.toContain(code);

    expect(await post(client, "confirm", { code: wrong(code) })).toEqual([
      400,
      { message: "That’s not the code we sent. Check it and try again.", field: "code" },
    ]);
    expect(
      await post(client, "confirm", { code: ` ${code?.slice(0, 3)} ${code?.slice(3)}` }),
    ).toEqual([200, { message: "Phone number changed" }]);
    expect(await find()).toMatchObject({ phone, smsEnabled: true, smsConsentAt: new Date(noon) });
    expect(
      await api.ctx.db.consent.findMany({
        where: { subscriberId: id },
        omit: { id: true, subscriberId: true },
      }),
    ).toEqual([
      {
        kind: "sms",
        wording:
          "I agree to receive Threeline texts: 1 message per day, message and data rates may apply, reply STOP to cancel.",
        phone,
        ipAddress: client.address,
        userAgent: "Test browser/1.0",
        grantedAt: new Date(noon),
      },
    ]);
    expect(await post(client, "confirm", { code })).toEqual(over);
    expect((await getAccount(api.ctx, id)).sms).toEqual({
      isOn: true,
      phoneNumber: phone,
      problem: null,
      pendingNumber: null,
      countries: ["US", "CA", "GB"],
    });
    expect(await post(client, "phone", { phoneNumber: phone })).toEqual([
      409,
      { message: "This is already your number.", field: "phoneNumber" },
    ]);
  });

  test("accepts a code for 10 minutes and 5 tries, even with parallel tries", async () => {
    const { id, client, find, phone } = await arrive();
    await post(client, "phone", { phoneNumber: phone });
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => post(client, "confirm", { code: wrong(codeIn(texts[0])) })),
    );
    expect(tries.filter(([status]) => status === 400)).toHaveLength(5);
    expect(tries.filter(([status]) => status === 409)).toHaveLength(3);
    expect(await post(client, "confirm", { code: codeIn(texts[0]) })).toEqual(over);

    api.setTime("2026-11-20T12:01:00.000Z");
    await post(client, "phone", { phoneNumber: phone });
    api.setTime("2026-11-20T12:11:00.000Z");
    expect((await getAccount(api.ctx, id)).sms.pendingNumber).toBeNull();
    expect(await post(client, "confirm", { code: codeIn(texts[1]) })).toEqual(over);
    expect(await find()).toMatchObject({ phone: null, smsEnabled: false });
  });

  test("replaces the pending number with a newer one, and accepts only its code", async () => {
    const { client, find, phone } = await arrive();
    const other = phone.replace("+1415", "+1416");
    await post(client, "phone", { phoneNumber: phone });
    await post(client, "phone", { phoneNumber: other });
    const [first, second] = texts.map(codeIn);
    // Fails by chance in one run of a million, when both codes are equal.
    expect((await post(client, "confirm", { code: first }))[0]).toBe(400);
    expect((await post(client, "confirm", { code: second }))[0]).toBe(200);
    expect(await find()).toMatchObject({ phone: other });
  });

  test("refuses a number that replied STOP or can't get texts, before the text and before the change", async () => {
    const { client, find, phone } = await arrive();
    await post(client, "phone", { phoneNumber: phone });
    await suppress("sms", phone, "stop");
    const stopped = [
      409,
      {
        message:
          "This number unsubscribed from our texts. Reply START to one of them to resubscribe.",
        field: "phoneNumber",
      },
    ];
    expect(await post(client, "confirm", { code: codeIn(texts[0]) })).toEqual(stopped);
    expect(await post(client, "phone", { phoneNumber: phone })).toEqual(stopped);
    expect(texts).toHaveLength(1);
    expect(await find()).toMatchObject({ phone: null, smsEnabled: false });

    outcome = { state: "refused", reason: "landline", code: 1, detail: "21635" };
    expect(await post(client, "phone", { phoneNumber: "+14155550190" })).toEqual([
      409,
      { message: "This number can’t receive our texts. Please enter another one." },
    ]);
    outcome = { state: "unknown", detail: "timeout" };
    expect(await post(client, "phone", { phoneNumber: "+14155550191" })).toEqual([
      502,
      { message: "Failed to send confirmation text" },
    ]);
  });

  test("sends one text in 30 seconds", async () => {
    const { client, phone } = await arrive();
    await post(client, "phone", { phoneNumber: phone });
    expect(await post(client, "phone", { phoneNumber: phone })).toEqual([
      429,
      {
        message: "Too many attempts. Please try again in 30 seconds.",
        code: "too_many_requests",
      },
    ]);
    expect(texts).toHaveLength(1);
  });

  test("texts at most three numbers a day for one subscriber, and one of them again", async () => {
    const { client } = await arrive();
    const statuses: number[] = [];
    for (const [minute, end] of [81, 82, 83, 84, 83].entries()) {
      api.setTime(`2026-11-20T12:0${minute}:00.000Z`);
      const [status] = await post(client, "phone", { phoneNumber: `+121255501${end}` });
      statuses.push(status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 200]);
    expect(texts.map(({ to }) => to.slice(-2))).toEqual(["81", "82", "83", "83"]);
    api.setTime("2026-11-21T12:00:00.000Z");
    expect((await post(client, "phone", { phoneNumber: "+12125550184" }))[0]).toBe(200);
  });

  test("sends at most ten texts a day for one subscriber, from any client", async () => {
    const { id, client } = await arrive();
    const other = await api.subscriberClient(id);
    const statuses: number[] = [];
    for (let minute = 0; minute < 12; minute += 1) {
      api.setTime(new Date(Date.parse(noon) + minute * 60_000).toISOString());
      const phoneNumber = `+121255501${85 + (minute % 3)}`;
      const [status] = await post(minute % 2 ? client : other, "phone", { phoneNumber });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
    expect(texts).toHaveLength(10);
  });

  test("refuses a number in a country that we don't text", async () => {
    const { client } = await arrive();
    expect(await post(client, "phone", { phoneNumber: "+4915123456789" })).toEqual([
      400,
      {
        message:
          "We can’t text numbers in Germany, only in the United States, Canada, and the United Kingdom. Please enter another number.",
        field: "phoneNumber",
      },
    ]);
    expect(texts).toEqual([]);
  });

  test.each([
    ["phone", {}, "Please enter a phone number"],
    [
      "phone",
      { phoneNumber: "4155550123" },
      "Please enter a valid phone number, including the country code.",
    ],
    ["confirm", {}, "Enter the six-digit code."],
    ["confirm", { code: 123_456 }, "Enter the six-digit code."],
    ["confirm", { code: "12345" }, "Enter the six-digit code."],
    ["confirm", { code: "12345a" }, "Enter the six-digit code."],
  ] as const)("%s refuses %j", async (name, json, message) => {
    const { client } = await arrive();
    const [status, body] = await post(client, name, json);
    expect(status).toBe(400);
    expect(body).toMatchObject({ message: expect.stringContaining(message) });
    expect(texts).toEqual([]);
  });
});

describe("access", () => {
  test("keeps everyone else from reading or changing a subscriber", async () => {
    const victim = await arrive(withTexts);
    const thief = await arrive();
    const { email } = victim;
    const subscriptionId = (
      await api.ctx.db.subscription.findFirstOrThrow({ where: { subscriberId: victim.id } })
    ).paddleSubscriptionId;
    await post(victim.client, "phone", { phoneNumber: victim.phone });
    const code = /\d{6}/.exec(texts[0]?.body ?? "")?.[0];
    const before = await wholeAccount(victim.id);

    const login = [401, { message: "Please log in to continue." }];
    const notAllowed = [403, { message: "You don’t have permission to do this." }];
    const notYours = [403, { message: "This isn’t your account’s email address.", field: "email" }];
    const immediately = { subscriptionId, emailPreference: "stop_immediately" };
    const attempts = [
      ["update", { email, timezone: "Europe/London" }, notYours],
      ["cancel", { email, ...immediately }, notYours],
      ["cancel", { email, ...immediately, subscriptionId: "" }, notYours],
      [
        "cancel",
        { email: thief.email, ...immediately },
        [
          403,
          { message: "This subscription doesn’t belong to your account.", field: "subscriptionId" },
        ],
      ],
      [
        "confirm",
        { code },
        [409, { message: "This code no longer works. Please request a new one.", field: "code" }],
      ],
    ] as const;
    for (const [name, json, refusal] of attempts) {
      expect([name, await post(thief.client, name, json)]).toEqual([name, refusal]);
    }
    // The session decides who is meant, whatever the body says.
    for (const id of [victim.id, String(victim.id)]) {
      const aimed = { emailEnabled: false, subscriberId: id, id, email };
      expect((await post(thief.client, "channels", aimed))[0]).toBe(200);
    }

    const [stranger, admin] = [api.client(), await api.adminClient()];
    const forger = api.client();
    for (const [name, value] of victim.client.cookies) forger.cookies.set(name, `${value}x`);
    const all = [
      ["update", { email, timezone: "Europe/London" }],
      ["cancel", { email, ...immediately }],
      ["channels", { emailEnabled: false }],
      ["phone", { phoneNumber: "+14155550199" }],
      ["confirm", { code }],
    ] as const;
    for (const [name, json] of all) {
      expect([name, await post(stranger, name, json)]).toEqual([name, login]);
      expect([name, await post(forger, name, json)]).toEqual([name, login]);
      expect([name, await post(admin, name, json)]).toEqual([name, notAllowed]);
      const [handler, path] = endpoints[name];
      const headers = { origin: "https://evil.example" };
      const foreign = await victim.client.call(handler, "POST", path, { json, headers });
      expect([name, foreign.status]).toEqual([name, 403]);
    }
    expect(await wholeAccount(victim.id)).toEqual(before);
    expect(texts).toHaveLength(1);
  });

  const wholeAccount = (id: number) =>
    api.ctx.db.subscriber.findUniqueOrThrow({
      where: { id },
      include: { subscriptions: true, consents: true, phoneChange: true },
    });
});

describe("getAccount", () => {
  const account = async (id: number) => {
    const {
      user: _user,
      price: _price,
      canChangePlan: _can,
      ...view
    } = await getAccount(api.ctx, id);
    return view;
  };
  const fresh = {
    plan: "annual",
    paddleStatus: "trialing",
    failedPayment: null,
    nextPlan: null,
    canCancel: true,
    canKeep: false,
    startOffer: null,
    isServed: true,
    servedUntilDate: null,
    email: { isOn: true, problem: null },
    sms: {
      isOn: false,
      phoneNumber: null,
      problem: null,
      pendingNumber: null,
      countries: ["US", "CA", "GB"],
    },
    pause: null,
  };

  test("describes a trial, a scheduled end, an immediate end, and no subscription", async () => {
    const { id } = await arrive({ timezone: "America/Los_Angeles" });
    expect(await account(id)).toEqual(fresh);
    const set = (data: Record<string, unknown>) =>
      api.ctx.db.subscription.updateMany({ where: { subscriberId: id }, data });

    // Still the day before in Los Angeles.
    await set({ cancelAt: new Date("2026-11-27T06:00:00Z") });
    const ending = { ...fresh, canCancel: false, servedUntilDate: "2026-11-26" };
    expect(await account(id)).toEqual({ ...ending, canKeep: true });
    await set({
      status: "canceled",
      cancelAt: null,
      accessEndsAt: new Date("2026-12-01T20:00:00Z"),
    });
    expect(await account(id)).toEqual({
      ...ending,
      paddleStatus: "canceled",
      servedUntilDate: "2026-12-01",
    });
    await set({ stoppedAt: new Date(noon) });
    const ended = { ...ending, paddleStatus: "canceled", isServed: false, servedUntilDate: null };
    expect(await account(id)).toEqual(ended);
    await api.ctx.db.subscription.deleteMany({ where: { subscriberId: id } });
    expect(await account(id)).toEqual({ ...ended, plan: null, paddleStatus: null });
  });

  test("says why nothing arrives on a channel", async () => {
    const { id, email } = await arrive({ ...withTexts, phone: "+14155550166" });
    await suppress("email", email.toLowerCase(), "spam_complaint");
    await suppress("sms", "+14155550166", "bad_number");
    expect(await account(id)).toMatchObject({
      email: { isOn: true, problem: "reported" },
      sms: { isOn: true, phoneNumber: "+14155550166", problem: "unreachable" },
    });
    await api.ctx.db.suppression.updateMany({
      where: { address: email.toLowerCase() },
      data: { reason: "hard_bounce" },
    });
    await api.ctx.db.suppression.updateMany({
      where: { address: "+14155550166" },
      data: { reason: "stop" },
    });
    expect(await account(id)).toMatchObject({
      email: { problem: "bounced" },
      sms: { problem: "stopped" },
    });
  });
});
