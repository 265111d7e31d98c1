import { getServerSession } from "next-auth";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { POST as LOGIN } from "@/app/api/admin/login/route";
import { POST as LOGOUT } from "@/app/api/admin/logout/route";
import { GET as SESSION } from "@/app/api/admin/session/route";
import { GET as GET_MESSAGES } from "@/app/api/daily-messages/route";
import { createAdmin, ensureFirstAdmin } from "@/lib/domain/team/admins";
import { cookies as cookieRules } from "@/lib/contracts/browser-storage";
import { authOptions } from "@/lib/http/auth/next-auth";
import { passwordCost } from "@/lib/platform/password";
import { startApi, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(() => startApi({ now: "2025-03-05T12:00:00.000Z" }));

const credentials = { username: "Editor", password: "correct horse battery" };
const login = (client: ApiClient, json: unknown = credentials) =>
  client.call(LOGIN, "POST", "/api/admin/login", { json });
const logout = (client: ApiClient) => client.call(LOGOUT, "POST", "/api/admin/logout");
const session = async (client: ApiClient) => {
  const { status, body } = await client.call(SESSION, "GET", "/api/admin/session");
  return { status, body };
};
const wrong = { ...credentials, password: "wrong" };
const copyOf = (client: ApiClient) => {
  const copy = api.client();
  for (const [name, value] of client.cookies) copy.cookies.set(name, value);
  return copy;
};

beforeAll(async () => {
  await createAdmin(api.ctx, credentials);
});

beforeEach(async () => {
  api.setTime("2025-03-05T12:00:00.000Z");
  await api.ctx.db.rateLimit.deleteMany();
});

describe("POST /api/admin/login", () => {
  test("opens a session in an HttpOnly cookie", async () => {
    const client = api.client();
    const answer = await login(client);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, message: "Login successful" });
    const [line] = answer.headers.getSetCookie();
    expect(line).toMatch(
      /^threeline-admin-session=[^;]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
    );
    expect(await session(client)).toMatchObject({ status: 200, body: { authenticated: true } });
  });

  test("sets Secure, __Host- cookies when the site is https", async () => {
    const { settings } = api.ctx;
    const before = { ...settings };
    Object.assign(settings, { siteUrl: "https://threeline.example", isSecure: true });
    const client = api.client();
    const lines = (await login(client)).headers.getSetCookie();
    const authenticated = await session(client);
    Object.assign(settings, before);
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toMatch(/^__Host-threeline-.*; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/);
    }
    expect(authenticated.body).toMatchObject({ authenticated: true });
  });

  test("ignores the case of the username", async () => {
    expect((await login(api.client(), { ...credentials, username: "eDITOR" })).status).toBe(200);
  });

  test.each([
    ["a wrong password", wrong],
    ["an unknown username", { username: "nobody", password: "correct horse battery" }],
    ["a password in another case", { ...credentials, password: "Correct horse battery" }],
  ])("refuses %s", async (_, json) => {
    const client = api.client();
    const answer = await login(client, json);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ message: "Invalid credentials" });
    expect(client.cookies.size).toBe(0);
  });

  test.each([
    [{ password: "x" }, "Please enter a username", "username"],
    [{ username: "  ", password: "x" }, "Please enter a username", "username"],
    [{ username: "Editor" }, "Please enter a password", "password"],
    [{ username: "Editor", password: "" }, "Please enter a password", "password"],
    [{ username: 1, password: "x" }, "Please enter a username", "username"],
  ])("refuses %j", async (json, message, field) => {
    const answer = await login(api.client(), json);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ message, field });
  });

  test("replaces the browser's earlier session", async () => {
    const client = api.client();
    await login(client);
    const old = copyOf(client);
    await login(client);
    expect((await session(client)).body).toMatchObject({ authenticated: true });
    expect((await session(old)).body).toEqual({ authenticated: false });
  });

  test("is recorded in the audit log", async () => {
    await login(api.client());
    const event = await api.ctx.db.auditEvent.findFirst({ orderBy: { id: "desc" } });
    expect(event).toMatchObject({ actor: "admin:Editor", action: "admin.logged-in" });
  });
});

describe("throttling", () => {
  test("delays a username more after each failure and says for how long", async () => {
    const statuses: (number | string | null)[] = [];
    for (let index = 0; index < 4; index += 1) {
      const answer = await login(api.client(), wrong);
      statuses.push(answer.status, answer.headers.get("retry-after"));
    }
    expect(statuses).toEqual([401, null, 401, null, 401, null, 429, "1"]);

    api.setTime("2025-03-05T12:00:01.000Z");
    expect((await login(api.client(), wrong)).status).toBe(401);
    const refused = await login(api.client());
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      message: "Too many attempts. Please try again in 2 seconds.",
      code: "too_many_requests",
    });
    expect(refused.headers.get("retry-after")).toBe("2");

    api.setTime("2025-03-05T12:00:03.000Z");
    expect((await login(api.client())).status).toBe(200);
    expect((await login(api.client(), wrong)).status).toBe(401);
  });

  test("treats unknown usernames like known ones", async () => {
    const nobody = { username: "nobody", password: "wrong" };
    const statuses = [];
    for (let index = 0; index < 4; index += 1) {
      statuses.push((await login(api.client(), nobody)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  test("never delays a browser that has logged in as that user", async () => {
    const known = api.client();
    await login(known);
    await logout(known);
    for (let index = 0; index < 4; index += 1) await login(api.client(), wrong);
    expect((await login(api.client())).status).toBe(429);
    expect((await login(known)).status).toBe(200);
  });

  test("delays a browser known for another user, or with a forged cookie", async () => {
    const client = await api.adminClient();
    const forged = api.client();
    forged.cookies.set("threeline-device", "x".repeat(43));
    for (let index = 0; index < 3; index += 1) await login(api.client(), wrong);
    expect((await login(client)).status).toBe(429);
    expect((await login(forged)).status).toBe(429);
  });

  test("checks three of many concurrent guesses", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => login(api.client(), wrong)));
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(3);
  });

  test("allows 10 failures per client address in 15 minutes, whatever the username", async () => {
    const client = api.client();
    for (let index = 0; index < 10; index += 1) {
      const json = { username: `name-${index}`, password: "wrong" };
      expect((await login(client, json)).status).toBe(401);
    }
    api.setTime("2025-03-05T12:05:00.000Z");
    const refused = await login(client);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({
      message: "Too many attempts. Please try again in 10 minutes.",
    });
    expect(refused.headers.get("retry-after")).toBe("600");
    expect((await login(api.client())).status).toBe(200);
    api.setTime("2025-03-05T12:15:00.000Z");
    expect((await login(client)).status).toBe(200);
  });

  test("doesn't count successful logins", async () => {
    const client = api.client();
    for (let index = 0; index < 12; index += 1) {
      expect((await login(client)).status).toBe(200);
    }
  });
});

describe("the session", () => {
  test("is refused without a cookie and with a forged or malformed one", async () => {
    for (const value of [undefined, "x", "eyJhbGciOiJkaXIifQ..x.y.z", "%E0%A4%A"]) {
      const client = api.client();
      if (value) client.cookies.set("threeline-admin-session", value);
      expect(await session(client)).toEqual({ status: 200, body: { authenticated: false } });
    }
  });

  test("ends after 12 hours without use and continues with use", async () => {
    const [idle, used] = [api.client(), api.client()];
    await login(idle);
    await login(used);
    api.setTime("2025-03-05T23:59:59.000Z");
    expect((await session(used)).body).toMatchObject({ authenticated: true });
    api.setTime("2025-03-06T00:00:00.000Z");
    expect((await session(idle)).body).toEqual({ authenticated: false });
    api.setTime("2025-03-06T11:59:00.000Z");
    expect((await session(used)).body).toMatchObject({ authenticated: true });
  });

  test("ends after 7 days however much it is used", async () => {
    const client = api.client();
    await login(client);
    for (let hours = 10; hours < 168; hours += 10) {
      api.setTime(
        new Date(Date.parse("2025-03-05T12:00:00.000Z") + hours * 3_600_000).toISOString(),
      );
      expect((await session(client)).body).toMatchObject({ authenticated: true });
    }
    api.setTime("2025-03-12T12:00:00.000Z");
    expect((await session(client)).body).toEqual({ authenticated: false });
  });

  test("counts as absent when it can't be checked", async () => {
    const client = api.client();
    await login(client);
    vi.spyOn(api.ctx.db.session, "findUnique").mockImplementation(() => {
      throw new Error("database unreachable");
    });
    expect(await session(client)).toEqual({ status: 200, body: { authenticated: false } });
  });

  test("is visible to next-auth until it ends", async () => {
    const client = api.client();
    await login(client);
    const asNextAuthSees = () => {
      const cookies = Object.fromEntries(client.cookies);
      const request = { headers: {}, cookies };
      const response = { getHeader: () => undefined, setHeader: () => undefined };
      return Reflect.apply(getServerSession, null, [
        request,
        response,
        authOptions(api.ctx, "admin"),
      ]);
    };
    vi.stubEnv("NEXTAUTH_URL", "http://localhost:3000");
    expect(await asNextAuthSees()).toEqual({
      user: { name: "Editor" },
      role: "admin",
      expires: "2025-03-12T12:00:00.000Z",
    });
    await logout(copyOf(client));
    expect(await asNextAuthSees()).toBeNull();
    vi.unstubAllEnvs();
  });

  test("isn't kept by next-auth for longer than it lasts", () => {
    const { maxAgeS } = cookieRules["threeline-admin-session"];
    expect(authOptions(api.ctx, "admin").session?.maxAge).toBe(maxAgeS);
  });

  test("ends when next-auth signs out", async () => {
    const client = api.client();
    await login(client);
    const { id } = await api.ctx.db.session.findFirstOrThrow({
      orderBy: { createdAt: "desc" },
      where: { revokedAt: null },
    });
    await api.ctx.db.session.updateMany({
      where: { id: { not: id } },
      data: { revokedAt: new Date() },
    });
    const { events } = authOptions(api.ctx, "admin");
    await events?.signOut?.({ token: { sid: id }, session: { expires: "" } });
    expect((await session(client)).body).toEqual({ authenticated: false });
  });
});

describe("POST /api/admin/logout", () => {
  test("makes a copied cookie useless", async () => {
    const client = api.client();
    await login(client);
    const thief = copyOf(client);
    const answer = await logout(client);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, message: "Logged out" });
    expect(client.cookies.has("threeline-admin-session")).toBe(false);
    expect((await session(thief)).body).toEqual({ authenticated: false });
    expect((await thief.call(GET_MESSAGES, "GET", "/api/daily-messages")).status).toBe(401);
  });

  test("ends only its own session", async () => {
    const [one, other] = [api.client(), api.client()];
    await login(one);
    await login(other);
    await logout(one);
    expect((await session(other)).body).toMatchObject({ authenticated: true });
  });

  test("succeeds without a session, and repeatedly", async () => {
    const client = api.client();
    expect((await logout(client)).status).toBe(200);
    expect((await logout(client)).status).toBe(200);
  });
});

describe("administrators", () => {
  test("have usernames that are unique regardless of case", async () => {
    await expect(
      createAdmin(api.ctx, { username: "EDITOR", password: "correct horse battery" }),
    ).rejects.toMatchObject({
      status: 409,
      userMessage: "An administrator named EDITOR already exists.",
    });
  });

  test.each([
    [{ username: "a", password: "fourteen chars" }, "Passwords must be at least 15 characters."],
    [
      { username: "jane", password: "jane at the station" },
      "Passwords can’t contain your username, your email address, or the product’s name.",
    ],
    [
      { username: " a", password: "correct horse battery" },
      "Usernames can have letters from a to z, digits, and the characters . _ - @, at most 100.",
    ],
    [
      { username: "", password: "correct horse battery" },
      "Usernames can have letters from a to z, digits, and the characters . _ - @, at most 100.",
    ],
  ])("are refused with %j", async (input, userMessage) => {
    await expect(createAdmin(api.ctx, input)).rejects.toMatchObject({ status: 400, userMessage });
  });

  test("start with one account, even if several processes create it at the same moment", async () => {
    await api.ctx.db.admin.deleteMany();
    const input = { username: "admin", password: "generated" };
    const made = await Promise.all([1, 2, 3].map(() => ensureFirstAdmin(api.ctx, input)));
    expect(made.filter((admin) => admin !== null)).toHaveLength(1);
    expect(
      await ensureFirstAdmin(api.ctx, { username: "other", password: "generated" }),
    ).toBeNull();
    expect((await login(api.client(), input)).status).toBe(200);
    await api.ctx.db.admin.deleteMany();
    await createAdmin(api.ctx, credentials);
  });

  test("have their passwords stored as slow hashes", async () => {
    const settings = { ...api.ctx.settings, passwordCost };
    const input = { username: "costly", password: "correct horse battery" };
    const { id } = await createAdmin({ ...api.ctx, settings }, input);
    expect((await login(api.client(), input)).status).toBe(200);
    const admin = await api.ctx.db.admin.findUnique({ where: { id } });
    expect(admin?.passwordHash).toMatch(
      /^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
  });
});
