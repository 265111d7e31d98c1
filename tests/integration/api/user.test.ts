import { beforeAll, describe, expect, test } from "vitest";
import { POST as LOGOUT } from "@/app/api/auth/logout/route";
import { GET as USER } from "@/app/api/user/route";
import { startApi, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(() => startApi({ now: "2025-03-05T12:00:00.000Z" }));
let subscriberId: number;

const user = (client: ApiClient) => client.call(USER, "GET", "/api/user");
const logout = (client: ApiClient) => client.call(LOGOUT, "POST", "/api/auth/logout");
const copyOf = (client: ApiClient) => {
  const copy = api.client();
  for (const [name, value] of client.cookies) copy.cookies.set(name, value);
  return copy;
};

beforeAll(async () => {
  ({ id: subscriberId } = await api.ctx.db.subscriber.create({
    data: { email: "ada@example.com", name: "Ada", timezone: "America/Los_Angeles" },
  }));
});

describe("GET /api/user", () => {
  test("returns the user data of each subscription state, with dates in the subscriber's time zone", async () => {
    const client = await api.subscriberClient(subscriberId);
    const base = {
      email: "ada@example.com",
      timezone: "America/Los_Angeles",
      status: "Active",
      subscriptionId: null,
      firstChargeDate: null,
      nextChargeDate: null,
      name: "Ada",
      phone: null,
    };
    expect(await user(client)).toMatchObject({ status: 200, body: base });

    const { id } = await api.ctx.db.subscription.create({
      data: {
        subscriberId,
        paddleSubscriptionId: "sub_1",
        status: "trialing",
        // Still the day before in Los Angeles.
        firstChargeAt: new Date("2025-03-12T06:00:00.000Z"),
        nextChargeAt: new Date("2025-03-12T09:00:00.000Z"),
      },
    });
    const trial = {
      ...base,
      status: "Free Trial",
      subscriptionId: "sub_1",
      firstChargeDate: "2025-03-11",
      nextChargeDate: "2025-03-12",
    };
    expect((await user(client)).body).toEqual(trial);

    await api.ctx.db.subscription.update({
      where: { id },
      data: { cancelAt: new Date("2025-03-12T09:00:00.000Z") },
    });
    await api.ctx.db.subscriber.update({
      where: { id: subscriberId },
      data: { phone: "+14155550100", name: null },
    });
    expect((await user(client)).body).toEqual({
      ...trial,
      status: "Cancelled",
      nextChargeDate: null,
      name: null,
      phone: "+14155550100",
    });
  });

  test("refuses anyone without a subscriber's session", async () => {
    const stranger = await user(api.client());
    expect(stranger.status).toBe(401);
    expect(stranger.body).toEqual({ message: "Please log in to continue." });
    const admin = await user(await api.adminClient());
    expect(admin.status).toBe(403);
    expect(admin.body).toEqual({ message: "You don’t have permission to do this." });
  });

  test("answers 401 once the account is deleted", async () => {
    const gone = await api.ctx.db.subscriber.create({ data: { email: "gone@example.com" } });
    const client = await api.subscriberClient(gone.id);
    await api.ctx.db.subscriber.delete({ where: { id: gone.id } });
    expect((await user(client)).status).toBe(401);
  });
});

describe("POST /api/auth/logout", () => {
  test("makes a copied cookie useless, ends no other session, and records an audit event", async () => {
    const client = await api.subscriberClient(subscriberId);
    const [thief, other] = [copyOf(client), await api.subscriberClient(subscriberId)];
    const answer = await logout(client);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, message: "Logged out" });
    expect(client.cookies.has("threeline-session")).toBe(false);
    expect((await user(thief)).status).toBe(401);
    expect((await user(other)).status).toBe(200);
    expect(await api.ctx.db.auditEvent.findFirst({ orderBy: { id: "desc" } })).toMatchObject({
      actor: `subscriber:${subscriberId}`,
      action: "subscriber.logged-out",
    });
  });

  test("answers 200 without a session, and when repeated", async () => {
    const client = await api.subscriberClient(subscriberId);
    expect((await logout(api.client())).status).toBe(200);
    expect((await logout(client)).status).toBe(200);
    expect((await logout(client)).status).toBe(200);
  });

  test("refuses a call from another site", async () => {
    const client = await api.subscriberClient(subscriberId);
    const headers = { origin: "https://evil.example" };
    expect((await client.call(LOGOUT, "POST", "/api/auth/logout", { headers })).status).toBe(403);
    expect((await user(client)).status).toBe(200);
  });
});
