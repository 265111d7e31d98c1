import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { DELETE as REMOVE } from "@/app/api/admin/account/devices/[id]/route";
import { GET as ACCOUNT } from "@/app/api/admin/account/route";
import { POST as LOGIN } from "@/app/api/admin/login/route";
import { GET as SESSION } from "@/app/api/admin/session/route";
import { removeDevice } from "@/lib/domain/team/admin-devices";
import { createAdmin } from "@/lib/domain/team/admins";
import { sendAlerts } from "@/lib/domain/outbox/operator-alerts";
import type { MailMessage } from "@/lib/domain/ports/mail";
import { createNoticeRenderer } from "@/lib/mail/notice-renderer";
import { sha256Hex } from "@/lib/platform/tokens";
import { absentMail, startApi, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(() =>
  startApi({
    parts: {
      notices: createNoticeRenderer(),
      mail: {
        ...absentMail,
        async sendBatch(messages) {
          sent.push(...messages);
          const results = messages.map((_, index) => ({
            state: "accepted" as const,
            providerMessageId: String(index),
          }));
          return { state: "answered", results };
        },
        findByTag: async () => [],
      },
    },
  }),
);
let username: string;
let sent: MailMessage[] = [];

const password = "correct horse battery";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";

const logIn = (client: ApiClient, json: object = { username, password }) =>
  client.call(LOGIN, "POST", "/api/admin/login", { json, headers: { "user-agent": safari } });
const deviceOf = (client: ApiClient) => client.cookies.get("threeline-device") ?? "";
const isLoggedIn = async (client: ApiClient) =>
  (await client.call(SESSION, "GET", "/api/admin/session")).body;
const later = (minutes: number) =>
  api.setTime(new Date(api.ctx.clock.now().getTime() + minutes * 60_000).toISOString());
const fail = () => logIn(api.client(), { username: `x-${crypto.randomUUID()}`, password: "wrong" });

const deviceSchema = z.object({
  id: z.int(),
  description: z.string(),
  network: z.string().nullable(),
  lastLoginAt: z.string(),
  isCurrent: z.boolean(),
});

async function listDevices(client: ApiClient) {
  const { body } = await client.call(ACCOUNT, "GET", "/api/admin/account");
  return z.object({ devices: z.array(deviceSchema) }).parse(body).devices;
}

/** Sends the alerts that are due; returns the new emails. */
async function newMails(): Promise<MailMessage[]> {
  sent = [];
  await sendAlerts(api.ctx);
  return sent;
}

beforeEach(async () => {
  api.setTime("2025-03-05T12:00:00.000Z");
  await api.ctx.db.rateLimit.deleteMany();
  await api.ctx.db.operatorAlert.deleteMany();
  username = `editor-${crypto.randomUUID()}`;
  await createAdmin(api.ctx, { username, password, email: "jane@example.com" });
});

describe("a known browser", () => {
  test("is stored as a hash, with what it is and where it was", async () => {
    const client = api.client();
    client.address = "203.0.113.9";
    await logIn(client);
    expect(deviceOf(client)).toMatch(/^[\w-]{43}$/);
    expect(await listDevices(client)).toEqual([
      {
        id: expect.any(Number),
        description: "Safari on iPhone",
        network: "203.0.113.0/24",
        lastLoginAt: "2025-03-05T12:00:00.000Z",
        isCurrent: true,
      },
    ]);
    const { tokenHash } = await api.ctx.db.adminDevice.findFirstOrThrow({
      where: { admin: { username } },
    });
    expect(tokenHash).toBe(sha256Hex(deviceOf(client)));
  });

  test("stays one browser over many logins", async () => {
    const client = api.client();
    await logIn(client);
    const token = deviceOf(client);
    await logIn(client);
    expect(deviceOf(client)).toBe(token);
    expect(await listDevices(client)).toHaveLength(1);
  });

  test("counts as new 90 days after its last login", async () => {
    const client = api.client();
    await logIn(client);
    const token = deviceOf(client);
    later(90 * 24 * 60);
    await logIn(client);
    expect(deviceOf(client)).not.toBe(token);
    expect(await listDevices(client)).toHaveLength(1);
  });

  test("isn't one whose cookie someone else planted", async () => {
    const [attacker, victim] = [await api.adminClient(), api.client()];
    victim.cookies.set("threeline-device", deviceOf(attacker));
    await logIn(victim);
    expect(deviceOf(victim)).not.toBe(deviceOf(attacker));
    for (let index = 0; index < 3; index += 1) {
      await logIn(api.client(), { username, password: "wrong" });
    }
    expect((await logIn(attacker)).status).toBe(429);
    expect((await logIn(victim)).status).toBe(200);
  });

  test("can't be used to guess from many addresses", async () => {
    const thief = api.client();
    await logIn(thief);
    for (let index = 0; index < 10; index += 1) {
      thief.address = `198.51.${index}.1`;
      expect((await logIn(thief, { username, password: "wrong" })).status).toBe(401);
    }
    thief.address = "198.51.100.1";
    expect((await logIn(thief)).status).toBe(429);
    expect((await logIn(api.client())).status).toBe(200);
  });

  test("can belong to two administrators", async () => {
    const first = username;
    const client = api.client();
    await logIn(client);
    username = `second-${crypto.randomUUID()}`;
    await createAdmin(api.ctx, { username, password });
    await logIn(client);
    const token = deviceOf(client);
    await logIn(client, { username: first, password });
    expect(deviceOf(client)).toBe(token);
  });

  test("is removed by its owner, whose other sessions end", async () => {
    const [phone, laptop] = [api.client(), api.client()];
    await logIn(phone);
    later(1);
    await logIn(laptop);
    const other = (await listDevices(laptop)).find(({ isCurrent }) => !isCurrent);
    const path = `/api/admin/account/devices/${other?.id}`;
    const params = { id: String(other?.id) };
    expect(await laptop.call(REMOVE, "DELETE", path, { params })).toMatchObject({
      status: 200,
      body: { message: "Browser removed" },
    });
    expect(await isLoggedIn(phone)).toEqual({ authenticated: false });
    expect(await isLoggedIn(laptop)).toMatchObject({ authenticated: true });
    expect(await listDevices(laptop)).toHaveLength(1);
    expect((await laptop.call(REMOVE, "DELETE", path, { params })).status).toBe(404);
  });

  test("isn't removed by another administrator", async () => {
    const client = api.client();
    await logIn(client);
    const [device] = await listDevices(client);
    const other = await api.adminClient();
    const call = { params: { id: String(device?.id) } };
    const path = `/api/admin/account/devices/${device?.id}`;
    expect((await other.call(REMOVE, "DELETE", path, call)).status).toBe(404);
    expect(await listDevices(client)).toHaveLength(1);
  });

  test("is removed by the operator, which ends every session", async () => {
    const client = api.client();
    await logIn(client);
    const [device] = await listDevices(client);
    const admin = await api.ctx.db.admin.findFirstOrThrow({ where: { username } });
    await removeDevice(api.ctx, admin, device?.id ?? 0, "operator");
    expect(await isLoggedIn(client)).toEqual({ authenticated: false });
  });
});

describe("a login from a new browser", () => {
  test("alerts the administrator, except for the account's first browser", async () => {
    await logIn(api.client());
    expect(await newMails()).toEqual([]);
    const client = api.client();
    client.address = "198.51.100.7";
    await logIn(client);
    const [mail, ...more] = await newMails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: "jane@example.com",
      subject: "New login to your administrator account",
    });
    expect(mail?.text).toContain(
      "Safari on iPhone from 198.51.100.0/24, Mar 5, 2025 at 7:00 AM EST",
    );
    await logIn(client);
    expect(await newMails()).toEqual([]);
  });

  test("alerts the operator about an administrator without an address", async () => {
    await api.ctx.db.admin.updateMany({ where: { username }, data: { email: null } });
    await logIn(api.client());
    await logIn(api.client());
    expect((await newMails()).map(({ to }) => to)).toEqual(["operator@threeline.example"]);
  });
});

describe("failed logins", () => {
  const lastEvent = () => api.ctx.db.auditEvent.findFirst({ orderBy: { id: "desc" } });

  test("are recorded with time, administrator, and network", async () => {
    const client = api.client();
    client.address = "2001:db8:1:2::3";
    await logIn(client, { username: username.toUpperCase(), password: "wrong" });
    expect(await lastEvent()).toMatchObject({
      at: new Date("2025-03-05T12:00:00.000Z"),
      actor: "visitor",
      action: "admin.login-failed",
      subject: `admin:${username}`,
      detail: { reason: "password", device: "Safari on iPhone", network: "2001:db8:1::/48" },
    });
  });

  test("aren't recorded with an unknown username, which could be a password", async () => {
    await logIn(api.client(), { username: "my secret password", password: "x" });
    const event = await lastEvent();
    expect(event).toMatchObject({ action: "admin.login-failed", subject: "admin" });
    expect(JSON.stringify(event?.detail)).not.toContain("secret");
  });

  test("alert the operator once when ten come within 15 minutes", async () => {
    for (let index = 0; index < 9; index += 1) await fail();
    expect(await newMails()).toEqual([]);
    for (let index = 0; index < 5; index += 1) await fail();
    const mails = await newMails();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ["operator@threeline.example", "Many failed administrator logins"],
    ]);
    expect(mails[0]?.text).toMatch(/used an\s+unknown username/);
  });

  test("alert once per burst, however long it lasts", async () => {
    for (let minute = 0; minute < 120; minute += 1) {
      later(1);
      await fail();
    }
    expect(await newMails()).toHaveLength(1);
    later(61);
    for (let index = 0; index < 10; index += 1) await fail();
    expect(await newMails()).toHaveLength(1);
  });

  test("don't alert when they are few", async () => {
    for (let index = 0; index < 12; index += 1) {
      later(2);
      await fail();
    }
    expect(await newMails()).toEqual([]);
  });
});

test("a login is recorded with its browser and network", async () => {
  const client = api.client();
  client.address = "203.0.113.9";
  await logIn(client);
  expect(await api.ctx.db.auditEvent.findFirst({ orderBy: { id: "desc" } })).toMatchObject({
    actor: `admin:${username}`,
    action: "admin.logged-in",
    detail: { device: "Safari on iPhone", network: "203.0.113.0/24" },
  });
});
