import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PUT as CHANGE_WEBHOOK } from "@/app/api/admin/webhooks/[id]/route";
import { POST as ADD_WEBHOOK } from "@/app/api/admin/webhooks/route";
import { GET as AUDIT } from "@/app/api/admin/audit/route";
import { DELETE as REVOKE } from "@/app/api/admin/tokens/[id]/route";
import { GET as LIST, POST as CREATE } from "@/app/api/admin/tokens/route";
import { GET as ACCOUNT } from "@/app/api/admin/account/route";
import { POST as CREATE_POST } from "@/app/api/posts/route";
import { createdTokenSchema, type CreatedToken } from "@/lib/contracts/admin/tokens";
import { createAdmin } from "@/lib/domain/team/admins";
import { createApiToken, listApiTokens } from "@/lib/domain/team/api-tokens";
import { disableAdmin } from "@/lib/domain/team/manage-admins";
import { listWebhooks } from "@/lib/domain/webhooks/endpoints";
import { sha256Hex } from "@/lib/platform/tokens";
import type { RouteHandler } from "@/lib/http/route/route";
import { openAdminClient, startApi, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(() => startApi({ now }));
let owner: ApiClient;

const now = "2026-11-18T12:00:00.000Z";

beforeEach(async () => {
  api.setTime(now);
  await api.ctx.db.apiToken.deleteMany();
  await api.ctx.db.rateLimit.deleteMany();
  owner = await api.adminClient();
});

const currentPassword = "correct horse battery";
const input = { name: "Zapier", scopes: ["view", "manage"], lifetimeDays: 90, currentPassword };

async function create(changes: object = {}): Promise<CreatedToken> {
  const { body } = await owner.call(CREATE, "POST", "/api/admin/tokens", {
    json: { ...input, ...changes },
  });
  return createdTokenSchema.parse(body);
}

/** A call by a program, which has no cookies. */
const callWith = (token: string, handler: RouteHandler, method: string, path: string) =>
  api.client().call(handler, method, path, {
    headers: { authorization: `Bearer ${token}` },
    ...(method === "POST" ? { json: {} } : {}),
  });

const statusWith = async (token: string) =>
  (await callWith(token, AUDIT, "GET", "/api/admin/audit")).status;

test("a token opens what its scopes say, and nothing else", async () => {
  const { token } = await create({ scopes: ["manage"] });
  expect(token).toMatch(/^tl_[\w-]{43}$/);
  expect(await statusWith(token)).toBe(200);
  expect(await callWith(token, CREATE_POST, "POST", "/api/posts")).toMatchObject({
    status: 403,
    body: { code: "scope_missing", message: "This token doesn’t have the scope “write”." },
  });
});

test("a stolen session makes no token: the password is needed, and guesses are limited", async () => {
  const tokens = await listApiTokens(api.ctx);
  const guess = (json: object) => owner.call(CREATE, "POST", "/api/admin/tokens", { json });
  const { currentPassword: _, ...without } = input;
  expect(await guess(without)).toMatchObject({ status: 400, body: { field: "currentPassword" } });
  const wrong = { ...input, currentPassword: "a wrong password" };
  for (let count = 0; count < 10; count += 1) {
    expect(await guess(wrong)).toMatchObject({ status: 400, body: { field: "currentPassword" } });
  }
  expect((await guess(input)).status).toBe(429);
  expect(await listApiTokens(api.ctx)).toEqual(tokens);
});

describe("a webhook that a token set up", () => {
  const hook = { url: "https://example.com/hooks", description: "", events: ["briefing.sent"] };

  const byToken = (token: string, handler: RouteHandler, method: string, path: string, id = "") =>
    api.client().call(handler, method, path, {
      headers: { authorization: `Bearer ${token}` },
      params: { id },
      json: hook,
    });

  const revoke = (id: number) =>
    owner.call(REVOKE, "DELETE", `/api/admin/tokens/${id}`, { params: { id: String(id) } });

  afterEach(async () => {
    await api.ctx.db.webhookEndpoint.deleteMany();
  });

  test("is turned off when the token is revoked, which is recorded", async () => {
    const { token, id } = await create();
    await byToken(token, ADD_WEBHOOK, "POST", "/api/admin/webhooks");
    const other = { ...hook, url: "https://example.com/other" };
    await owner.call(ADD_WEBHOOK, "POST", "/api/admin/webhooks", {
      json: { ...other, currentPassword },
    });
    expect(await listWebhooks(api.ctx)).toMatchObject([
      { tokenName: "Zapier", disabledAt: null },
      { tokenName: null, disabledAt: null },
    ]);
    expect((await revoke(id)).status).toBe(204);
    expect(await listWebhooks(api.ctx)).toMatchObject([
      { tokenName: "Zapier", disabledReason: "token", disabledAt: now },
      { tokenName: null, disabledAt: null },
    ]);
    expect(
      await api.ctx.db.auditEvent.findFirst({ where: { action: "webhook.turned_off" } }),
    ).toMatchObject({ detail: { reason: "token" } });
  });

  test("is turned off when its owner is disabled", async () => {
    const { token, owner: username } = await create();
    await byToken(token, ADD_WEBHOOK, "POST", "/api/admin/webhooks");
    await createAdmin(api.ctx, { username: "another-owner", password: currentPassword });
    await disableAdmin(api.ctx, username);
    expect(await listWebhooks(api.ctx)).toMatchObject([{ disabledReason: "token" }]);
  });

  test("also if the token only changed where it leads, until a person turns it on", async () => {
    const { token, id } = await create();
    const first = { ...hook, url: "https://example.com/first" };
    await owner.call(ADD_WEBHOOK, "POST", "/api/admin/webhooks", {
      json: { ...first, currentPassword },
    });
    const [webhook] = await listWebhooks(api.ctx);
    const path = `/api/admin/webhooks/${webhook?.id}`;
    const params = { id: String(webhook?.id) };
    expect((await byToken(token, CHANGE_WEBHOOK, "PUT", path, params.id)).status).toBe(200);
    await revoke(id);
    expect(await listWebhooks(api.ctx)).toMatchObject([{ disabledReason: "token" }]);
    await owner.call(CHANGE_WEBHOOK, "PUT", path, {
      params,
      json: { ...hook, currentPassword },
    });
    expect(await listWebhooks(api.ctx)).toMatchObject([{ disabledAt: null, tokenName: null }]);
  });
});

test.each([
  ["tokens", LIST, "GET", "/api/admin/tokens", 403],
  ["new tokens", CREATE, "POST", "/api/admin/tokens", 403],
  ["the own account", ACCOUNT, "GET", "/api/admin/account", 401],
] as const)("a token doesn't open %s", async (_name, handler, method, path, status) => {
  const { token } = await create();
  expect((await callWith(token, handler, method, path)).status).toBe(status);
});

test("a token that isn't valid is refused, even next to a valid session", async () => {
  const answer = await owner.call(AUDIT, "GET", "/api/admin/audit", {
    headers: { authorization: "Bearer tl_wrong" },
  });
  expect([answer.status, answer.body]).toEqual([
    401,
    { message: "This token isn’t valid. It may have expired or been revoked." },
  ]);
});

test("only the hash is stored, and the list shows when it was used", async () => {
  const { token, id } = await create();
  const row = await api.ctx.db.apiToken.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ tokenHash: sha256Hex(token), hint: token.slice(0, 9) });
  const details = (await api.ctx.db.auditEvent.findMany()).map(({ detail }) => detail);
  expect(JSON.stringify(details)).not.toContain(token);
  expect((await listApiTokens(api.ctx))[0]).toMatchObject({ lastUsedAt: null });
  await statusWith(token);
  const { body } = await owner.call(LIST, "GET", "/api/admin/tokens");
  expect(body).toMatchObject([{ id, name: "Zapier", lastUsedAt: now, hint: token.slice(0, 9) }]);
  expect(JSON.stringify(body)).not.toContain(token);
});

describe("a token ends", () => {
  test("when it's revoked, which is recorded", async () => {
    const { token, id } = await create();
    const path = `/api/admin/tokens/${id}`;
    const revoke = () => owner.call(REVOKE, "DELETE", path, { params: { id: String(id) } });
    expect((await revoke()).status).toBe(204);
    expect(await statusWith(token)).toBe(401);
    expect((await revoke()).status).toBe(404);
    const events = await api.ctx.db.auditEvent.findMany({
      where: { action: { startsWith: "token." } },
      orderBy: { id: "desc" },
      take: 2,
    });
    expect(events.map(({ action, detail }) => [action, detail])).toMatchObject([
      ["token.revoked", { before: { name: "Zapier", scopes: "view, manage" } }],
      ["token.created", { after: { name: "Zapier", scopes: "view, manage" } }],
    ]);
  });

  test("after its time", async () => {
    const { token } = await create({ lifetimeDays: 30 });
    api.setTime("2026-12-18T11:59:59.000Z");
    expect(await statusWith(token)).toBe(200);
    api.setTime("2026-12-18T12:00:00.000Z");
    expect(await statusWith(token)).toBe(401);
  });

  test("when its owner is disabled", async () => {
    const { token, owner: username } = await create();
    await api.ctx.db.admin.update({
      where: { id: (await adminOf(username)).id },
      data: { disabledAt: new Date(now) },
    });
    expect(await statusWith(token)).toBe(401);
  });
});

const adminOf = (username: string) =>
  api.ctx.db.admin.findFirstOrThrow({ where: { username }, select: { id: true } });

test("a token shrinks with its owner's role", async () => {
  const { token, owner: username } = await create();
  const { id } = await adminOf(username);
  await api.ctx.db.admin.update({ where: { id }, data: { role: "editor" } });
  expect(await statusWith(token)).toBe(403);
  expect((await listApiTokens(api.ctx))[0]?.scopes).toEqual(["view"]);
});

test("nobody gets a scope that their role doesn't include", async () => {
  const credentials = { username: "eddie", password: "correct horse battery" };
  const editor = await createAdmin(api.ctx, { ...credentials, role: "editor" });
  const tooMuch = { name: "x", scopes: ["view" as const, "refund" as const], lifetimeDays: null };
  await expect(createApiToken(api.ctx, editor.id, tooMuch, "operator")).rejects.toMatchObject({
    status: 400,
    field: "scopes",
  });
  const client = await openAdminClient(api.ctx, "editor");
  expect((await client.call(CREATE, "POST", "/api/admin/tokens", { json: input })).status).toBe(
    403,
  );
});

test.each([
  [{ name: " " }, "name"],
  [{ scopes: [] }, "scopes"],
  [{ scopes: ["everything"] }, "scopes"],
  [{ lifetimeDays: 31 }, "lifetimeDays"],
])("a token with %j is refused", async (changes, field) => {
  const json = { ...input, ...changes };
  const { status, body } = await owner.call(CREATE, "POST", "/api/admin/tokens", { json });
  expect(status).toBe(400);
  expect(body).toMatchObject({ field });
});

test("one token can make 300 calls a minute", async () => {
  const { token } = await create();
  for (let calls = 0; calls < 300; calls += 1) await statusWith(token);
  expect(await statusWith(token)).toBe(429);
  expect(await statusWith((await create({ name: "another" })).token)).toBe(200);
});
