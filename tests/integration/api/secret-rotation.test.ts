import { afterAll, beforeEach, expect, test } from "vitest";
import { GET as ADMIN_SESSION } from "@/app/api/admin/session/route";
import { POST as UNSUBSCRIBE } from "@/app/api/unsubscribe/[token]/route";
import { GET as USER } from "@/app/api/user/route";
import { createUnsubscribeToken } from "@/lib/domain/contact/unsubscribe-token";
import { readCheckoutUid, setCheckoutCookie } from "@/lib/http/auth/checkout-cookie";
import { provideContext } from "@/lib/http/route/context";
import { startApi, type ApiClient, type ApiHarness } from "@/tests/support/api";

const next = "the next secret for tests alone, long enough";

let api: ApiHarness;
let token: string;
let subscriber: ApiClient;
let admin: ApiClient;
const checkout = new Map<string, string>();

beforeEach(async () => {
  api ??= await startApi();
  const { ctx } = api;
  provideContext(ctx);
  const data = { email: `ada-${crypto.randomUUID()}@example.com` };
  const { id, createdAt } = await ctx.db.subscriber.create({ data });
  const person = { subscriberId: id, createdAtMs: createdAt.getTime() };
  token = createUnsubscribeToken(person, ctx.settings.signingSecret);
  subscriber = await api.subscriberClient(id);
  admin = await api.adminClient();
  setCheckoutCookie(
    ctx,
    {
      get: (name) => checkout.get(name),
      set: (name, value) => void checkout.set(name, value),
      lines: () => [],
    },
    "uid-1",
  );
});

afterAll(() => api.close());

/** Restarts with a new secret, and these old ones. Returns what old links and cookies get. */
async function rotate(previous: readonly string[]) {
  const settings = {
    ...api.ctx.settings,
    signingSecret: next,
    acceptedSecrets: [next, ...previous],
  };
  const ctx = { ...api.ctx, settings };
  provideContext(ctx);
  const unsubscribe = await UNSUBSCRIBE(
    new Request(`http://localhost:3000/api/unsubscribe/${token}`, {
      method: "POST",
      body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    }),
    { params: Promise.resolve({ token }) },
  );
  return {
    unsubscribe: unsubscribe.status,
    user: (await subscriber.call(USER, "GET", "/api/user")).status,
    admin: (await admin.call(ADMIN_SESSION, "GET", "/api/admin/session")).body,
    checkout: readCheckoutUid(ctx, { get: (name) => checkout.get(name) }),
  };
}

test("links and sessions from before a rotation work while the old secret is accepted", async () => {
  const old = api.ctx.settings.signingSecret;
  expect(await rotate(["an even older secret for tests, long enough", old])).toMatchObject({
    unsubscribe: 200,
    user: 200,
    admin: { authenticated: true },
    checkout: "uid-1",
  });
});

test("links and sessions from before a rotation end once the old secret is dropped", async () => {
  expect(await rotate([])).toEqual({
    unsubscribe: 404,
    user: 401,
    admin: { authenticated: false },
    checkout: null,
  });
});
