import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { POST as MAGIC_LINK } from "@/app/api/auth/magic-link/route";
import { GET as VERIFY } from "@/app/api/auth/verify/route";
import { POST as ONBOARD } from "@/app/api/email-onboarding/route";
import { POST as PHONE } from "@/app/api/onboarding/[id]/phone/route";
import { GET as RECORD } from "@/app/api/onboarding/[id]/route";
import { POST as RESEND } from "@/app/api/send-confirmation-sms/route";
import { POST as CONSENT } from "@/app/api/sms-consent/route";
import { POST as CANCEL } from "@/app/api/subscription/cancel/route";
import { POST as UPDATE } from "@/app/api/user/update/route";
import type { RouteHandler } from "@/lib/http/route/route";
import { startApi, type ApiCall, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

// The onboarding and account calls (docs/product-spec.md, sections 13.4 and 13.5), made by a caller
// who may make them. There are no providers here: a call that got as far as one would answer 500.

const api = useForFile(startApi);
let client: ApiClient;
let recordId: number;

const email = "ada@sample.example";

beforeAll(async () => {
  const { id, onboarding } = await api.ctx.db.subscriber.create({
    data: {
      email,
      subscriptions: { create: { paddleSubscriptionId: "sub_1", status: "trialing" } },
      onboarding: { create: { uid: "uid_1", completedAt: new Date() } },
    },
    include: { onboarding: true },
  });
  recordId = onboarding[0]?.id ?? 0;
  client = await api.subscriberClient(id);
});

type Call = {
  path: string;
  handler: RouteHandler;
  good: Record<string, unknown>;
  /** Fields that must equal the caller's own value: another valid value answers 403. */
  compared?: string[];
};

const calls: Call[] = [
  {
    path: "/api/email-onboarding",
    handler: ONBOARD,
    good: { email, timezone: "Europe/London", termsAgreed: true, threelineUid: "uid_2" },
  },
  { path: "/api/onboarding/1/phone", handler: PHONE, good: { phoneNumber: "+14155550123" } },
  { path: "/api/sms-consent", handler: CONSENT, good: { id: 1, smsAgreed: true } },
  {
    path: "/api/send-confirmation-sms",
    handler: RESEND,
    good: { phoneNumber: "+14155550123" },
  },
  { path: "/api/auth/magic-link", handler: MAGIC_LINK, good: { email } },
  {
    path: "/api/user/update",
    handler: UPDATE,
    good: { email, timezone: "Europe/London" },
    compared: ["email"],
  },
  {
    path: "/api/subscription/cancel",
    handler: CANCEL,
    good: { email, subscriptionId: "sub_1", emailPreference: "stop_immediately" },
    compared: ["email", "subscriptionId"],
  },
];

const bad: [string, unknown][] = [
  ["missing", undefined],
  ["null", null],
  ["a number", -7.5],
  ["a list", ["+14155550123"]],
  ["an object", { $ne: null }],
  ["over-long", "9".repeat(20_000)],
  ["HTML", "<img src=x onerror=alert(1)>"],
  ["SQL", "'; DROP TABLE subscribers; --"],
  ["emoji", "📈📉"],
  ["look-alikes", "Еurоре/Lоndоn"],
  ["digits of another script", "+１４１５５５５０１２３"],
  ["a line break", "a\r\nBcc: b@sample.example"],
  ["half a character", "\ud800"],
  ["what PostgreSQL cannot hold", "a\u0000b"],
  ["a name that PostgreSQL cannot hold", { "a\u0000b": 1 }],
];

/** Values that look most like valid ones. */
const nearly: Readonly<Record<string, unknown>> = {
  timezone: "europe/london",
  termsAgreed: "true",
  smsAgreed: "true",
  id: "1",
  emailPreference: "STOP_IMMEDIATELY",
};

/** Each call has its own client address, so that no rate limit answers instead. */
const post = ({ path, handler }: Call, call: ApiCall) =>
  client.call(handler, "POST", path, {
    params: { id: String(recordId) },
    ...call,
    headers: { "x-threeline-client-address": randomUUID(), ...call.headers },
  });

const oneOf = (statuses: number[]) => expect.toSatisfy((status) => statuses.includes(status));

const answerSchema = z.strictObject({
  message: z.string().min(1),
  field: z.string(),
  code: z.string().optional(),
});

/** Every row of every table, except for rate limit counters. */
async function everything(): Promise<unknown> {
  const tables = await api.ctx.db.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables
    WHERE schemaname = 'public' AND tablename <> 'rate_limits' ORDER BY 1`;
  const rows: unknown[] = [];
  for (const { name } of tables) {
    rows.push(await api.ctx.db.$queryRawUnsafe(`SELECT t::text FROM "${name}" t ORDER BY 1`));
  }
  return rows;
}

test.each(calls)("$path refuses every field with every kind of bad value", async (call) => {
  const before = await everything();
  for (const field of Object.keys(call.good)) {
    const values = field in nearly ? [...bad, ["nearly", nearly[field]] as const] : bad;
    for (const [how, value] of values) {
      const { status, body } = await post(call, { json: { ...call.good, [field]: value } });
      expect([how, status, body]).toEqual([
        how,
        oneOf(call.compared?.includes(field) ? [400, 403] : [400]),
        expect.objectContaining({ field }),
      ]);
      // Our own message, not the library's, which names a type.
      const { message } = answerSchema.parse(body);
      expect(message).not.toMatch(/expected|received|undefined|NaN|invalid input/i);
    }
  }
  expect(await everything()).toEqual(before);
});

/** As deep as the size limit allows. */
const nested = "[".repeat(32_000) + "]".repeat(32_000);

test.each(calls)("$path refuses a body that isn't valid JSON", async (call) => {
  const before = await everything();
  const json = { "content-type": "application/json" };
  const good = JSON.stringify(call.good);
  const attempts: [ApiCall, number, string][] = [
    [{ body: good.slice(0, -1), headers: json }, 400, "The request isn’t valid JSON."],
    [{ body: "", headers: json }, 400, "The request isn’t valid JSON."],
    [{ json: [call.good] }, 400, "The request isn’t valid."],
    [{ json: null }, 400, "The request isn’t valid."],
    [{ body: nested, headers: json }, 400, "The request is nested too deeply."],
    [{ json: "text" }, 400, "The request isn’t valid."],
    [
      { json: { ...call.good, more: "x".repeat(1024 * 1024) } },
      413,
      "The request is too large. The limit is 64 KB.",
    ],
    ...["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"].map(
      (contentType): [ApiCall, number, string] => [
        { body: good, headers: { "content-type": contentType } },
        415,
        "Send the request as JSON (Content-Type: application/json).",
      ],
    ),
  ];
  for (const [attempt, status, message] of attempts) {
    const answer = await post(call, attempt);
    expect([answer.status, answer.body]).toEqual([status, { message }]);
  }
  expect(await everything()).toEqual(before);
});

test.each(calls)("$path refuses a field that is nested too deeply", async (call) => {
  const headers = { "content-type": "application/json" };
  for (const field of Object.keys(call.good)) {
    const body = JSON.stringify({ ...call.good, [field]: "?" }).replace('"?"', nested);
    const answer = await post(call, { body, headers });
    expect([answer.status, answer.body]).toEqual([
      400,
      { message: "The request is nested too deeply.", field },
    ]);
  }
});

test.each(calls)("$path refuses an object that can't be compared", async (call) => {
  for (const field of Object.keys(call.good)) {
    for (const name of ["toString", "valueOf", "constructor"]) {
      const value = { length: { [name]: null } };
      const answer = await post(call, { json: { ...call.good, [field]: value } });
      const message = "The request isn’t valid.";
      expect([answer.status, answer.body]).toEqual([400, { message, field: "length" }]);
    }
  }
});

test("refuses a bad id in the path", async () => {
  for (const id of ["0", "-1", "1.0", "1e3", "abc", "１", "9999999999", "1;--", "", " 1", "٣"]) {
    const answer = await client.call(RECORD, "GET", "/api/onboarding/1", { params: { id } });
    expect([id, answer.status, answer.body]).toEqual([
      id,
      400,
      { message: "The id must be a whole number.", field: "id" },
    ]);
  }
});

test("refuses a bad login token", async () => {
  const before = await everything();
  for (const token of ["9".repeat(20_000), "<b>", "' OR 1=1 --", "📈", "\u0000", "a\r\nb"]) {
    const query = new URLSearchParams({ token }).toString();
    const { status, body } = await api
      .client()
      .call(VERIFY, "GET", `/api/auth/verify?${query}`, { params: {} });
    expect([400, 401]).toContain(status);
    expect(body).toMatchObject({ message: expect.stringMatching(/\.$|^Invalid or expired/) });
  }
  expect(await everything()).toEqual(before);
});
