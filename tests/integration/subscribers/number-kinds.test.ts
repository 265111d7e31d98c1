import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as importRoute } from "@/app/api/admin/imports/route";
import { POST as supportRoute } from "@/app/api/admin/subscribers/[id]/phone/route";
import { POST as testBriefingRoute } from "@/app/api/daily-messages/test/route";
import { POST as onboardingRoute } from "@/app/api/onboarding/[id]/phone/route";
import { POST as confirmationRoute } from "@/app/api/send-confirmation-sms/route";
import { POST as consentRoute } from "@/app/api/sms-consent/route";
import { POST as testTextRoute } from "@/app/api/test-webhook/route";
import { POST as channelsRoute } from "@/app/api/user/channels/route";
import { POST as resendRoute } from "@/app/api/user/deliveries/resend/route";
import { POST as confirmRoute } from "@/app/api/user/phone/confirm/route";
import { POST as accountRoute } from "@/app/api/user/phone/route";
import { importSchema, type ImportProblem } from "@/lib/contracts/admin/imports";
import { importAtOnce } from "@/lib/domain/subscribers/import/import-at-once";
import { provideContext } from "@/lib/http/route/context";
import { signatureOf } from "@/lib/platform/tokens";
import { openAdminClient, openSubscriberClient, type ApiAnswer } from "@/tests/support/api";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const monday = "2026-11-23";

const harness = useForFile(startDelivery);

beforeAll(async () => {
  provideContext(harness.ctx);
});
afterAll(() => {
  provideContext(undefined);
});

beforeEach(async () => {
  await harness.reset();
  await harness.setTime("2026-11-23T12:00:00Z");
});

/** Numbers as their numbering plans have them: https://nationalnanpa.com and https://www.ofcom.org.uk. */
const refused = [
  ["+19002345678", "US premium rate"],
  ["+447012345678", "UK personal"],
  ["+449012345678", "UK premium rate"],
  ["+18005550199", "US toll-free"],
  ["+15005550001", "US personal"],
  ["+447640123456", "UK pager"],
  ["+443012345678", "UK-wide"],
  ["+442079460182", "London landline"],
] as const;

const taken = [
  ["+14155550123", "California"],
  ["+447400123456", "UK mobile"],
  ["+17872345678", "Puerto Rico"],
  ["+447797123456", "Jersey mobile"],
  ["+447624123456", "Isle of Man mobile"],
] as const;

const sentence = "Texts can’t be sent to this kind of number. Please enter a mobile number.";

type Door = (phoneNumber: string) => Promise<ApiAnswer>;

/** What a browser that is logged in as someone, or as an administrator, can do with a number. */
const doors: Record<string, Door> = {
  async onboarding(phoneNumber) {
    const subscriberId = await harness.addSubscriber({ phone: "+14155550111" });
    const { id } = await harness.ctx.db.onboardingRecord.create({
      data: { uid: `uid_${phoneNumber}`, subscriberId },
    });
    await harness.ctx.db.subscriber.update({
      where: { id: subscriberId },
      data: { phone: null, smsConsentAt: null },
    });
    const client = await openSubscriberClient(harness.ctx, subscriberId);
    return client.call(onboardingRoute, "POST", `/api/onboarding/${id}/phone`, {
      params: { id: String(id) },
      json: { phoneNumber },
    });
  },
  async account(phoneNumber) {
    const client = await openSubscriberClient(harness.ctx, await harness.addSubscriber());
    return client.call(accountRoute, "POST", "/api/user/phone", { json: { phoneNumber } });
  },
  async support(phoneNumber) {
    const id = await harness.addSubscriber();
    const client = await openAdminClient(harness.ctx, "support");
    return client.call(supportRoute, "POST", `/api/admin/subscribers/${id}/phone`, {
      params: { id: String(id) },
      json: { phoneNumber, why: "They asked" },
    });
  },
  async "test text"(phoneNumber) {
    const client = await openAdminClient(harness.ctx);
    return client.call(testTextRoute, "POST", "/api/test-webhook", { json: { phoneNumber } });
  },
  async "test briefing"(phoneNumber) {
    const client = await openAdminClient(harness.ctx);
    return client.call(testBriefingRoute, "POST", "/api/daily-messages/test", {
      json: { date: monday, message: "Text", phoneNumber },
    });
  },
};

describe.each(Object.entries(doors))("%s", (_name, enter) => {
  test.each(refused)("refuses %s (%s) and texts nobody", async (phoneNumber) => {
    const { status, body } = await enter(phoneNumber);
    expect([status, body]).toEqual([400, { message: sentence, field: "phoneNumber" }]);
    expect(await harness.sent("sms")).toEqual([]);
  });

  test.each(taken)("takes %s (%s)", async (phoneNumber) => {
    expect((await enter(phoneNumber)).status).toBe(200);
  });
});

test("the resend of the confirmation text refuses them", async () => {
  const client = await openSubscriberClient(harness.ctx, await harness.addSubscriber());
  for (const [phoneNumber] of refused) {
    const { status, body } = await client.call(
      confirmationRoute,
      "POST",
      "/api/send-confirmation-sms",
      { json: { phoneNumber } },
    );
    expect([status, body]).toEqual([400, { message: sentence, field: "phoneNumber" }]);
  }
});

describe("a file of subscribers", () => {
  const header = "email,name,phone,timezone,status,email_enabled,sms_enabled,sms_consent_at";
  const file = [
    header,
    ...[...refused, ...taken].map(([phone], index) => `p${index}@example.com,,${phone},,,,,`),
  ].join("\n");

  test("is imported by command without these numbers, and says which", async () => {
    const leftOut: ImportProblem[] = [];
    const { added, rejected } = await importAtOnce(
      harness.ctx,
      { fileName: "people.csv", content: file },
      (problem) => leftOut.push(problem),
    );
    expect([added, rejected]).toEqual([refused.length + taken.length, 0]);
    expect(leftOut.map(({ line, column, value }) => [line, column, value])).toEqual(
      refused.map(([phone], index) => [index + 2, "phone", phone]),
    );
    const stored = await harness.ctx.db.subscriber.findMany({ orderBy: { id: "asc" } });
    expect(stored.map(({ phone }) => phone)).toEqual([
      ...refused.map(() => null),
      ...taken.map(([phone]) => phone),
    ]);
  });

  test("is checked on the import screen, which counts them", async () => {
    const client = await openAdminClient(harness.ctx);
    const answer = await client.call(importRoute, "POST", "/api/admin/imports", {
      json: { fileName: "people.csv", content: file },
    });
    const { problems, notes } = importSchema.parse(answer.body);
    expect([problems, notes.phones]).toEqual([[], refused.length]);
  });
});

describe.each(refused)("%s (%s) that is stored already", (phone) => {
  const addTexted = () => harness.addSubscriber({ phone, smsEnabled: true });

  test("gets no briefing, and the team sees why", async () => {
    await addTexted();
    const other = await harness.addSubscriber({ smsEnabled: true });
    await harness.addMessage(monday);
    await harness.setTime("2026-11-23T13:00:00Z");
    await harness.run();
    const isLandline = phone === "+442079460182";
    const texts = await harness.sent("sms");
    expect(texts.map(({ to }) => to)).not.toContain(phone);
    expect(texts).toHaveLength(1);
    const rows = await harness.ctx.db.delivery.findMany({
      where: { channel: "sms" },
      orderBy: { subscriberId: "asc" },
    });
    expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
      ["failed", isLandline ? "landline" : "invalid_number"],
      ["accepted", null],
    ]);
    expect(rows[1]?.subscriberId).toBe(other);
    const suppressions = await harness.ctx.db.suppression.findMany();
    expect(suppressions.map(({ address, reason }) => [address, reason])).toEqual([
      [phone, isLandline ? "landline" : "bad_number"],
    ]);
  });

  test("gets no text of any other kind", async () => {
    const id = await addTexted();
    const client = await openSubscriberClient(harness.ctx, id);
    const record = await harness.ctx.db.onboardingRecord.create({
      data: { uid: "uid_stored", subscriberId: id, phone, completedAt: new Date("2026-11-22") },
    });
    await harness.ctx.db.subscriber.update({ where: { id }, data: { smsEnabled: false } });
    const cannot = "This number can’t receive our texts. Please enter another one.";
    const turnOn = await client.call(channelsRoute, "POST", "/api/user/channels", {
      json: { smsEnabled: true },
    });
    expect([turnOn.status, turnOn.body]).toEqual([409, { message: cannot, field: "phoneNumber" }]);
    await harness.ctx.db.subscriber.update({
      where: { id },
      data: { smsConsentAt: null, phone: null },
    });
    const consent = await client.call(consentRoute, "POST", "/api/sms-consent", {
      json: { id: record.id, smsAgreed: true },
    });
    expect([consent.status, consent.body]).toEqual([
      400,
      { message: sentence, field: "phoneNumber" },
    ]);
    expect(await harness.sent("sms")).toEqual([]);
  });
});

test("today's briefing isn't sent again to a number that is refused now", async () => {
  const id = await harness.addSubscriber({ smsEnabled: true });
  await harness.addMessage(monday);
  await harness.setTime("2026-11-23T13:00:00Z");
  await harness.run();
  await harness.ctx.db.subscriber.update({ where: { id }, data: { phone: "+19002345678" } });
  await harness.setTime("2026-11-23T14:20:00Z");
  const client = await openSubscriberClient(harness.ctx, id);
  const { status, body } = await client.call(resendRoute, "POST", "/api/user/deliveries/resend", {
    json: { channel: "sms" },
  });
  expect([status, body]).toEqual([
    409,
    { message: "Nothing was sent: your number can’t be reached." },
  ]);
  expect(await harness.sent("sms")).toHaveLength(1);
});

test("a code that was texted earlier doesn't confirm a number that is refused now", async () => {
  const id = await harness.addSubscriber({ phone: "+14155550111" });
  const { signingSecret } = harness.ctx.settings;
  const [phone, code] = ["+19002345678", "123456"];
  await harness.ctx.db.phoneChange.create({
    data: {
      subscriberId: id,
      phone,
      codeHash: signatureOf(`${id} ${phone} ${code}`, "phone-code", signingSecret),
      attempts: 0,
      expiresAt: new Date("2026-11-23T12:10:00Z"),
    },
  });
  const client = await openSubscriberClient(harness.ctx, id);
  const { status, body } = await client.call(confirmRoute, "POST", "/api/user/phone/confirm", {
    json: { code },
  });
  expect([status, body]).toEqual([
    409,
    {
      message: "This number can’t receive our texts. Please enter another one.",
      field: "phoneNumber",
    },
  ]);
  const stored = await harness.ctx.db.subscriber.findUniqueOrThrow({ where: { id } });
  expect(stored.phone).toBe("+14155550111");
});
