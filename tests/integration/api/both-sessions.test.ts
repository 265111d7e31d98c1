import { beforeAll, beforeEach, expect, test } from "vitest";
import { POST as ADMIN_LOGIN } from "@/app/api/admin/login/route";
import { POST as ADMIN_LOGOUT } from "@/app/api/admin/logout/route";
import { GET as ADMIN_SESSION } from "@/app/api/admin/session/route";
import { POST as LOGOUT } from "@/app/api/auth/logout/route";
import { GET as VERIFY } from "@/app/api/auth/verify/route";
import { GET as MESSAGES } from "@/app/api/daily-messages/route";
import { POST as DELETE_ACCOUNT } from "@/app/api/user/delete/route";
import { GET as USER } from "@/app/api/user/route";
import { createAdmin } from "@/lib/domain/team/admins";
import { sha256Hex } from "@/lib/platform/tokens";
import { startApi, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(startApi);
let client: ApiClient;
let subscriberId: number;
let email: string;

const credentials = { username: "editor", password: "correct horse battery" };

const logInAdmin = () =>
  client.call(ADMIN_LOGIN, "POST", "/api/admin/login", { json: credentials });

async function logInSubscriber(): Promise<void> {
  const token = crypto.randomUUID();
  const tokenHash = sha256Hex(token);
  const expiresAt = new Date(api.ctx.clock.now().getTime() + 60_000);
  await api.ctx.db.loginToken.create({ data: { subscriberId, tokenHash, expiresAt } });
  const headers = { "sec-fetch-site": "same-origin", "x-login-confirmed": "1" };
  const path = `/api/auth/verify?token=${token}`;
  expect((await client.call(VERIFY, "GET", path, { headers })).status).toBe(200);
}

/** Who the browser is logged in as. */
async function whoAmI(browser = client) {
  const { body } = await browser.call(ADMIN_SESSION, "GET", "/api/admin/session");
  const user = await browser.call(USER, "GET", "/api/user");
  return { admin: body, subscriber: user.status };
}

const both = { admin: { authenticated: true }, subscriber: 200 };
const onlyAdmin = { admin: { authenticated: true }, subscriber: 403 };
const onlySubscriber = { admin: { authenticated: false }, subscriber: 200 };

beforeAll(async () => {
  await createAdmin(api.ctx, credentials);
});

beforeEach(async () => {
  email = `ada-${crypto.randomUUID()}@example.com`;
  ({ id: subscriberId } = await api.ctx.db.subscriber.create({ data: { email } }));
  client = api.client();
});

test.each([
  ["an admin logs in as a subscriber", [logInAdmin, logInSubscriber]],
  ["a subscriber logs in as an admin", [logInSubscriber, logInAdmin]],
] as const)("both sessions last when %s", async (_, logins) => {
  for (const logIn of logins) await logIn();
  expect(await whoAmI()).toMatchObject(both);
  expect((await client.call(MESSAGES, "GET", "/api/daily-messages")).status).toBe(200);
});

test("a logout ends only its own session, also on the server", async () => {
  await logInAdmin();
  await logInSubscriber();
  const copy = api.client();
  for (const [name, value] of client.cookies) copy.cookies.set(name, value);
  await client.call(ADMIN_LOGOUT, "POST", "/api/admin/logout");
  expect(await whoAmI()).toEqual(onlySubscriber);
  expect(await whoAmI(copy)).toEqual(onlySubscriber);
  expect(await client.call(MESSAGES, "GET", "/api/daily-messages")).toMatchObject({
    status: 403,
    body: { message: "You don’t have permission to do this.", code: "admin_login_required" },
  });

  await logInAdmin();
  await client.call(LOGOUT, "POST", "/api/auth/logout");
  expect(await whoAmI()).toMatchObject(onlyAdmin);
});

test("deleting the account keeps the admin session", async () => {
  await logInAdmin();
  await logInSubscriber();
  const answer = await client.call(DELETE_ACCOUNT, "POST", "/api/user/delete", { json: { email } });
  expect(answer.status).toBe(200);
  expect(await whoAmI()).toMatchObject(onlyAdmin);
});

test("one role's cookie opens nothing under the other role's name", async () => {
  await logInAdmin();
  await logInSubscriber();
  const swapped = api.client();
  swapped.cookies.set("threeline-session", client.cookies.get("threeline-admin-session") ?? "");
  swapped.cookies.set("threeline-admin-session", client.cookies.get("threeline-session") ?? "");
  expect(await whoAmI(swapped)).toEqual({ admin: { authenticated: false }, subscriber: 401 });
});
