import { POST as inboundRoute } from "@/app/api/webhooks/twilio/inbound/route";
import { POST as statusRoute } from "@/app/api/webhooks/twilio/status/route";
import { callDocumented } from "@/tests/support/api-reference";
import { beforeAll, describe, expect, it } from "vitest";
import { limits } from "@/lib/contracts/limits";
import { listUnclearReplies } from "@/lib/domain/contact/texts/unclear-replies";
import { summarizeSetAsideReports } from "@/lib/domain/delivery/reports/retry-reports";
import { changeTeamSettings } from "@/lib/domain/settings/team-settings";
import { clockFrom } from "@/lib/platform/clock";
import { useForFile } from "@/tests/support/use-for-file";
import { createHarness, twilioRequest } from "./harness";

const inbound = (request: Request) => callDocumented(inboundRoute, request);
const status = (request: Request) => callDocumented(statusRoute, request);

const harness = useForFile(() => createHarness());
let serial = 0;

const empty = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

function newNumber(): string {
  serial += 1;
  return `+1415555${String(serial).padStart(4, "0")}`;
}

function textFrom(from: string, body: string, more: Record<string, string> = {}) {
  serial += 1;
  const MessageSid = `SM${String(serial).padStart(32, "0")}`;
  return { MessageSid, From: from, To: "+14155550100", Body: body, NumMedia: "0", ...more };
}

async function say(from: string, body: string, more?: Record<string, string>): Promise<string> {
  const response = await inbound(
    twilioRequest("/api/webhooks/twilio/inbound", textFrom(from, body, more)),
  );
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/xml; charset=utf-8");
  return response.text();
}

async function report(
  delivery: string | null,
  form: Record<string, string>,
  sid = `SM-report-${(serial += 1)}`,
): Promise<number> {
  const query = delivery === null ? "" : `?delivery=${encodeURIComponent(delivery)}`;
  const response = await status(
    twilioRequest(`/api/webhooks/twilio/status${query}`, { MessageSid: sid, ...form }),
  );
  return response.status;
}

async function addTexted(state?: string): Promise<{ id: number; phone: string; delivery: string }> {
  const phone = newNumber();
  const id = await harness.addSubscriber({ email: `texted.${serial}@example.com`, phone });
  await harness.addDelivery("sms", id, state);
  return { id, phone, delivery: `sms:2026-11-23:${id}` };
}

describe("authentication", () => {
  it.each([
    ["another key", { token: "guess" }],
    ["another address", { signedFor: "https://elsewhere.example" }],
    ["no signature", { headers: { "x-twilio-signature": undefined } }],
    ["an empty signature", { headers: { "x-twilio-signature": "" } }],
  ])("rejects %s and stores nothing", async (_name, options) => {
    const before = await harness.ctx.db.webhookEvent.count();
    const phone = newNumber();
    const response = await inbound(
      twilioRequest("/api/webhooks/twilio/inbound", textFrom(phone, "STOP"), options),
    );
    expect(response.status).toBe(401);
    expect(await harness.suppressionOf("sms", phone)).toBeNull();
    expect(await harness.ctx.db.webhookEvent.count()).toBe(before);
  });

  it("rejects a form or URL that was changed after signing", async () => {
    const signed = twilioRequest("/api/webhooks/twilio/inbound", textFrom(newNumber(), "hello"));
    const forged = new Request(signed.url, {
      method: "POST",
      headers: signed.headers,
      body: (await signed.text()).replace("Body=hello", "Body=STOP"),
    });
    expect((await inbound(forged)).status).toBe(401);
    const other = twilioRequest("/api/webhooks/twilio/status?delivery=sms%3A2026-11-23%3A1", {});
    const moved = new Request(other.url.replace("%3A1", "%3A2"), {
      method: "POST",
      headers: other.headers,
    });
    expect((await status(moved)).status).toBe(401);
  });

  it("rejects a body over 128 KB and other content types", async () => {
    const path = "/api/webhooks/twilio/inbound";
    const sized = (kb: number) => twilioRequest(path, textFrom(newNumber(), "x".repeat(kb * 1024)));
    expect((await inbound(sized(128))).status).toBe(413);
    expect((await inbound(sized(127))).status).toBe(200);
    const headers = { "content-type": "text/plain" };
    const plain = twilioRequest(path, textFrom(newNumber(), "STOP"), { headers });
    expect((await inbound(plain)).status).toBe(415);
  });
});

describe.each([
  ["inbound", inbound],
  ["status", status],
])("a form that anyone can send to %s", (name, post) => {
  const path = `/api/webhooks/twilio/${name}`;
  const numbered = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, "1"]));
  const forged = { token: "guess" };

  it("is refused for more than 200 fields, before its signature is checked", async () => {
    const response = await post(twilioRequest(path, numbered(201), forged));
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({
      message: "The form has too many fields. The limit is 200.",
    });
    expect((await post(twilioRequest(path, numbered(200), forged))).status).toBe(401);
  });

  it.each([10_000, 200_000])("is refused with %i names", async (count) => {
    expect((await post(twilioRequest(path, numbered(count), forged))).status).toBe(413);
  });

  it("is refused for its type, before its signature is checked", async () => {
    const headers = { "content-type": "text/plain" };
    const plain = twilioRequest(path, numbered(201), { ...forged, headers });
    expect((await post(plain)).status).toBe(415);
  });

  it("may have 200 fields when it's signed", async () => {
    const form = { ...numbered(194), ...textFrom(newNumber(), "hi"), MessageStatus: "sent" };
    expect((await post(twilioRequest(path, form))).status).toBe(200);
  });
});

describe("replies", () => {
  it("can contain what the database can't store", async () => {
    const phone = newNumber();
    const sid = `SM${"0".repeat(20)}\0nul`;
    expect(await say(phone, "ST\0OP", { MessageSid: sid, "na\0me": "a\0" })).toContain("Message>");
    expect(await harness.suppressionOf("sms", phone)).toBe("stop");
  });

  it("stop a number on every account, confirmed once", async () => {
    const phone = newNumber();
    await harness.addSubscriber({ email: "one@example.com", phone });
    await harness.addSubscriber({ email: "two@example.com", phone });
    expect(await say(phone, " stop. ")).toBe(
      `<?xml version="1.0" encoding="UTF-8"?><Response><Message>Threeline: you're unsubscribed and won't get more texts. Reply START to resubscribe. To cancel billing: https://threeline.test/account</Message></Response>`,
    );
    expect(await harness.suppressionOf("sms", phone)).toBe("stop");
    expect(await say(phone, "STOP")).toBe(empty);
  });

  it("lift a STOP with START, without turning anything on", async () => {
    const phone = newNumber();
    const id = await harness.addSubscriber({ email: "back@example.com", phone });
    await say(phone, "STOP");
    expect(await say(phone, "start")).toContain("you've opted back in to our texts");
    expect(await harness.suppressionOf("sms", phone)).toBeNull();
    const subscriber = await harness.ctx.db.subscriber.findUniqueOrThrow({ where: { id } });
    expect(subscriber).toMatchObject({ smsEnabled: false, smsConsentAt: null });
    expect(await harness.ctx.db.consent.count()).toBe(0);
    expect(await say(phone, "STOP")).toContain("you're unsubscribed and won't get more texts");
    expect(await harness.suppressionOf("sms", phone)).toBe("stop");
  });

  it("lift nothing but a STOP", async () => {
    const phone = newNumber();
    await harness.ctx.db.suppression.create({
      data: { channel: "sms", address: phone, reason: "landline", source: "provider" },
    });
    expect(await say(phone, "START")).toBe(empty);
    expect(await harness.suppressionOf("sms", phone)).toBe("landline");
  });

  it("get our name, support address, and STOP for HELP", async () => {
    expect(await say(newNumber(), "Help?")).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><Response><Message>Threeline: 1 text every weekday. Reply 1, 2, or 3 for a story. Msg &amp; data rates may apply. Help: support@threeline.example. Reply STOP to cancel.</Message></Response>',
    );
  });

  it("get no answer from us when Twilio has already replied", async () => {
    const phone = newNumber();
    expect(await say(phone, "Arrêt", { OptOutType: "STOP" })).toBe(empty);
    expect(await harness.suppressionOf("sms", phone)).toBe("stop");
    expect(await say(phone, "go", { OptOutType: "START" })).toBe(empty);
    expect(await harness.suppressionOf("sms", phone)).toBeNull();
    expect(await say(phone, "HELP", { OptOutType: "HELP" })).toBe(empty);
  });

  it("that ask in a sentence stop the number", async () => {
    const phone = newNumber();
    expect(await say(phone, "Stop. Thank you")).toContain("you're unsubscribed");
    expect(await harness.suppressionOf("sms", phone)).toBe("stop");
  });

  it("with other words get no answer", async () => {
    const phone = newNumber();
    expect(await say(phone, "great read today")).toBe(empty);
    expect(await harness.suppressionOf("sms", phone)).toBeNull();
  });

  it("that may ask to stop are answered once and shown to the team until they're clear", async () => {
    const phone = newNumber();
    const subscriberId = await harness.addSubscriber({ email: "unclear@example.com", phone });
    await harness.ctx.db.subscriber.update({
      where: { id: subscriberId },
      data: { smsEnabled: true, smsConsentAt: new Date("2026-01-01T00:00:00Z") },
    });
    expect(await say(phone, "Cancel my subscription")).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><Response><Message>Threeline: to end texts, reply STOP. To pause or cancel your subscription: https://threeline.test/account. A person will read your text.</Message></Response>',
    );
    const stranger = newNumber();
    expect(await say(stranger, "wrong number")).toContain("reply STOP");
    expect(await say(phone, "How do I stop?")).toBe(empty);
    expect(await harness.suppressionOf("sms", phone)).toBeNull();
    expect(await listUnclearReplies(harness.ctx)).toMatchObject([
      { phone, body: "How do I stop?", subscriberId },
      { phone: stranger, body: "wrong number", subscriberId: null },
      { phone, body: "Cancel my subscription", subscriberId },
    ]);
    expect((await summarizeSetAsideReports(harness.ctx)).count).toBe(0);
    await say(phone, "stop");
    expect(await listUnclearReplies(harness.ctx)).toMatchObject([{ phone: stranger }]);
    const later = new Date(harness.ctx.clock.now().getTime() + 4 * 86_400_000);
    const atLater = { db: harness.ctx.db, clock: clockFrom(() => new Date(later)) };
    expect(await listUnclearReplies(atLater)).toEqual([]);
  });

  it("that are repeated are applied once", async () => {
    const phone = newNumber();
    const form = textFrom(phone, "STOP");
    const path = "/api/webhooks/twilio/inbound";
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => (await inbound(twilioRequest(path, form))).text()),
    );
    expect(answers.filter((text) => text !== empty)).toHaveLength(1);
    expect(await harness.ctx.db.webhookEvent.count({ where: { eventId: form.MessageSid } })).toBe(
      1,
    );
  });

  it("are found by the number of the person who texted, to be exported and deleted with the account", async () => {
    const { phone, delivery } = await addTexted();
    await say(phone, "great read");
    await report(delivery, { To: phone, From: "+14155550100", MessageStatus: "sent" });
    const { rows } = await harness.pool.query<{ kind: string }>(
      "SELECT kind FROM webhook_events WHERE webhook_subject(payload) = $1 ORDER BY kind",
      [phone],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(["inbound", "status.sent"]);
  });

  it.each([
    ["+19002345678", "premium rate"],
    ["+447012345678", "personal"],
    ["+18005550199", "toll-free"],
    ["+447640123456", "pager"],
  ])("from %s (%s) are applied and get no answer, which would cost money", async (phone) => {
    const id = await harness.addSubscriber({ email: `costly${phone}@example.com`, phone });
    await harness.addDelivery("sms", id);
    expect(await say(phone, "HELP")).toBe(empty);
    expect(await say(phone, "STOP")).toBe(empty);
    expect(await harness.suppressionOf("sms", phone)).toBe("stop");
    expect(await say(phone, "START")).toBe(empty);
    expect(await harness.suppressionOf("sms", phone)).toBeNull();
  });

  it("from a short code are stored without effect", async () => {
    expect(await say("32665", "STOP")).toBe(empty);
    expect(await harness.suppressionOf("sms", "32665")).toBeNull();
  });

  it("get a 500 when applying fails, and the retry is applied", async () => {
    const phone = newNumber();
    const form = textFrom(phone, "STOP");
    const send = async () =>
      (await inbound(twilioRequest("/api/webhooks/twilio/inbound", form))).status;
    await harness.pool.query("ALTER TABLE suppressions RENAME TO suppressions_elsewhere");
    expect(await send()).toBe(500);
    await harness.pool.query("ALTER TABLE suppressions_elsewhere RENAME TO suppressions");
    expect(await send()).toBe(200);
    expect(await harness.suppressionOf("sms", phone)).toBe("stop");
  });
});

describe("1, 2, or 3", () => {
  beforeAll(async () => {
    const localDate = new Date("2026-11-23");
    const content = `## Rates hold\n\nNobody is surprised.\n\n## Oil\n\n${"Up again. ".repeat(100)}\n\n## Banks\n\nThey lend.`;
    const post = { slug: "st", title: "Three", localDate, content, readTime: 1 };
    const { id: postId } = await harness.ctx.db.post.create({ data: post });
    const texts = { smsText: "1. Rates", emailSubject: "", emailHtml: "", emailText: "" };
    const data = { id: 1, localDate, number: 1, dailyMessageId: 1, postId, contentHash: "" };
    await harness.ctx.db.edition.create({ data: { ...data, ...texts } });
  });

  it("gets that story of the last briefing", async () => {
    const { phone } = await addTexted();
    expect(await say(phone, "1")).toContain(
      "<Message>Threeline story 1: Rates hold\nNobody is surprised.</Message>",
    );
    expect(await say(phone, " 3. ")).toContain("Threeline story 3: Banks\nThey lend.");
  });

  it("gets the beginning and the address of a long story, in three segments", async () => {
    const { phone } = await addTexted();
    const [, reply = ""] = /<Message>(.*)<\/Message>/s.exec(await say(phone, "2")) ?? [];
    expect(reply).toMatch(
      /^Threeline story 2: Oil\n(?:Up again\. ?)+\nhttps:\/\/threeline\.test\/r\/st$/,
    );
    expect(harness.ctx.sms.countSegments(reply)).toBe(3);
  });

  it.each(["+19002345678", "+442079460182"])("gets nothing at %s", async (phone) => {
    await harness.ctx.db.subscriber.deleteMany({ where: { phone } });
    const id = await harness.addSubscriber({ email: `story${phone}@example.com`, phone });
    await harness.addDelivery("sms", id);
    expect(await say(phone, "1")).toBe(empty);
  });

  it("gets nothing of an older briefing when the last one has no post", async () => {
    const { id, phone } = await addTexted();
    const texts = { smsText: "1. Rates", emailSubject: "", emailHtml: "", emailText: "" };
    const data = {
      id: 2,
      localDate: new Date("2026-11-24"),
      number: 1,
      dailyMessageId: 1,
      ...texts,
    };
    await harness.ctx.db.edition.create({
      data: { ...data, postId: null, contentHash: "none" },
    });
    await harness.pool.query(
      `INSERT INTO deliveries (local_date, channel, subscriber_id, timezone, batch_id, edition_id, state)
       VALUES ('2026-11-24', 'sms', $1, 'America/New_York', 1, 2, 'accepted')`,
      [id],
    );
    expect(await say(phone, "1")).toBe(empty);
  });

  it("gets nothing without a briefing, after STOP, or once the briefing is old", async () => {
    expect(await say(newNumber(), "1")).toBe(empty);
    const { phone } = await addTexted("failed");
    expect(await say(phone, "1")).toBe(empty);
    const stopped = await addTexted();
    await say(stopped.phone, "STOP");
    expect(await say(stopped.phone, "1")).toBe(empty);
    const late = await addTexted();
    await harness.setTime("2026-12-01T14:00:00Z");
    expect(await say(late.phone, "1")).toBe(empty);
    await harness.setTime("2026-11-23T14:00:00Z");
  });

  it("counts toward the number's limit and the daily budget", async () => {
    const { phone } = await addTexted();
    for (let count = 0; count < limits.storiesPerNumberPerDay.hits; count += 1) {
      expect(await say(phone, "1")).toContain("Rates hold");
    }
    expect(await say(phone, "1")).toBe(empty);
    await changeTeamSettings(harness.ctx, { smsDailyBudget: 1 }, "operator");
    const other = await addTexted();
    expect(await say(other.phone, "1")).toBe(empty);
    expect(await say(other.phone, "2")).toBe(empty);
    const alerts = await harness.ctx.db.operatorAlert.findMany({ select: { subject: true } });
    expect(alerts).toEqual([{ subject: "Half of the daily budget for texts went to stories" }]);
  });
});

describe("delivery reports", () => {
  it("never change a final status", async () => {
    const { id, phone, delivery } = await addTexted();
    for (const word of ["sent", "queued", "delivered", "sending", "undelivered"]) {
      expect(await report(delivery, { To: phone, MessageStatus: word }, "SM-order")).toBe(200);
    }
    expect(await harness.providerStatusOf("sms", id)).toBe("delivered");
  });

  it.each([
    ["30005", "bad_number"],
    ["30006", "landline"],
    ["21610", "stop"],
    ["30003", null],
    ["30007", null],
    ["30034", null],
  ])("with code %s store it, and suppress the number as %s", async (ErrorCode, reason) => {
    const { id, phone, delivery } = await addTexted();
    await report(delivery, { To: phone, MessageStatus: "undelivered", ErrorCode });
    expect(await harness.providerStatusOf("sms", id)).toBe("undelivered");
    const stored = await harness.ctx.db.delivery.findFirstOrThrow({ where: { subscriberId: id } });
    expect(stored.providerCode).toBe(ErrorCode);
    expect(await harness.suppressionOf("sms", phone)).toBe(reason);
  });

  it("settle a text whose outcome was unknown", async () => {
    const { id, phone, delivery } = await addTexted("pending");
    await report(delivery, { To: phone, MessageStatus: "queued" }, "SM-unknown");
    await harness.applyReports();
    expect(
      await harness.ctx.db.delivery.findFirstOrThrow({ where: { subscriberId: id } }),
    ).toMatchObject({
      state: "accepted",
      providerMessageId: "SM-unknown",
      providerStatus: "queued",
    });
  });

  it("are stored once per message and status", async () => {
    const { phone, delivery } = await addTexted();
    const form = { To: phone, MessageStatus: "sent" };
    expect(await report(delivery, form, "SM-twice")).toBe(200);
    expect(await report(delivery, form, "SM-twice")).toBe(200);
    const where = { eventId: { startsWith: "SM-twice" } };
    expect(await harness.ctx.db.webhookEvent.count({ where })).toBe(1);
  });

  it("can lack a delivery, a subscriber, or a known status", async () => {
    expect(await report(null, { To: newNumber(), MessageStatus: "delivered" })).toBe(200);
    expect(await report("sms:2026-11-23:999999", { To: newNumber(), MessageStatus: "sent" })).toBe(
      200,
    );
    expect(await report(null, { To: newNumber(), MessageStatus: "evaporated" })).toBe(200);
    expect(await report(null, { To: "whatsapp:+14155550100", MessageStatus: "sent" })).toBe(200);
  });
});
