import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { POST as CODE } from "@/app/api/admin/login/code/route";
import { POST as PASSWORD } from "@/app/api/admin/login/password/route";
import { POST as LOGIN } from "@/app/api/admin/login/route";
import { POST as CONFIRM } from "@/app/api/admin/login/two-factor/confirm/route";
import { POST as TWO_FACTOR } from "@/app/api/admin/login/two-factor/route";
import { GET as SESSION } from "@/app/api/admin/session/route";
import { GET as MESSAGES } from "@/app/api/daily-messages/route";
import { createAdmin } from "@/lib/domain/team/admins";
import { disableAdmin, resetTwoFactor, setAdminPassword } from "@/lib/domain/team/manage-admins";
import { provideContext } from "@/lib/http/route/context";
import { startApi, type ApiAnswer, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(() =>
  startApi({
    parts: { discardInitialPassword: async (name) => void discarded.push(name) },
  }),
);
let username: string;
let discarded: string[] = [];

const password = "correct horse battery";
const chosen = "ribbons over the sea";
const startTime = "2025-03-05T12:00:00.000Z";

const post = (client: ApiClient, handler: typeof LOGIN, step: string, json?: unknown) =>
  client.call(handler, "POST", `/api/admin/login${step}`, json === undefined ? {} : { json });
const logIn = (client: ApiClient, secret = password) =>
  post(client, LOGIN, "", { username, password: secret });
const enterCode = (client: ApiClient, code: string) => post(client, CODE, "/code", { code });
const isLoggedIn = async (client: ApiClient) => {
  const { body } = await client.call(SESSION, "GET", "/api/admin/session");
  return z.object({ authenticated: z.boolean() }).parse(body).authenticated;
};

const later = (seconds: number) =>
  api.setTime(new Date(api.ctx.clock.now().getTime() + seconds * 1_000).toISOString());

const next = (step: string, message: string) => ({ success: false, message, next: step });
const needsCode = next("code", "Enter the code from your authenticator app.");
const needsPassword = next("password", "Choose a new password to continue.");
const needsTwoFactor = next("two-factor", "Set up two-factor login to continue.");
const done = { success: true, message: "Login successful" };
const wrongCode = {
  message: "That code isn’t right. Check the time on your phone, or wait for the next code.",
  field: "code",
};
const hasEnded = {
  message: "This login has ended. Please enter your username and password again.",
  code: "login_expired",
};

/** A phone with an authenticator app. */
function appFor(secret: string) {
  const generator = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) });
  return (offsetS = 0) =>
    generator.generate({ timestamp: api.ctx.clock.now().getTime() + offsetS * 1_000 });
}

const enrollmentSchema = z.object({ secret: z.string(), qrCode: z.object({ path: z.string() }) });
const enrolledSchema = z.object({ recoveryCodes: z.array(z.string()), login: z.unknown() });

/** Sets two-factor login up during a login, as ADMIN_REQUIRE_2FA asks for. */
async function enroll(client = api.client()) {
  api.ctx.settings.requiresTwoFactor = true;
  expect((await logIn(client)).body).toEqual(needsTwoFactor);
  const { body } = await post(client, TWO_FACTOR, "/two-factor");
  const { secret } = enrollmentSchema.parse(body);
  const app = appFor(secret);
  const confirmed = await post(client, CONFIRM, "/two-factor/confirm", { code: app() });
  const { recoveryCodes, login } = enrolledSchema.parse(confirmed.body);
  expect(login).toEqual(done);
  api.ctx.settings.requiresTwoFactor = false;
  later(60);
  return { app, recoveryCodes, client };
}

beforeEach(async () => {
  provideContext(api.ctx);
  api.setTime(startTime);
  api.ctx.settings.requiresTwoFactor = false;
  discarded = [];
  await api.ctx.db.rateLimit.deleteMany();
  username = `editor-${crypto.randomUUID()}`;
  await createAdmin(api.ctx, { username, password });
});

describe("a generated password", () => {
  beforeEach(async () => {
    await api.ctx.db.admin.updateMany({ where: { username }, data: { mustChangePassword: true } });
  });

  test("opens nothing until it is replaced", async () => {
    const client = api.client();
    const answer = await logIn(client);
    expect(answer.body).toEqual(needsPassword);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^threeline-admin-login=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect(await isLoggedIn(client)).toBe(false);
    expect((await client.call(MESSAGES, "GET", "/api/daily-messages")).status).toBe(401);
    // Nor does the value work as a session.
    client.cookies.set(
      "threeline-admin-session",
      client.cookies.get("threeline-admin-login") ?? "",
    );
    expect(await isLoggedIn(client)).toBe(false);
  });

  test("is replaced, is discarded, and stops working", async () => {
    const client = api.client();
    await logIn(client);
    expect((await post(client, PASSWORD, "/password", { password: chosen })).body).toEqual(done);
    expect(await isLoggedIn(client)).toBe(true);
    expect(client.cookies.has("threeline-admin-login")).toBe(false);
    expect(discarded).toEqual([username]);
    expect((await logIn(api.client())).status).toBe(401);
    expect((await logIn(api.client(), chosen)).body).toEqual(done);
  });

  test.each([
    [{}, "Please enter a new password"],
    [{ password: "too short" }, "Passwords must be at least 15 characters."],
    [{ password }, "Choose a password that’s different from the current one."],
    [{ password: "passwordpassword" }, "This password is too common. Choose a different one."],
    [{ password: "x".repeat(201) }, "Passwords can be at most 200 characters."],
  ])("isn't replaced with %j", async (json, message) => {
    const client = api.client();
    await logIn(client);
    const answer = await post(client, PASSWORD, "/password", json);
    expect([answer.status, answer.body]).toEqual([400, { message, field: "password" }]);
    expect(await isLoggedIn(client)).toBe(false);
  });

  test("ends other sessions when it is replaced", async () => {
    await api.ctx.db.admin.updateMany({ where: { username }, data: { mustChangePassword: false } });
    const old = api.client();
    await logIn(old);
    await api.ctx.db.admin.updateMany({ where: { username }, data: { mustChangePassword: true } });
    const client = api.client();
    await logIn(client);
    await post(client, PASSWORD, "/password", { password: chosen });
    expect(await isLoggedIn(old)).toBe(false);
    expect(await isLoggedIn(client)).toBe(true);
  });
});

describe("a login that isn't finished", () => {
  const steps: readonly [string, typeof LOGIN, unknown][] = [
    ["/code", CODE, { code: "000000" }],
    ["/password", PASSWORD, { password: chosen }],
    ["/two-factor", TWO_FACTOR, undefined],
    ["/two-factor/confirm", CONFIRM, { code: "000000" }],
  ];

  const everyStep = async (client: ApiClient) => {
    const answers: ApiAnswer[] = [];
    for (const [step, handler, json] of steps)
      answers.push(await post(client, handler, step, json));
    return answers.map(({ status, body }) => [status, body]);
  };

  beforeEach(async () => {
    await api.ctx.db.admin.updateMany({ where: { username }, data: { mustChangePassword: true } });
  });

  const all = Array.from({ length: 4 }, () => [401, hasEnded]);

  test("is needed for every step", async () => {
    expect(await everyStep(api.client())).toEqual(all);
    const forged = api.client();
    forged.cookies.set("threeline-admin-login", "x".repeat(43));
    expect(await everyStep(forged)).toEqual(all);
    const loggedIn = await api.adminClient();
    expect(await everyStep(loggedIn)).toEqual(all);
  });

  test("takes only the step that comes next", async () => {
    const client = api.client();
    await logIn(client);
    const due = { message: "This login doesn’t need that step." };
    expect(await post(client, CODE, "/code", { code: "123456" })).toMatchObject({
      status: 409,
      body: due,
    });
    expect(await post(client, TWO_FACTOR, "/two-factor")).toMatchObject({ status: 409, body: due });
  });

  test("ends after ten minutes", async () => {
    const client = api.client();
    await logIn(client);
    later(600);
    expect(await everyStep(client)).toEqual(all);
  });

  test.each([
    ["the administrator is disabled", () => disableAdmin(api.ctx, username)],
    [
      "the operator sets a password",
      () => setAdminPassword(api.ctx, { username, password: chosen, mustChangePassword: false }),
    ],
  ])("ends when %s", async (_, change) => {
    const client = api.client();
    await logIn(client);
    await change();
    expect(await everyStep(client)).toEqual(all);
  });

  test("finishes once, even if its last step arrives twice at the same time", async () => {
    const client = api.client();
    await logIn(client);
    const answers = await Promise.all(
      [chosen, "another long phrase"].map((each) =>
        post(client, PASSWORD, "/password", { password: each }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });
});

describe("two-factor login", () => {
  test("is set up at the next login when the operator requires it", async () => {
    const { client, recoveryCodes } = await enroll();
    expect(await isLoggedIn(client)).toBe(true);
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[a-z2-9]{4}-){5}[a-z2-9]{4}$/);
  });

  test("stores neither the secret nor the recovery codes in plain text", async () => {
    const { recoveryCodes } = await enroll();
    const admin = await api.ctx.db.admin.findFirstOrThrow({
      where: { username },
      include: { recoveryCodes: true },
    });
    expect(admin.totpSecret).toMatch(/^[\w-]{60,}$/);
    expect(admin.recoveryCodes.map(({ codeHash }) => codeHash)).toEqual(
      Array.from({ length: 10 }, () => expect.stringMatching(/^[0-9a-f]{64}$/)),
    );
    expect(JSON.stringify(admin)).not.toContain(recoveryCodes[0]?.replaceAll("-", ""));
  });

  test("comes before a required new password, which can then be shorter", async () => {
    api.ctx.settings.requiresTwoFactor = true;
    await api.ctx.db.admin.updateMany({ where: { username }, data: { mustChangePassword: true } });
    const client = api.client();
    expect((await logIn(client)).body).toEqual(needsTwoFactor);
    const { body } = await post(client, TWO_FACTOR, "/two-factor");
    const app = appFor(enrollmentSchema.parse(body).secret);
    const confirmed = await post(client, CONFIRM, "/two-factor/confirm", { code: app() });
    expect(enrolledSchema.parse(confirmed.body).login).toEqual(needsPassword);
    expect(await isLoggedIn(client)).toBe(false);
    expect((await post(client, PASSWORD, "/password", { password: "gull-sea" })).body).toEqual(
      done,
    );
    expect(await isLoggedIn(client)).toBe(true);
  });

  test("asks for a code after the password, and opens nothing before it", async () => {
    const { app } = await enroll();
    const client = api.client();
    expect((await logIn(client)).body).toEqual(needsCode);
    expect(await isLoggedIn(client)).toBe(false);
    expect((await client.call(MESSAGES, "GET", "/api/daily-messages")).status).toBe(401);
    const spaced = app().replace(/^.../, "$& ");
    expect((await enterCode(client, spaced)).body).toEqual(done);
    expect(await isLoggedIn(client)).toBe(true);
  });

  test.each([-30, 0, 30])("accepts a phone whose clock is %i s off", async (offsetS) => {
    const { app } = await enroll();
    const client = api.client();
    await logIn(client);
    expect((await enterCode(client, app(offsetS))).body).toEqual(done);
  });

  test.each([-60, 60])("refuses a code from %i s away", async (offsetS) => {
    const { app } = await enroll();
    const client = api.client();
    await logIn(client);
    expect(await enterCode(client, app(offsetS))).toMatchObject({ status: 401, body: wrongCode });
  });

  test("accepts each code once, and no earlier one after it", async () => {
    const { app } = await enroll();
    const [one, two] = [api.client(), api.client()];
    const code = app(30);
    await logIn(one);
    expect((await enterCode(one, code)).status).toBe(200);
    await logIn(two);
    expect((await enterCode(two, code)).body).toEqual(wrongCode);
    expect((await enterCode(two, app())).body).toEqual(wrongCode);
    later(60);
    expect((await enterCode(two, app())).status).toBe(200);
  });

  test("lets one of two browsers in when both enter the same code at once", async () => {
    const { app } = await enroll();
    const clients = [api.client(), api.client()];
    for (const client of clients) await logIn(client);
    const answers = await Promise.all(clients.map((client) => enterCode(client, app())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("doesn't accept the code that set it up", async () => {
    api.ctx.settings.requiresTwoFactor = true;
    const client = api.client();
    await logIn(client);
    const { body } = await post(client, TWO_FACTOR, "/two-factor");
    const code = appFor(enrollmentSchema.parse(body).secret)();
    await post(client, CONFIRM, "/two-factor/confirm", { code });
    const other = api.client();
    await logIn(other);
    expect((await enterCode(other, code)).body).toEqual(wrongCode);
  });

  test("accepts each recovery code once, however it is typed", async () => {
    const { recoveryCodes } = await enroll();
    const [first = "", second = ""] = recoveryCodes;
    for (const code of [first.toUpperCase(), second.replaceAll("-", " ")]) {
      const client = api.client();
      await logIn(client);
      expect((await enterCode(client, code)).body).toEqual(done);
    }
    const again = api.client();
    await logIn(again);
    expect((await enterCode(again, first)).body).toEqual(wrongCode);
  });

  test("doesn't accept another administrator's recovery code", async () => {
    const { recoveryCodes } = await enroll();
    username = `other-${crypto.randomUUID()}`;
    await createAdmin(api.ctx, { username, password });
    await enroll();
    const client = api.client();
    await logIn(client);
    expect((await enterCode(client, recoveryCodes[0] ?? "")).body).toEqual(wrongCode);
  });

  test("ends the login after five wrong codes", async () => {
    const { app } = await enroll();
    const client = api.client();
    await logIn(client);
    for (let index = 0; index < 5; index += 1) {
      expect((await enterCode(client, "000000")).body).toEqual(wrongCode);
    }
    expect((await enterCode(client, app())).body).toEqual(hasEnded);
  });

  test("allows ten wrong codes per administrator in 15 minutes, from anywhere", async () => {
    const { app } = await enroll();
    await api.ctx.db.rateLimit.deleteMany();
    for (let index = 0; index < 10; index += 1) {
      const guesser = api.client();
      await logIn(guesser);
      expect((await enterCode(guesser, "000000")).status).toBe(401);
    }
    const client = api.client();
    await logIn(client);
    const refused = await enterCode(client, app());
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("900");
    later(900);
    await logIn(client);
    expect((await enterCode(client, app())).status).toBe(200);
  });

  test("counts wrong codes and wrong passwords of one client address together", async () => {
    await enroll();
    const client = api.client();
    for (let index = 0; index < 4; index += 1) {
      await logIn(client);
      await enterCode(client, "000000");
    }
    for (let index = 0; index < 6; index += 1) {
      const json = { username: `nobody-${index}`, password: "wrong" };
      expect((await post(client, LOGIN, "", json)).status).toBe(401);
    }
    expect((await logIn(client)).status).toBe(429);
  });

  test("survives a rotated AUTH_SECRET, and no longer needs the old one after a login", async () => {
    const { app } = await enroll();
    const nextSecret = "the next secret for tests alone, long enough";
    const { settings } = api.ctx;
    const with_ = (acceptedSecrets: string[]) =>
      provideContext({
        ...api.ctx,
        settings: { ...settings, signingSecret: nextSecret, acceptedSecrets },
      });
    with_([nextSecret, settings.signingSecret]);
    const client = api.client();
    await logIn(client);
    expect((await enterCode(client, app())).status).toBe(200);
    with_([nextSecret]);
    later(60);
    const other = api.client();
    await logIn(other);
    expect((await enterCode(other, app())).status).toBe(200);
  });

  test("is turned off by the operator, who thereby asks for a new password", async () => {
    const { client } = await enroll();
    await resetTwoFactor(api.ctx, username);
    expect(await isLoggedIn(client)).toBe(false);
    expect((await logIn(api.client())).body).toEqual(needsPassword);
    expect(await api.ctx.db.adminRecoveryCode.count({ where: { admin: { username } } })).toBe(0);
  });
});

test("calls from other sites are refused", async () => {
  const client = api.client();
  await logIn(client);
  const headers = { origin: "https://evil.example" };
  for (const [step, handler] of [
    ["/code", CODE],
    ["/password", PASSWORD],
    ["/two-factor", TWO_FACTOR],
    ["/two-factor/confirm", CONFIRM],
  ] as const) {
    const answer = await client.call(handler, "POST", `/api/admin/login${step}`, { headers });
    expect([step, answer.status]).toEqual([step, 403]);
  }
});
