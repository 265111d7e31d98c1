import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { PUT as NAME } from "@/app/api/admin/account/name/route";
import { DELETE as END_SESSION } from "@/app/api/admin/account/sessions/[handle]/route";
import { DELETE as END_OTHERS, GET as SESSIONS } from "@/app/api/admin/account/sessions/route";
import { POST as LOGIN } from "@/app/api/admin/login/route";
import { GET as SESSION } from "@/app/api/admin/session/route";
import { POST as ACT } from "@/app/api/admin/team/members/[id]/[action]/route";
import { PUT as ROLE } from "@/app/api/admin/team/members/[id]/route";
import { GET as TEAM } from "@/app/api/admin/team/route";
import { PUT as TWO_FACTOR } from "@/app/api/admin/team/two-factor/route";
import { GET as MESSAGES } from "@/app/api/daily-messages/route";
import { teamSchema, type MemberAction, ownSessionsSchema } from "@/lib/contracts/admin/team";
import type { AdminRole } from "@/lib/contracts/roles";
import { createAdmin } from "@/lib/domain/team/admins";
import { startApi, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(startApi);
let owner: ApiClient;
let ownerId: number;
let count = 0;

const password = "correct horse battery";

beforeEach(async () => {
  await api.ctx.db.storedSetting.deleteMany();
  await api.ctx.db.rateLimit.deleteMany();
  await api.ctx.db.admin.deleteMany();
  api.ctx.settings.requiresTwoFactor = false;
  ({ client: owner, id: ownerId } = await join("owner"));
});

/** Someone of this role who is logged in. */
async function join(role: AdminRole): Promise<{ id: number; username: string; client: ApiClient }> {
  const username = `${role}-${(count += 1)}`;
  const { id } = await createAdmin(api.ctx, { username, password, role });
  return { id, username, client: await logIn(username) };
}

async function logIn(username: string): Promise<ApiClient> {
  const client = api.client();
  await client.call(LOGIN, "POST", "/api/admin/login", { json: { username, password } });
  return client;
}

const isLoggedIn = async (client: ApiClient) =>
  z
    .object({ authenticated: z.boolean() })
    .parse((await client.call(SESSION, "GET", "/api/admin/session")).body).authenticated;

const setRole = (id: number, role: AdminRole, by = owner) =>
  by.call(ROLE, "PUT", `/api/admin/team/members/${id}`, {
    params: { id: `${id}` },
    json: { role, currentPassword: password },
  });

const act = (id: number, action: MemberAction, by = owner) =>
  by.call(ACT, "POST", `/api/admin/team/members/${id}/${action}`, {
    params: { id: `${id}`, action },
    json: action === "end-sessions" ? {} : { currentPassword: password },
  });

const requireTwoFactor = (isRequired: boolean) =>
  owner.call(TWO_FACTOR, "PUT", "/api/admin/team/two-factor", {
    json: { isRequired, ...(isRequired ? {} : { currentPassword: password }) },
  });

const readTeam = async () =>
  teamSchema.parse((await owner.call(TEAM, "GET", "/api/admin/team")).body);

const lastEvent = () => api.ctx.db.auditEvent.findFirstOrThrow({ orderBy: { id: "desc" } });

test("the team is listed with roles, second factors, and sessions", async () => {
  const editor = await join("editor");
  await api.ctx.db.admin.update({
    where: { id: editor.id },
    data: { displayName: "Ada Lovelace", totpSecret: "secret", email: "ada@example.com" },
  });
  await logIn(editor.username);
  const { members, twoFactor } = await readTeam();
  expect(members).toMatchObject([
    {
      username: editor.username,
      displayName: "Ada Lovelace",
      email: "ada@example.com",
      role: "editor",
      hasTwoFactor: true,
      isDisabled: false,
      lastActiveAt: "2025-03-05T12:00:00.000Z",
      sessions: 1,
      isYou: false,
    },
    {
      displayName: expect.stringMatching(/^owner-/),
      hasTwoFactor: false,
      sessions: 1,
      isYou: true,
    },
  ]);
  expect(twoFactor).toEqual({ isRequired: false, isFixed: false });
  expect(JSON.stringify(members)).not.toMatch(/secret|scrypt/);
});

describe("a role", () => {
  test("takes effect with the next call, and the change is recorded", async () => {
    const { id, username, client } = await join("support");
    const read = () => client.call(MESSAGES, "GET", "/api/daily-messages");
    const write = () => client.call(ROLE, "PUT", `/api/admin/team/members/${id}`, {});
    expect([(await read()).status, (await write()).status]).toEqual([200, 403]);
    expect(await setRole(id, "owner")).toMatchObject({
      status: 200,
      body: { message: `${username} is now Owner` },
    });
    // Now it gets past the role, and the parameter is missing.
    expect((await write()).status).toBe(400);
    expect(await lastEvent()).toMatchObject({
      actor: `admin:owner-${count - 1}`,
      action: "admin.role-changed",
      subject: `admin:${username}`,
      detail: { before: { role: "support" }, after: { role: "owner" } },
    });
  });

  test.each([
    ["support", "owner"],
    ["owner", "editor"],
    ["support", "editor"],
  ] as const)("%s isn't changed to %s without the own password", async (before, role) => {
    const { id } = await join(before);
    const path = `/api/admin/team/members/${id}`;
    for (const proof of [{}, { currentPassword: "a wrong password" }]) {
      const call = { params: { id: `${id}` }, json: { role, ...proof } };
      expect(await owner.call(ROLE, "PUT", path, call)).toMatchObject({
        status: 400,
        body: { field: "currentPassword" },
      });
    }
    expect((await api.ctx.db.admin.findUniqueOrThrow({ where: { id } })).role).toBe(before);
  });

  test("of an unknown member can't be changed", async () => {
    expect((await setRole(999_999, "owner")).status).toBe(404);
  });
});

describe("the last owner", () => {
  test("keeps the role and the login", async () => {
    await join("editor");
    const disabled = await join("owner");
    await act(disabled.id, "disable");
    const refused = { status: 409, body: { message: expect.stringContaining("the only owner") } };
    expect(await setRole(ownerId, "editor")).toMatchObject(refused);
    expect(await act(ownerId, "disable")).toMatchObject(refused);
    expect((await readTeam()).members.find(({ isYou }) => isYou)).toMatchObject({
      role: "owner",
      isDisabled: false,
    });
  });

  test.each([1, 2, 3])("stays when two owners remove each other at once (%i)", async () => {
    const other = await join("owner");
    const answers = await Promise.all([
      setRole(other.id, "support"),
      act(ownerId, "disable", other.client),
    ]);
    expect(answers.map(({ status }) => status)).not.toEqual([200, 200]);
    const where = { role: "owner", disabledAt: null };
    expect(await api.ctx.db.admin.count({ where })).toBeGreaterThan(0);
  });

  test("can be changed once there is another", async () => {
    await join("owner");
    expect((await setRole(ownerId, "editor")).status).toBe(200);
    expect((await owner.call(TEAM, "GET", "/api/admin/team")).body).toEqual({
      message: "Your role, editor, doesn’t include this. An owner of your team can change it.",
      code: "role_not_allowed",
    });
  });
});

describe("a member", () => {
  test("who is disabled is logged out and can't log in, until they are enabled", async () => {
    const { id, username, client } = await join("editor");
    expect((await act(id, "disable")).status).toBe(200);
    expect(await lastEvent()).toMatchObject({ action: "admin.disabled", detail: { sessions: 1 } });
    expect(await isLoggedIn(client)).toBe(false);
    expect(await isLoggedIn(await logIn(username))).toBe(false);
    expect((await act(id, "enable")).status).toBe(200);
    expect(await isLoggedIn(await logIn(username))).toBe(true);
  });

  test.each(["disable", "enable", "reset-two-factor"] as const)(
    "isn't changed by %s without the own password",
    async (action) => {
      const { id } = await join("owner");
      const disabledAt = action === "enable" ? api.ctx.clock.now() : null;
      const data = { totpSecret: "on", disabledAt };
      const before = await api.ctx.db.admin.update({ where: { id }, data });
      for (const json of [{}, { currentPassword: "a wrong password" }]) {
        const call = { params: { id: `${id}`, action }, json };
        const path = `/api/admin/team/members/${id}/${action}`;
        expect(await owner.call(ACT, "POST", path, call)).toMatchObject({
          status: 400,
          body: { message: "That isn’t your current password.", field: "currentPassword" },
        });
      }
      expect(await api.ctx.db.admin.findUniqueOrThrow({ where: { id } })).toEqual(before);
    },
  );

  test("isn't changed after ten wrong passwords, whatever they were for", async () => {
    const { id } = await join("editor");
    const guess = (action: MemberAction, currentPassword: string) =>
      owner.call(ACT, "POST", `/api/admin/team/members/${id}/${action}`, {
        params: { id: `${id}`, action },
        json: { currentPassword },
      });
    for (let index = 0; index < 10; index += 1) await guess("disable", `guess ${index}`);
    expect((await guess("reset-two-factor", password)).status).toBe(429);
    expect((await requireTwoFactor(false)).status).toBe(429);
  });

  test("can't disable themselves", async () => {
    await join("owner");
    expect(await act(ownerId, "disable")).toMatchObject({
      status: 409,
      body: { message: "You can’t disable your own login." },
    });
  });

  test("is logged out everywhere", async () => {
    const { id, client } = await join("editor");
    expect(await act(id, "end-sessions")).toMatchObject({ body: { message: "1 session ended" } });
    expect(await isLoggedIn(client)).toBe(false);
  });

  test("loses a second factor that they can't use anymore", async () => {
    const { id } = await join("editor");
    await api.ctx.db.admin.update({ where: { id }, data: { totpSecret: "lost" } });
    expect((await act(id, "reset-two-factor")).status).toBe(200);
    expect(await api.ctx.db.admin.findUniqueOrThrow({ where: { id } })).toMatchObject({
      totpSecret: null,
      mustChangePassword: true,
    });
  });
});

describe("two-factor login", () => {
  const enroll = (id: number) =>
    api.ctx.db.admin.update({ where: { id }, data: { totpSecret: "on" } });

  test("is required only by an owner who has it", async () => {
    expect(await requireTwoFactor(true)).toMatchObject({
      status: 409,
      body: { message: "Set up two-factor login for yourself first." },
    });
    expect((await readTeam()).twoFactor.isRequired).toBe(false);
  });

  test("that is required logs out who has none, who then sets it up", async () => {
    await enroll(ownerId);
    const [bare, safe] = [await join("editor"), await join("support")];
    await enroll(safe.id);
    expect((await requireTwoFactor(true)).status).toBe(200);
    const sessions = [await isLoggedIn(bare.client), await isLoggedIn(safe.client)];
    expect([...sessions, await isLoggedIn(owner)]).toEqual([false, true, true]);
    const json = { username: bare.username, password };
    const login = await api.client().call(LOGIN, "POST", "/api/admin/login", { json });
    expect(login.body).toMatchObject({ success: false, next: "two-factor" });
    expect(await lastEvent()).toMatchObject({
      action: "setting.changed",
      subject: "setting:requireTwoFactor",
      detail: { before: false, after: true },
    });
    expect((await requireTwoFactor(false)).status).toBe(200);
    expect(await isLoggedIn(await logIn(bare.username))).toBe(true);
  });

  test("stays required without the own password", async () => {
    await enroll(ownerId);
    await requireTwoFactor(true);
    for (const proof of [{}, { currentPassword: "a wrong password" }]) {
      const json = { isRequired: false, ...proof };
      const answer = await owner.call(TWO_FACTOR, "PUT", "/api/admin/team/two-factor", { json });
      expect(answer).toMatchObject({ status: 400, body: { field: "currentPassword" } });
    }
    expect((await readTeam()).twoFactor.isRequired).toBe(true);
  });

  test("that the configuration requires can't be changed", async () => {
    api.ctx.settings.requiresTwoFactor = true;
    expect((await requireTwoFactor(false)).status).toBe(409);
    expect((await readTeam()).twoFactor).toEqual({ isRequired: true, isFixed: true });
  });
});

describe("their own", () => {
  const list = async (client: ApiClient) =>
    ownSessionsSchema.parse(
      (await client.call(SESSIONS, "GET", "/api/admin/account/sessions")).body,
    ).sessions;
  const end = (client: ApiClient, handle: string) =>
    client.call(END_SESSION, "DELETE", `/api/admin/account/sessions/${handle}`, {
      params: { handle },
    });

  test("sessions are listed and ended one by one", async () => {
    const { username, client } = await join("support");
    const other = await logIn(username);
    const sessions = await list(client);
    expect(sessions).toMatchObject([
      { isCurrent: true, browser: "an unknown browser" },
      { isCurrent: false, lastSeenAt: "2025-03-05T12:00:00.000Z" },
    ]);
    const ids = await api.ctx.db.session.findMany({ select: { id: true } });
    for (const { id } of ids) expect(JSON.stringify(sessions)).not.toContain(id);
    const stranger = await join("owner");
    expect((await end(stranger.client, sessions[1]?.handle ?? "")).status).toBe(404);
    expect((await end(client, sessions[1]?.handle ?? "")).status).toBe(200);
    expect([await isLoggedIn(other), await isLoggedIn(client)]).toEqual([false, true]);
    expect((await end(client, sessions[1]?.handle ?? "")).status).toBe(404);
  });

  test("other sessions end together", async () => {
    const { username, client } = await join("support");
    const others = [await logIn(username), await logIn(username)];
    const answer = await client.call(END_OTHERS, "DELETE", "/api/admin/account/sessions");
    expect(answer.body).toEqual({ message: "2 sessions ended" });
    for (const other of others) expect(await isLoggedIn(other)).toBe(false);
    expect(await isLoggedIn(client)).toBe(true);
    expect(await isLoggedIn(owner)).toBe(true);
  });

  test("name is what others see", async () => {
    const { username, client } = await join("support");
    const rename = (displayName: string) =>
      client.call(NAME, "PUT", "/api/admin/account/name", { json: { displayName } });
    expect(await rename(" ")).toMatchObject({ status: 400, body: { field: "displayName" } });
    expect((await rename(" Ada Lovelace ")).status).toBe(200);
    expect((await client.call(SESSION, "GET", "/api/admin/session")).body).toEqual({
      authenticated: true,
      admin: { username, displayName: "Ada Lovelace", role: "support" },
    });
  });
});
