import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { POST as PASSWORD } from "@/app/api/admin/account/password/route";
import { POST as RECOVERY } from "@/app/api/admin/account/recovery-codes/route";
import { GET as ACCOUNT } from "@/app/api/admin/account/route";
import { POST as CONFIRM } from "@/app/api/admin/account/two-factor/confirm/route";
import { POST as TWO_FACTOR } from "@/app/api/admin/account/two-factor/route";
import { POST as TURN_OFF } from "@/app/api/admin/account/two-factor/turn-off/route";
import { POST as CODE } from "@/app/api/admin/login/code/route";
import { POST as LOGIN } from "@/app/api/admin/login/route";
import { GET as SESSION } from "@/app/api/admin/session/route";
import { createAdmin } from "@/lib/domain/team/admins";
import { startApi, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(startApi);
let username: string;
let client: ApiClient;
let elsewhere: ApiClient;

const password = "correct horse battery";
const chosen = "ribbons over the sea";

const paths = new Map<typeof LOGIN, string>([
  [PASSWORD, "/password"],
  [RECOVERY, "/recovery-codes"],
  [TWO_FACTOR, "/two-factor"],
  [CONFIRM, "/two-factor/confirm"],
  [TURN_OFF, "/two-factor/turn-off"],
]);
const post = (handler: typeof LOGIN, json: object, by = client) =>
  by.call(handler, "POST", `/api/admin/account${paths.get(handler)}`, { json });
const logIn = (by: ApiClient, secret = password) =>
  by.call(LOGIN, "POST", "/api/admin/login", { json: { username, password: secret } });
const isLoggedIn = async (by: ApiClient) =>
  z
    .object({ authenticated: z.boolean() })
    .parse((await by.call(SESSION, "GET", "/api/admin/session")).body).authenticated;
const account = async () => (await client.call(ACCOUNT, "GET", "/api/admin/account")).body;
const lastAction = async () =>
  (await api.ctx.db.auditEvent.findFirstOrThrow({ orderBy: { id: "desc" } })).action;

const wrongPassword = { message: "That isn’t your current password.", field: "currentPassword" };
const wrongCode = {
  message: "That code isn’t right. Check the time on your phone, or wait for the next code.",
  field: "code",
};

async function enroll() {
  const { body } = await post(TWO_FACTOR, { currentPassword: password });
  const { secret } = z.object({ secret: z.string() }).parse(body);
  const generator = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) });
  const app = () => generator.generate({ timestamp: api.ctx.clock.now().getTime() });
  const confirmed = await post(CONFIRM, { code: app() });
  const { recoveryCodes } = z.object({ recoveryCodes: z.array(z.string()) }).parse(confirmed.body);
  api.setTime(new Date(api.ctx.clock.now().getTime() + 60_000).toISOString());
  return { app, recoveryCodes };
}

beforeEach(async () => {
  api.setTime("2025-03-05T12:00:00.000Z");
  api.ctx.settings.requiresTwoFactor = false;
  await api.ctx.db.rateLimit.deleteMany();
  username = `editor-${crypto.randomUUID()}`;
  await createAdmin(api.ctx, { username, password });
  [elsewhere, client] = [api.client(), api.client()];
  await logIn(elsewhere);
  await logIn(client);
});

describe("the password", () => {
  test("is changed with the current one, and ends the other sessions", async () => {
    expect(await post(PASSWORD, { currentPassword: password, password: chosen })).toMatchObject({
      status: 200,
      body: { message: "Password changed" },
    });
    expect(await lastAction()).toBe("admin.password-changed");
    expect([await isLoggedIn(client), await isLoggedIn(elsewhere)]).toEqual([true, false]);
    expect((await logIn(api.client())).status).toBe(401);
    expect((await logIn(api.client(), chosen)).status).toBe(200);
  });

  test.each([
    [{ currentPassword: "wrong", password: chosen }, wrongPassword],
    [
      { currentPassword: password, password: "short" },
      { message: "Passwords must be at least 15 characters.", field: "password" },
    ],
    [
      { currentPassword: password, password },
      {
        message: "Choose a password that’s different from the current one.",
        field: "password",
      },
    ],
  ])("isn't changed with %j", async (json, body) => {
    expect(await post(PASSWORD, json)).toMatchObject({ status: 400, body });
    expect(await isLoggedIn(elsewhere)).toBe(true);
    expect((await logIn(api.client())).status).toBe(200);
  });

  test("can be guessed ten times in 15 minutes with a stolen session", async () => {
    for (let index = 0; index < 10; index += 1) {
      const json = { currentPassword: `guess ${index}`, password: chosen };
      expect((await post(PASSWORD, json)).status).toBe(400);
    }
    expect((await post(PASSWORD, { currentPassword: password, password: chosen })).status).toBe(
      429,
    );
    expect((await post(TWO_FACTOR, { currentPassword: password })).status).toBe(429);
    expect((await post(RECOVERY, { currentPassword: password })).status).toBe(429);
  });
});

describe("two-factor login", () => {
  test("is turned on with the password and the first code, and ends the other sessions", async () => {
    const { app, recoveryCodes } = await enroll();
    expect(recoveryCodes).toHaveLength(10);
    expect(await lastAction()).toBe("admin.two-factor-enabled");
    expect([await isLoggedIn(client), await isLoggedIn(elsewhere)]).toEqual([true, false]);
    expect(await account()).toMatchObject({ hasTwoFactor: true, recoveryCodesLeft: 10 });
    expect((await logIn(elsewhere)).body).toMatchObject({ success: false, next: "code" });
    const done = await elsewhere.call(CODE, "POST", "/api/admin/login/code", {
      json: { code: app() },
    });
    expect(done.body).toMatchObject({ success: true });
  });

  test("isn't turned on without the password, or with a wrong code", async () => {
    expect((await post(TWO_FACTOR, { currentPassword: "wrong" })).body).toEqual(wrongPassword);
    expect((await post(CONFIRM, { code: "123456" })).body).toEqual(wrongCode);
    await post(TWO_FACTOR, { currentPassword: password });
    expect((await post(CONFIRM, { code: "000000" })).body).toEqual(wrongCode);
    expect(await account()).toMatchObject({ hasTwoFactor: false });
    expect(await isLoggedIn(elsewhere)).toBe(true);
  });

  test("isn't set up twice", async () => {
    await enroll();
    const message = "Two-factor login is already on.";
    expect(await post(TWO_FACTOR, { currentPassword: password })).toMatchObject({
      status: 409,
      body: { message },
    });
    expect(await post(CONFIRM, { code: "123456" })).toMatchObject({ status: 409 });
  });

  test("is turned off with the password and a code", async () => {
    const { app } = await enroll();
    await logIn(elsewhere);
    const wrong = { currentPassword: password, code: "000000" };
    expect((await post(TURN_OFF, wrong)).body).toEqual(wrongCode);
    const right = { currentPassword: password, code: app() };
    expect((await post(TURN_OFF, { ...right, currentPassword: "x" })).body).toEqual(wrongPassword);
    expect((await post(TURN_OFF, right)).status).toBe(200);
    expect(await lastAction()).toBe("admin.two-factor-disabled");
    expect(await account()).toMatchObject({ hasTwoFactor: false, recoveryCodesLeft: 0 });
    expect((await logIn(api.client())).body).toMatchObject({ success: true });
    expect((await post(TURN_OFF, right)).status).toBe(409);
  });

  test("isn't turned off while the operator requires it", async () => {
    const { app } = await enroll();
    api.ctx.settings.requiresTwoFactor = true;
    const answer = await post(TURN_OFF, { currentPassword: password, code: app() });
    expect([answer.status, answer.body]).toEqual([
      409,
      { message: "Two-factor login is required here, so it can’t be turned off." },
    ]);
  });

  test("allows a shorter password, and then isn't turned off before it is longer", async () => {
    const { app } = await enroll();
    const short = "gull-sea";
    expect((await post(PASSWORD, { currentPassword: password, password: short })).status).toBe(200);
    const answer = await post(TURN_OFF, { currentPassword: short, code: app() });
    expect([answer.status, answer.body]).toEqual([
      409,
      {
        message:
          "Your password has fewer than 15 characters, so two-factor login must stay on. Choose a longer password first.",
      },
    ]);
  });
});

describe("recovery codes", () => {
  test("are replaced with the password, and the old ones stop working", async () => {
    const { recoveryCodes: old } = await enroll();
    expect((await post(RECOVERY, { currentPassword: "wrong" })).body).toEqual(wrongPassword);
    const { body } = await post(RECOVERY, { currentPassword: password });
    const { recoveryCodes } = z.object({ recoveryCodes: z.array(z.string()) }).parse(body);
    expect(await lastAction()).toBe("admin.recovery-codes-replaced");
    await logIn(elsewhere);
    const enter = (code: string | undefined) =>
      elsewhere.call(CODE, "POST", "/api/admin/login/code", { json: { code } });
    expect((await enter(old[0])).status).toBe(401);
    expect((await enter(recoveryCodes[0])).status).toBe(200);
    expect(await account()).toMatchObject({ recoveryCodesLeft: 9 });
  });

  test("need two-factor login", async () => {
    expect((await post(RECOVERY, { currentPassword: password })).status).toBe(409);
  });
});

test("the account shows no secret", async () => {
  await enroll();
  expect(JSON.stringify(await account())).not.toMatch(/hash|secret|totp/i);
});

test("nobody but a logged-in administrator reaches the account, nor does another site", async () => {
  for (const [handler, path] of paths) {
    const visit = (by: ApiClient, headers = {}) =>
      by.call(handler, "POST", `/api/admin/account${path}`, { headers });
    expect([path, (await visit(api.client())).status]).toEqual([path, 401]);
    expect([path, (await visit(client, { origin: "https://evil.example" })).status]).toEqual([
      path,
      403,
    ]);
  }
});
