import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { POST as LOGIN } from "@/app/api/admin/login/route";
import { GET as SESSION } from "@/app/api/admin/session/route";
import { createAdmin } from "@/lib/domain/team/admins";
import { discardInitialAdmin, readInitialAdmin } from "@/lib/platform/initial-admin";
import { startApi, type ApiClient } from "@/tests/support/api";
import { sandboxVariables } from "@/tests/support/env-variables";
import type { Outcome } from "@/tests/support/run-cli";
import { runCommand } from "@/tests/support/run-command";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(() => startApi({ now: new Date().toISOString() }));

const secret = "0123456789012345678901234567890123456789";
const old = { username: "Jane", password: "correct horse battery" };

beforeEach(async () => {
  await api.ctx.db.rateLimit.deleteMany();
  await api.ctx.db.admin.deleteMany();
  await createAdmin(api.ctx, old);
});

function cli(...args: string[]): Promise<Outcome> {
  return runCommand(["admin", ...args], variables());
}

function variables(): Record<string, string> {
  return {
    ...sandboxVariables,
    SANDBOX_PORT: "1",
    DATABASE_URL: api.databaseUrl,
    AUTH_SECRET: secret,
  };
}

async function logIn(
  json: object = old,
): Promise<{ status: number; client: ApiClient; body: unknown }> {
  const client = api.client();
  const { status, body } = await client.call(LOGIN, "POST", "/api/admin/login", { json });
  return { status, client, body };
}

async function isLoggedIn(client: ApiClient): Promise<unknown> {
  return (await client.call(SESSION, "GET", "/api/admin/session")).body;
}

const ended = { authenticated: false };

test("set-password ends the sessions and replaces the password", async () => {
  const { client } = await logIn();
  const password = "a completely new phrase";
  expect(await cli("set-password", "--username", "jane", "--password", password)).toEqual({
    code: 0,
    stdout: "Set the password of Jane. Ended 1 session.\n",
    stderr: "",
  });
  expect(await isLoggedIn(client)).toEqual(ended);
  expect((await logIn()).status).toBe(401);
  expect((await logIn({ ...old, password })).status).toBe(200);
});

test("a generated password must be replaced at the next login", async () => {
  const { stdout } = await cli("set-password", "--username", "Jane");
  const password = /^Password: ([\w-]{20})$/m.exec(stdout)?.[1];
  const { status, client, body } = await logIn({ ...old, password });
  expect([status, body]).toEqual([
    200,
    { success: false, message: "Choose a new password to continue.", next: "password" },
  ]);
  expect(await isLoggedIn(client)).toEqual(ended);
});

const addOwner = () =>
  createAdmin(api.ctx, { username: "other", password: "ribbons over the sea" });

test("disable ends the sessions and refuses logins until enable", async () => {
  await addOwner();
  const { client } = await logIn();
  expect(await cli("disable", "--username", "jane")).toMatchObject({
    code: 0,
    stdout: "Disabled Jane. Ended 1 session.\n",
  });
  expect(await isLoggedIn(client)).toEqual(ended);
  expect((await logIn()).status).toBe(401);
  expect((await cli("list")).stdout).toContain("disabled");
  expect(await cli("enable", "--username", "jane")).toMatchObject({
    code: 0,
    stdout: "Enabled Jane.\n",
  });
  expect(await isLoggedIn(client)).toEqual(ended);
  expect((await logIn()).status).toBe(200);
});

test("the last owner keeps role and login", async () => {
  const refused = {
    code: 1,
    stdout: "",
    stderr: "Jane is the only owner who can log in. Make someone else an owner first.\n",
  };
  expect(await cli("disable", "--username", "jane")).toEqual(refused);
  expect(await cli("set-role", "--username", "jane", "--role", "editor")).toEqual(refused);
  await addOwner();
  expect(await cli("set-role", "--username", "jane", "--role", "editor")).toEqual({
    code: 0,
    stdout: "Jane is now Editor.\n",
    stderr: "",
  });
});

test("a name, required two-factor login, and open invitations", async () => {
  expect((await cli("set-name", "--username", "jane", "--name", "Jane Roe")).stdout).toBe(
    "Name changed.\n",
  );
  expect((await cli("require-two-factor", "on")).stdout).toBe(
    "Two-factor login is now required.\n",
  );
  expect((await logIn()).body).toMatchObject({ next: "two-factor" });
  expect((await cli("require-two-factor", "off")).stdout).toBe(
    "Two-factor login is now optional.\n",
  );
  expect((await cli("invitations")).stdout).toBe("No invitations.\n");
  expect(await cli("withdraw-invitation", "--invitation", "3")).toMatchObject({ code: 1 });
});

test("revoke-sessions logs out everywhere but keeps the login", async () => {
  const [one, two] = [await logIn(), await logIn()];
  expect((await cli("revoke-sessions", "--username", "JANE")).stdout).toBe(
    "Jane: Ended 2 sessions.\n",
  );
  expect(await isLoggedIn(one.client)).toEqual(ended);
  expect(await isLoggedIn(two.client)).toEqual(ended);
  expect((await logIn()).status).toBe(200);
});

test("devices lists the known browsers, and remove-device forgets one", async () => {
  const { client } = await logIn();
  const { stdout } = await cli("devices", "--username", "jane");
  expect(stdout).toMatch(
    /^ID +BROWSER +NETWORK +LAST LOGIN\n\d+ +an unknown browser +- +20\d\d-\d\d-\d\d \d\d:\d\d UTC\n$/,
  );
  const id = /^\d+/m.exec(stdout)?.[0] ?? "";
  const remove = () => cli("remove-device", "--username", "jane", "--device", id);
  expect(await remove()).toMatchObject({ code: 0, stdout: "Removed the browser.\n" });
  expect(await isLoggedIn(client)).toEqual(ended);
  expect((await cli("devices", "--username", "jane")).stdout).toBe("No known browsers.\n");
  expect(await remove()).toMatchObject({ code: 1, stderr: "This browser was already removed.\n" });
});

test("set-email stores where login alerts go", async () => {
  expect((await cli("set-email", "--username", "jane", "--email", "j@example.com")).stdout).toBe(
    "Login alerts of Jane go to j@example.com. Ended 0 sessions.\n",
  );
  expect((await cli("list")).stdout).toContain("j@example.com");
  expect((await cli("set-email", "--username", "jane")).stdout).toContain("OPERATOR_EMAIL");
});

test("reset-two-factor asks for a new password at the next login", async () => {
  const { client } = await logIn();
  expect((await cli("reset-two-factor", "--username", "jane")).stdout).toBe(
    "Turned off two-factor login for Jane. Ended 1 session.\n",
  );
  expect(await isLoggedIn(client)).toEqual(ended);
  expect((await logIn()).body).toMatchObject({ success: false, next: "password" });
});

test("list shows every administrator, as a table and as JSON", async () => {
  await cli("create", "--username", "max", "--email", "max@example.com", "--role", "support");
  await logIn();
  const { stdout } = await cli("list", "--json");
  expect(JSON.parse(stdout)).toMatchObject([
    { username: "Jane", email: null, isDisabled: false, sessions: 1 },
    { username: "max", role: "support", email: "max@example.com", lastLoginAt: null, sessions: 0 },
  ]);
  const [header, jane, max] = (await cli("list")).stdout.split("\n");
  expect(header).toMatch(/^USERNAME +ROLE +STATUS +TWO-FACTOR +EMAIL +LAST LOGIN +SESSIONS$/);
  expect(jane).toMatch(/^Jane +owner +enabled +off +- +20\d\d-\d\d-\d\d \d\d:\d\d UTC +1$/);
  expect(max).toMatch(/^max +support +enabled +off +max@example\.com +- +0$/);
});

test("seed generates the first password, stores it privately, and lets the login replace it", async () => {
  await api.ctx.db.admin.deleteMany();
  const folder = await mkdtemp(join(tmpdir(), "threeline-admin-"));
  const seed = () =>
    runCommand(["seed", "--if-empty"], {
      ...variables(),
      ADMIN_USERNAME: "root",
      DATA_DIR: folder,
    });
  expect((await seed()).stdout).toContain("Created the administrator root.\n");
  const path = join(folder, "initial-admin.json");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const { username, password } = readInitialAdmin(folder) ?? {};
  expect(username).toBe("root");
  expect(password).toMatch(/^(?:[a-z2-9]{4}-){4}[a-z2-9]{4}$/);
  expect((await logIn({ username, password })).body).toMatchObject({ next: "password" });
  // A second start generates no other one.
  await seed();
  expect(readInitialAdmin(folder)?.password).toBe(password);
  discardInitialAdmin(folder, "someone else");
  expect(readInitialAdmin(folder)).not.toBeNull();
  discardInitialAdmin(folder, "ROOT");
  expect(readInitialAdmin(folder)).toBeNull();
  await rm(folder, { recursive: true });
});

describe("refuses in one line", () => {
  test.each([
    [["disable", "--username", "nobody"], "No administrator is named nobody.\n"],
    [["revoke-sessions", "--username", "nobody"], "No administrator is named nobody.\n"],
    [
      ["set-password", "--username", "Jane", "--password", "short"],
      "Passwords must be at least 15 characters.\n",
    ],
  ])("%j", async (args, stderr) => {
    expect(await cli(...args)).toEqual({ code: 1, stdout: "", stderr });
  });
});

test("every change is in the audit log", async () => {
  await addOwner();
  await cli("disable", "--username", "Jane");
  expect(await api.ctx.db.auditEvent.findFirst({ orderBy: { id: "desc" } })).toMatchObject({
    actor: "operator",
    action: "admin.disabled",
    subject: "admin:Jane",
  });
});
