import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { GET as listDeliveries } from "@/app/api/user/deliveries/route";
import { POST as resend } from "@/app/api/user/deliveries/resend/route";
import { provideContext } from "@/lib/http/route/context";
import { enforceTextLimits } from "@/lib/domain/contact/texts/text-limits";
import { openSubscriberClient, type ApiAnswer, type ApiClient } from "@/tests/support/api";
import { startDelivery, type SubscriberOptions } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

// Monday; New York is five hours behind UTC.
const monday = "2026-11-23";
const at = useForFile(startDelivery);

beforeAll(async () => {
  provideContext(at.ctx);
});

afterEach(() => at.clearFaults());

afterAll(() => {
  provideContext(undefined);
});

type Person = { id: number; email: string; phone: string; client: ApiClient };

let people = 0;

async function addPerson(options: SubscriberOptions = {}): Promise<Person> {
  people += 1;
  const email = `own${people}@example.com`;
  const phone = `+1212555${String(1_000 + people)}`;
  const id = await at.addSubscriber({ email, phone, smsEnabled: true, ...options });
  return { id, email, phone, client: await openSubscriberClient(at.ctx, id) };
}

function list({ client }: Person): Promise<ApiAnswer> {
  return client.call(listDeliveries, "GET", "/api/user/deliveries");
}

function again({ client }: Person, json: unknown): Promise<ApiAnswer> {
  return client.call(resend, "POST", "/api/user/deliveries/resend", { json });
}

async function sentTo(channel: "email" | "sms", to: string) {
  return (await at.sent(channel)).filter((each) => each.to === to);
}

describe("GET /api/user/deliveries", () => {
  test("shows a new subscriber the date of the first briefing, and none without a subscription", async () => {
    await at.setTime("2026-11-21T15:00:00Z");
    const person = await addPerson();
    expect(await list(person)).toMatchObject({
      status: 200,
      body: { days: [], nextDate: "2026-11-23", resendable: [] },
    });
    const gone = await addPerson({ status: "canceled" });
    expect((await list(gone)).body).toEqual({ days: [], nextDate: null, resendable: [] });
    const off = await addPerson({ emailEnabled: false, smsEnabled: false });
    expect((await list(off)).body).toEqual({ days: [], nextDate: null, resendable: [] });
  });

  test("shows a date still to come in the previous time zone as the next briefing", async () => {
    await at.setTime("2026-11-19T10:30:00Z");
    const person = await addPerson({ timezone: "Europe/London" });
    expect((await list(person)).body).toMatchObject({ nextDate: "2026-11-20" });
    await at.ctx.db.subscriber.update({
      where: { id: person.id },
      data: { holdoverDate: new Date("2026-11-19"), holdoverTimezone: "America/New_York" },
    });
    expect((await list(person)).body).toMatchObject({ nextDate: "2026-11-19" });
    await at.ctx.db.subscriber.delete({ where: { id: person.id } });
  });

  test("lists two weeks of the subscriber's own deliveries, in the time zones they were planned for", async () => {
    await at.setTime("2026-11-16T11:00:00Z");
    const person = await addPerson();
    const western = await addPerson({ timezone: "America/Los_Angeles", smsEnabled: false });
    await addPerson();
    await at.addMessage("2026-11-16");

    await at.setTime("2026-11-16T12:50:00Z");
    await at.run();
    expect((await list(person)).body).toEqual({
      days: [
        {
          localDate: "2026-11-16",
          email: { outcome: "sent", label: "Sent", time: "7:50 AM", reason: null },
          sms: null,
          note: null,
        },
      ],
      nextDate: "2026-11-17",
      resendable: ["email"],
    });
    await at.setTime("2026-11-16T13:00:00Z");
    await at.run();
    const text = { where: { subscriberId: person.id, channel: "sms" } };
    const finalized = await at.ctx.db.delivery.findFirstOrThrow(text);
    const set = (state: string, finalizedAt: Date | null, providerStatus: string | null) =>
      at.ctx.db.delivery.updateMany({ ...text, data: { state, finalizedAt, providerStatus } });
    await set("pending", null, null);
    expect((await list(person)).body).toMatchObject({
      days: [{ sms: { outcome: "waiting", label: "On its way", time: null, reason: null } }],
      resendable: ["email"],
    });
    await set("accepted", finalized.finalizedAt, "delivered");

    // Tuesday has no message; on Wednesday the number has replied STOP.
    await at.setTime("2026-11-17T15:01:00Z");
    await at.run();
    await at.addMessage("2026-11-18");
    await at.ctx.db.suppression.create({
      data: { channel: "sms", address: person.phone, reason: "stop", source: "twilio" },
    });
    await at.setTime("2026-11-18T13:00:00Z");
    await at.run();

    expect(await list(person)).toMatchObject({
      status: 200,
      body: {
        days: [
          {
            localDate: "2026-11-18",
            email: { outcome: "sent", label: "Sent", time: "8:00 AM", reason: null },
            sms: { outcome: "held", label: "Not sent", time: null, reason: "you replied STOP" },
            note: null,
          },
          { localDate: "2026-11-17", email: null, sms: null, note: "No briefing that day" },
          {
            localDate: "2026-11-16",
            email: { outcome: "sent", label: "Sent", time: "7:50 AM", reason: null },
            sms: { outcome: "sent", label: "Delivered", time: "8:00 AM", reason: null },
            note: null,
          },
        ],
        nextDate: "2026-11-19",
        resendable: ["email"],
      },
    });
    // 8:00 in New York is 5:00 in Los Angeles; on Monday no worker ran at 8:00 there.
    expect((await list(western)).body).toMatchObject({
      days: [
        { localDate: "2026-11-17", note: "No briefing that day" },
        {
          localDate: "2026-11-16",
          email: { outcome: "failed", label: "Missed", reason: "we couldn’t send it by 10:00 AM" },
        },
      ],
      nextDate: "2026-11-18",
      resendable: [],
    });

    await at.setTime("2026-11-29T17:00:00Z");
    const after = (await list(person)).body;
    expect(after).toMatchObject({
      days: [{ localDate: "2026-11-18" }, {}, { localDate: "2026-11-16" }],
      nextDate: "2026-11-30",
    });
    await at.setTime("2026-12-01T17:00:00Z");
    expect((await list(person)).body).toMatchObject({ days: [{ localDate: "2026-11-18" }] });
    // One day: the others are more than 14 days ago.
    expect(JSON.stringify((await list(person)).body).match(/localDate/g)).toHaveLength(1);
  });
});

describe("POST /api/user/deliveries/resend", () => {
  test("resends today's content to the subscriber's own address only", async () => {
    await at.setTime("2026-11-23T10:00:00Z");
    await at.addMessage(monday);
    await at.addPost(monday, "m3");
    const [person, other] = [await addPerson(), await addPerson()];
    await at.setTime("2026-11-23T13:00:00Z");
    await at.run();
    // A later edit doesn't change what the reader was sent.
    await at.ctx.db.dailyMessage.updateMany({
      where: { localDate: new Date(monday) },
      data: { message: "Edited since" },
    });
    await at.setTime("2026-11-23T14:12:00Z");
    expect((await list(person)).body).toMatchObject({ resendable: ["email", "sms"] });

    const mail = await again(person, { channel: "email" });
    expect([mail.status, mail.body]).toEqual([
      200,
      { message: "Today’s briefing is on its way to your inbox." },
    ]);
    const text = await again(person, { channel: "sms" });
    expect([text.status, text.body]).toEqual([
      200,
      { message: "Today’s briefing is on its way to your phone." },
    ]);

    const [first, second] = await sentTo("email", person.email);
    expect(second).toMatchObject({
      subject: first?.subject,
      text: first?.text,
      html: first?.html,
      headers: {
        "List-Unsubscribe": first?.headers["List-Unsubscribe"],
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
      metadata: { resend: `email:${monday}:${person.id}` },
    });
    const texts = await sentTo("sms", person.phone);
    expect(texts.map((each) => each.text)).toEqual([texts[0]?.text, texts[0]?.text]);
    expect(texts[0]?.text).toContain("Three (2026-11-23)");
    expect(await sentTo("email", other.email)).toHaveLength(1);
    expect(await sentTo("sms", other.phone)).toHaveLength(1);

    // It's in the audit events, not in the ledger.
    const rows = await at.ctx.db.delivery.findMany({
      where: { subscriberId: person.id, localDate: new Date(monday) },
    });
    expect(rows.map(({ state }) => state)).toEqual(["accepted", "accepted"]);
    const events = await at.ctx.db.auditEvent.findMany({
      where: { action: "briefing.resent", subject: `subscriber:${person.id}` },
      orderBy: { id: "asc" },
    });
    expect(events).toMatchObject([
      {
        actor: `subscriber:${person.id}`,
        detail: { channel: "email", localDate: monday, outcome: "accepted" },
      },
      { detail: { channel: "sms", localDate: monday, outcome: "accepted" } },
    ]);
  });

  test("allows one resend per channel in 10 minutes and three a day, and says when to retry", async () => {
    const person = await addPerson({ smsEnabled: false });
    await at.setTime("2026-11-23T14:30:00Z");
    await at.run();
    const statuses = async (count: number) =>
      (
        await Promise.all(Array.from({ length: count }, () => again(person, { channel: "email" })))
      ).map(({ status }) => status);
    expect((await statuses(4)).toSorted((a, b) => a - b)).toEqual([200, 429, 429, 429]);
    await at.setTime("2026-11-23T14:35:00Z");
    const refused = await again(person, { channel: "email" });
    expect(refused.body).toEqual({
      message: "Too many attempts. Please try again in 5 minutes.",
      code: "too_many_requests",
    });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "300"]);
    for (const time of ["14:40", "14:50"]) {
      await at.setTime(`2026-11-23T${time}:00Z`);
      expect(await statuses(1)).toEqual([200]);
    }
    await at.setTime("2026-11-23T17:00:00Z");
    const tomorrow = await again(person, { channel: "email" });
    expect([tomorrow.status, tomorrow.headers.get("retry-after")]).toEqual([429, "77400"]);
    expect(await sentTo("email", person.email)).toHaveLength(4);
  });

  test("counts a resent text toward the text limits, and a refused one not at all", async () => {
    const person = await addPerson({ timezone: "America/Chicago", emailEnabled: false });
    await at.setTime("2026-11-23T14:00:00Z");
    await at.run();
    for (const minute of [1, 2, 3, 4, 5]) {
      await at.setTime(`2026-11-23T14:0${minute}:00Z`);
      await enforceTextLimits(at.ctx, {
        phoneNumber: person.phone,
        clientAddress: "198.51.100.1",
        subscriberId: null,
      });
    }
    await at.setTime("2026-11-23T15:00:00Z");
    const refused = await again(person, { channel: "sms" });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "82860"]);
    await at.ctx.db.rateLimit.deleteMany({ where: { hits: { gt: 4 } } });
    await at.setTime("2026-11-23T15:01:00Z");
    expect((await again(person, { channel: "sms" })).status).toBe(200);
  });

  const cases: [
    string,
    SubscriberOptions,
    "email" | "sms",
    (person: Person) => Promise<unknown>,
    string,
  ][] = [
    [
      "a subscription stopped immediately",
      {},
      "email",
      ({ id }) =>
        at.ctx.db.subscription.updateMany({
          where: { subscriberId: id },
          data: { stoppedAt: new Date("2026-11-23T13:30:00Z") },
        }),
      "Your subscription isn’t active, so nothing was sent.",
    ],
    [
      "texts that are off",
      {},
      "sms",
      ({ id }) => at.ctx.db.subscriber.update({ where: { id }, data: { smsEnabled: false } }),
      "Texts are turned off. Turn them on to get today’s briefing again.",
    ],
    [
      "a number that replied STOP",
      {},
      "sms",
      ({ phone }) =>
        at.ctx.db.suppression.create({
          data: { channel: "sms", address: phone, reason: "stop", source: "twilio" },
        }),
      "Nothing was sent: you replied STOP.",
    ],
    [
      "an address that bounced, in any case",
      { email: "Bounced.Own@Example.com" },
      "email",
      () =>
        at.ctx.db.suppression.create({
          data: {
            channel: "email",
            address: "bounced.own@example.com",
            reason: "hard_bounce",
            source: "postmark",
          },
        }),
      "Nothing was sent: your address is bouncing.",
    ],
    [
      "a briefing that is still pending",
      {},
      "email",
      ({ id }) =>
        at.ctx.db.delivery.updateMany({
          where: { subscriberId: id, channel: "email" },
          data: { state: "pending" },
        }),
      "Today’s briefing is still on its way.",
    ],
    [
      "a number whose text is pending on another account",
      { phone: "+12125557777" },
      "sms",
      async () => {
        const twin = await at.addSubscriber({ phone: "+12125557777", smsEnabled: true });
        const row = await at.ctx.db.delivery.findFirstOrThrow({ where: { channel: "sms" } });
        await at.ctx.db.delivery.create({
          data: { ...row, subscriberId: twin, state: "pending", localDate: new Date(monday) },
        });
      },
      "Today’s briefing is still on its way.",
    ],
    [
      "a text before 8:00 in the new time zone",
      {},
      "sms",
      ({ id }) =>
        at.ctx.db.subscriber.update({ where: { id }, data: { timezone: "America/Los_Angeles" } }),
      "Texts start at 8:00 AM in your time zone.",
    ],
    [
      "a day without a briefing",
      {},
      "email",
      ({ id }) => at.ctx.db.delivery.deleteMany({ where: { subscriberId: id } }),
      "There’s no briefing to resend today.",
    ],
  ];

  test("refuses each case in which nothing can be resent", async () => {
    await at.setTime("2026-11-23T13:20:00Z");
    const readers = [];
    for (const [name, options, channel, change, message] of cases) {
      readers.push({ name, channel, change, message, person: await addPerson(options) });
    }
    await at.setTime("2026-11-23T13:21:00Z");
    await at.run();
    const ids = readers.map(({ person }) => person.id);
    const count = () => at.sent().then((all) => all.length);
    for (const { name, channel, change, message, person } of readers) {
      await change(person);
      const before = await count();
      const answer = await again(person, { channel });
      expect([name, answer.status, answer.body]).toEqual([name, 409, { message }]);
      expect((await list(person)).body).not.toMatchObject({
        resendable: expect.arrayContaining([channel]),
      });
      expect(await count()).toBe(before);
    }
    // Keeps the next tick from sending rows changed by hand.
    await at.ctx.db.delivery.deleteMany({ where: { subscriberId: { in: ids } } });
    await at.ctx.db.delivery.deleteMany({ where: { state: "pending" } });
  });

  test("resends a missed or excluded briefing once nothing prevents it", async () => {
    const person = await addPerson();
    await at.setTime("2026-11-23T13:40:00Z");
    await at.ctx.db.suppression.create({
      data: { channel: "sms", address: person.phone, reason: "stop", source: "twilio" },
    });
    await at.run();
    await at.ctx.db.suppression.deleteMany({ where: { address: person.phone } });
    expect(await sentTo("sms", person.phone)).toHaveLength(0);
    expect((await again(person, { channel: "sms" })).status).toBe(200);
    expect(await sentTo("sms", person.phone)).toHaveLength(1);
  });

  test("explains a provider failure, and never sends twice by accident", async () => {
    const person = await addPerson();
    await at.setTime("2026-11-23T14:15:00Z");
    await at.run();
    await at.fault({ provider: "postmark", mode: "rate-limit" });
    const busy = await again(person, { channel: "email" });
    expect([busy.status, busy.body]).toEqual([
      503,
      {
        message:
          "We couldn’t reach our provider, so nothing was sent. Please try again in a few minutes.",
      },
    ]);
    await at.clearFaults();
    // Nothing was sent, so another try right away isn't limited.
    await at.fault({ provider: "postmark", mode: "accept-then-drop", count: 1 });
    const unknown = await again(person, { channel: "email" });
    expect([unknown.status, unknown.body]).toEqual([
      503,
      {
        message:
          "Our provider didn’t respond, so we can’t tell whether it was sent. If nothing arrives, please try again in 10 minutes.",
      },
    ]);
    expect((await again(person, { channel: "email" })).status).toBe(429);
    expect(await sentTo("email", person.email)).toHaveLength(2);
  });

  test("explains a refused number, and suppresses it", async () => {
    const person = await addPerson({ emailEnabled: false });
    await at.setTime("2026-11-23T14:20:00Z");
    await at.run();
    // The sandbox's number for a recipient that can't get texts.
    await at.ctx.db.subscriber.update({
      where: { id: person.id },
      data: { phone: "+16135550101" },
    });
    const answer = await again(person, { channel: "sms" });
    expect([answer.status, answer.body]).toEqual([
      409,
      { message: "Nothing was sent: your number can’t be reached." },
    ]);
    expect(
      await at.ctx.db.suppression.findFirst({ where: { address: "+16135550101" } }),
    ).toMatchObject({ channel: "sms", reason: "bad_number", source: "provider" });
  });

  test.each([[{}], [{ channel: "fax" }], [{ channel: 1 }]])("refuses %j", async (json) => {
    const person = await addPerson();
    const answer = await again(person, json);
    expect([answer.status, answer.body]).toEqual([
      400,
      { message: "The channel must be email or sms.", field: "channel" },
    ]);
  });
});
