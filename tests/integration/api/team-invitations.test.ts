import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { GET as OPEN, POST as ACCEPT } from "@/app/api/admin/invitations/[token]/route";
import { POST as LOGIN } from "@/app/api/admin/login/route";
import { GET as SESSION } from "@/app/api/admin/session/route";
import { POST as RESEND } from "@/app/api/admin/team/invitations/[id]/resend/route";
import { DELETE as WITHDRAW } from "@/app/api/admin/team/invitations/[id]/route";
import { POST as INVITE } from "@/app/api/admin/team/invitations/route";
import { invitationSchema } from "@/lib/contracts/admin/team";
import type { MailMessage } from "@/lib/domain/ports/mail";
import type { CallFailure, MessageResult } from "@/lib/domain/ports/send-outcome";
import { createNoticeRenderer } from "@/lib/mail/notice-renderer";
import { absentMail, startApi, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(() =>
  startApi({
    parts: {
      notices: createNoticeRenderer(),
      mail: {
        ...absentMail,
        sendBatch: async (messages) => {
          sent.push(...messages);
          return answer;
        },
      },
    },
  }),
);
let owner: ApiClient;
const sent: MailMessage[] = [];
let answer: { state: "answered"; results: MessageResult[] } | CallFailure;
let count = 0;

const accepted = {
  state: "answered" as const,
  results: [{ state: "accepted" as const, providerMessageId: "1" }],
};

beforeAll(async () => {
  owner = await api.adminClient();
});

beforeEach(async () => {
  answer = accepted;
  api.setTime("2025-03-05T12:00:00.000Z");
  api.ctx.settings.requiresTwoFactor = false;
  await api.ctx.db.rateLimit.deleteMany();
  await api.ctx.db.adminInvitation.deleteMany();
});

const currentPassword = "correct horse battery";

const invite = (email: string, role = "editor") =>
  owner.call(INVITE, "POST", "/api/admin/team/invitations", {
    json: { email, role, ...(role === "owner" ? { currentPassword } : {}) },
  });

/** Invites someone new; returns the token of the emailed link. */
async function invited(role = "editor"): Promise<{ id: number; email: string; token: string }> {
  const email = `new-${(count += 1)}@example.com`;
  const { body } = await invite(email, role);
  return { ...invitationSchema.parse(body), token: lastToken() };
}

function lastText(): string {
  return z.string().parse(sent.at(-1)?.text);
}

function lastToken(): string {
  return /\/admin-invitation\/([\w-]{40,})/.exec(lastText())?.[1] ?? "";
}

test.each([[{}], [{ currentPassword: "a wrong password" }]])(
  "inviting an owner needs the own password, not %j",
  async (proof) => {
    const json = { email: "boss@example.com", role: "owner", ...proof };
    const path = "/api/admin/team/invitations";
    expect(await owner.call(INVITE, "POST", path, { json })).toMatchObject({
      status: 400,
      body: { field: "currentPassword" },
    });
    expect(await api.ctx.db.adminInvitation.count()).toBe(0);
    expect((await invite("boss@example.com", "owner")).status).toBe(200);
  },
);

test.each(["\u0430dmin", "ad\u200Bmin", "Ada Lovelace", "\uFF41dmin", "jos\u00E9"])(
  "nobody joins as %j, which can look like someone else",
  async (username) => {
    const { token } = await invited();
    expect(await accept(token, { username })).toMatchObject({
      status: 400,
      body: { field: "username", message: expect.stringMatching(/letters from a to z/) },
    });
  },
);

const open = (token: string) =>
  api.client().call(OPEN, "GET", `/api/admin/invitations/${token}`, { params: { token } });

const json = (change: object = {}) => ({
  username: `ada-${count}`,
  displayName: "Ada Lovelace",
  password: "ribbons over the sea",
  ...change,
});

const accept = (token: string, change: object = {}, client = api.client()) =>
  client.call(ACCEPT, "POST", `/api/admin/invitations/${token}`, {
    params: { token },
    json: json(change),
  });

const invalid = {
  status: 404,
  body: {
    message: "This invitation was used, withdrawn, or has expired. Ask an owner to send it again.",
    code: "invitation_invalid",
  },
};

const actions = async () =>
  (await api.ctx.db.auditEvent.findMany({ orderBy: { id: "desc" }, take: 3 })).map(
    ({ action }) => action,
  );

test("an invited person joins with the invited role, once", async () => {
  const { email, token } = await invited("support");
  expect(sent.at(-1)).toMatchObject({ to: email, subject: "Join the Threeline team" });
  expect(lastText()).toContain("as Support");
  expect((await open(token)).body).toEqual({ email, role: "support", requiresTwoFactor: false });
  const client = api.client();
  expect(await accept(token, {}, client)).toMatchObject({ status: 200, body: { success: true } });
  expect((await client.call(SESSION, "GET", "/api/admin/session")).body).toMatchObject({
    admin: { displayName: "Ada Lovelace", role: "support" },
  });
  expect(await actions()).toEqual(["admin.logged-in", "admin.created", "admin.invited"]);
  expect(await api.ctx.db.admin.findFirstOrThrow({ where: { email } })).toMatchObject({ email });
  expect(await open(token)).toMatchObject(invalid);
  expect(await accept(token, { username: "second" })).toMatchObject(invalid);
});

test("only a hash of the token is stored", async () => {
  const { token } = await invited();
  const rows = await api.ctx.db.$queryRaw`
    SELECT to_jsonb(i)::text FROM admin_invitations i
    UNION ALL SELECT to_jsonb(a)::text FROM audit_events a
    UNION ALL SELECT to_jsonb(n)::text FROM notices n`;
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("two who accept the same link at once become one member", async () => {
  const { email, token } = await invited();
  const answers = await Promise.all([
    accept(token, { username: `one-${count}` }),
    accept(token, { username: `two-${count}` }),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
  expect(await api.ctx.db.admin.count({ where: { email } })).toBe(1);
});

test("a link works for seven days", async () => {
  const { token } = await invited();
  api.setTime("2025-03-12T11:59:59.000Z");
  expect((await open(token)).status).toBe(200);
  api.setTime("2025-03-12T12:00:00.000Z");
  expect(await open(token)).toMatchObject(invalid);
  expect(await accept(token)).toMatchObject(invalid);
});

test("an invitation that is sent again replaces the link", async () => {
  const { id, token } = await invited();
  api.setTime("2025-03-13T12:00:00.000Z");
  const path = `/api/admin/team/invitations/${id}/resend`;
  // Sessions last for a week at most.
  const again = await (
    await api.adminClient()
  ).call(RESEND, "POST", path, { params: { id: `${id}` } });
  expect(again).toMatchObject({ status: 200, body: { expiresAt: "2025-03-20T12:00:00.000Z" } });
  expect(await open(token)).toMatchObject(invalid);
  expect((await open(lastToken())).status).toBe(200);
});

test("a withdrawn invitation no longer works", async () => {
  const { id, token } = await invited();
  const withdraw = () =>
    owner.call(WITHDRAW, "DELETE", `/api/admin/team/invitations/${id}`, {
      params: { id: `${id}` },
    });
  expect((await withdraw()).status).toBe(200);
  expect(await accept(token)).toMatchObject(invalid);
  expect((await withdraw()).status).toBe(404);
  expect((await actions())[0]).toBe("admin.invitation-withdrawn");
});

describe("an address", () => {
  test("is invited once, in any case", async () => {
    const { email } = await invited();
    expect(await invite(email.toUpperCase())).toMatchObject({
      status: 409,
      body: { field: "email" },
    });
  });

  test("of a member isn't invited", async () => {
    const { email, token } = await invited();
    await accept(token);
    expect(await invite(email.toUpperCase())).toMatchObject({
      status: 409,
      body: { message: "Someone on your team already has this address.", field: "email" },
    });
  });

  test("that refuses email is not kept", async () => {
    answer = {
      state: "answered",
      results: [{ state: "refused", reason: "inactive_recipient", code: 406, detail: "inactive" }],
    };
    expect(await invite("bounced@example.com")).toMatchObject({
      status: 409,
      body: { field: "email" },
    });
    expect(await api.ctx.db.adminInvitation.count()).toBe(0);
  });

  test("is kept when nobody knows whether the email was sent", async () => {
    answer = { state: "unknown", detail: "timed out" };
    expect((await invite("slow@example.com")).status).toBe(503);
    expect((await open(lastToken())).status).toBe(200);
  });
});

describe("what is wrong with the form is said, and the link still works:", () => {
  test.each([
    [{ displayName: " " }, 400, "displayName"],
    [{ username: "" }, 400, "username"],
    [{ password: "too short" }, 400, "password"],
    [{ password: "new-at-example new-at-example", username: "new-at-example" }, 400, "password"],
  ])("%j", async (change, status, field) => {
    const { token } = await invited();
    expect(await accept(token, change)).toMatchObject({ status, body: { field } });
    expect((await open(token)).status).toBe(200);
  });

  test("a username that is taken", async () => {
    const first = await invited();
    await accept(first.token, { username: "taken-name" });
    const { token } = await invited();
    expect(await accept(token, { username: "Taken-Name" })).toMatchObject({
      status: 409,
      body: { field: "username" },
    });
    expect((await accept(token)).status).toBe(200);
  });
});

test("with required two-factor login, joining opens nothing before it is set up", async () => {
  const { token } = await invited();
  api.ctx.settings.requiresTwoFactor = true;
  expect((await open(token)).body).toMatchObject({ requiresTwoFactor: true });
  const client = api.client();
  expect((await accept(token, { password: "kestrel9" }, client)).body).toMatchObject({
    success: false,
    next: "two-factor",
  });
  expect((await client.call(SESSION, "GET", "/api/admin/session")).body).toEqual({
    authenticated: false,
  });
});

test("an owner can't send email without limit", async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 31; i += 1) statuses.push((await invite(`many-${i}@example.com`)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
});

test("the login of the new member works like any other", async () => {
  const { token } = await invited();
  await accept(token);
  const { username, password } = z
    .object({ username: z.string(), password: z.string() })
    .parse(json());
  const login = await api
    .client()
    .call(LOGIN, "POST", "/api/admin/login", { json: { username, password } });
  expect(login.body).toMatchObject({ success: true });
});
