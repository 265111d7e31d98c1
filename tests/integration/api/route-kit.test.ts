import { beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { anyoneOrAdmin } from "@/lib/http/route/access";
import { reply } from "@/lib/http/route/respond";
import { route } from "@/lib/http/route/route";
import { AppError } from "@/lib/platform/app-error";
import { startApi, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(startApi);
let visitor: ApiClient;
let admin: ApiClient;

beforeAll(async () => {
  visitor = api.client();
  admin = await api.adminClient();
});

/** These routes are no part of the application, nor of its API reference. */
const undocumented = { summary: "", responses: {} };

const echo = route({
  ...undocumented,
  access: "public",
  body: z.object({ name: z.string({ error: "Please enter a name" }) }),
  bodyLimitBytes: 1024,
  handler: ({ body }) => body,
});
const send = (call: Parameters<ApiClient["call"]>[3]) =>
  visitor.call(echo, "POST", "/api/echo", call);

describe("origin", () => {
  const json = { name: "Ada" };

  test.each([
    ["no sign of a browser", {}],
    ["our own origin", { origin: "http://localhost:3000" }],
    [
      "our own origin, confirmed",
      { origin: "http://localhost:3000", "sec-fetch-site": "same-origin" },
    ],
    ["another name of this machine", { origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000" }],
  ])("lets through: %s", async (_, headers) => {
    expect(await send({ json, headers })).toMatchObject({ status: 200, body: json });
  });

  test.each([
    ["another site", { origin: "https://evil.example" }],
    ["another port", { origin: "http://localhost:3001" }],
    ["another scheme", { origin: "https://localhost:3000" }],
    ["an origin that hides", { origin: "null" }],
    ["a cross-site request", { "sec-fetch-site": "cross-site" }],
    ["a same-site request", { "sec-fetch-site": "same-site" }],
    [
      "our origin with a cross-site mark",
      { origin: "http://localhost:3000", "sec-fetch-site": "cross-site" },
    ],
    [
      "another site with our mark",
      { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
    ],
  ])("refuses %s", async (_, headers) => {
    const answer = await send({ json, headers });
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({
      message: "This request came from another site, so we blocked it.",
    });
  });

  test("isn't checked for reads", async () => {
    const read = route({ ...undocumented, access: "public", handler: () => "read" });
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect(await visitor.call(read, "GET", "/api/read", { headers })).toMatchObject({
      status: 200,
    });
  });

  test("is checked before access", async () => {
    const closed = route({ ...undocumented, access: "admin", handler: () => "in" });
    const headers = { origin: "https://evil.example" };
    expect((await visitor.call(closed, "DELETE", "/api/x", { headers })).status).toBe(403);
  });

  test("must be the site's own address on https", async () => {
    const { settings } = api.ctx;
    const before = { ...settings };
    Object.assign(settings, { siteUrl: "https://threeline.example", isSecure: true });
    const headers = { origin: "http://threeline.example", host: "threeline.example" };
    const foreign = await send({ json, headers });
    const own = await send({ json, headers: { origin: "https://threeline.example" } });
    Object.assign(settings, before);
    expect([foreign.status, own.status]).toEqual([403, 200]);
  });
});

describe("access", () => {
  const seen = vi.fn<(username: string) => void>();
  const closed = route({
    ...undocumented,
    access: "admin",
    body: z.object({}),
    handler: ({ caller }) => seen(caller.username),
  });

  test("is checked before the body is read", async () => {
    const answer = await visitor.call(closed, "POST", "/api/x", { body: "{broken" });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ message: "Please log in to continue." });
    expect(seen).not.toHaveBeenCalled();
  });

  test("passes the caller to the handler", async () => {
    expect((await admin.call(closed, "POST", "/api/x", { json: {} })).status).toBe(200);
    expect(seen).toHaveBeenCalledWith(expect.stringMatching(/^admin-/));
  });

  test("answers 403 to another role", async () => {
    const account = route({ ...undocumented, access: "subscriber", handler: () => "in" });
    const answer = await admin.call(account, "GET", "/api/x");
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({ message: "You don’t have permission to do this." });
  });

  test("can be decided by a guard", async () => {
    const open = route({
      ...undocumented,
      access: anyoneOrAdmin,
      handler: ({ caller }) => caller !== null,
    });
    expect((await visitor.call(open, "GET", "/api/x")).body).toBe(false);
    expect((await admin.call(open, "GET", "/api/x")).body).toBe(true);
    const shut = route({
      ...undocumented,
      access: {
        name: "nobody",
        security: [],
        errors: [],
        admit: () => Promise.reject(new AppError(404, "Nothing here")),
      },
      handler: () => "in",
    });
    expect(await visitor.call(shut, "GET", "/api/x")).toMatchObject({ status: 404 });
  });
});

describe("body", () => {
  test.each([
    ["broken JSON", { body: "{" }, 400, "The request isn’t valid JSON."],
    [
      "no JSON",
      { body: "", headers: { "content-type": "application/json" } },
      400,
      "The request isn’t valid JSON.",
    ],
    [
      "a form",
      { body: "name=Ada", headers: { "content-type": "application/x-www-form-urlencoded" } },
      415,
      "Send the request as JSON (Content-Type: application/json).",
    ],
    [
      "plain text",
      { body: '{"name":"Ada"}', headers: { "content-type": "text/plain" } },
      415,
      "Send the request as JSON (Content-Type: application/json).",
    ],
    ["nothing", {}, 415, "Send the request as JSON (Content-Type: application/json)."],
    ["an array", { json: [] }, 400, "The request isn’t valid."],
    ["null", { json: null }, 400, "The request isn’t valid."],
    [
      "too much",
      { json: { name: "x".repeat(1024) } },
      413,
      "The request is too large. The limit is 1 KB.",
    ],
  ])("refuses %s", async (_, call, status, message) => {
    const answer = await send(call);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ message });
  });

  test("refuses a wrong field with the schema's message", async () => {
    const answer = await send({ json: { name: 1 } });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ message: "Please enter a name", field: "name" });
  });

  test("is read only up to its limit when it has no content length", async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new TextEncoder().encode("x".repeat(600)));
      },
    });
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body, duplex: "half" };
    const request = new Request("http://localhost:3000/api/echo", init);
    const answer = await echo(request, { params: Promise.resolve({}) });
    expect(answer.status).toBe(413);
    expect(pulled).toBeLessThan(5);
  });

  test("that breaks off is no failure of ours", async () => {
    const failed = vi.spyOn(api.ctx.log, "error");
    const body = new ReadableStream({
      start: (controller) => controller.error(new Error("aborted")),
    });
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body, duplex: "half" };
    const request = new Request("http://localhost:3000/api/echo", init);
    const answer = await echo(request, { params: Promise.resolve({}) });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ message: "The request was cut off before its end." });
    expect(failed).not.toHaveBeenCalled();
  });

  test("refuses bytes that aren't UTF-8", async () => {
    const request = new Request("http://localhost:3000/api/echo", {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8" },
      body: new Uint8Array([0x22, 0xff, 0x22]),
    });
    expect((await echo(request, { params: Promise.resolve({}) })).status).toBe(400);
  });
});

const answerOf = (handler: () => unknown) =>
  visitor.call(route({ ...undocumented, access: "public", handler }), "GET", "/api/x?secret=1");

describe("answers", () => {
  test("carry a request id and no-store", async () => {
    const answer = await answerOf(() => ({ a: 1 }));
    expect(answer).toMatchObject({ status: 200, body: { a: 1 } });
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("content-type")).toBe("application/json");
  });

  test("can have their own status and headers", async () => {
    const answer = await answerOf(() =>
      reply({ a: 1 }, { status: 201, headers: { "cache-control": "public, max-age=60" } }),
    );
    expect(answer).toMatchObject({ status: 201, body: { a: 1 } });
    expect(answer.headers.get("cache-control")).toBe("public, max-age=60");
  });

  test("can be a Response", async () => {
    const answer = await answerOf(() => new Response(null, { status: 204 }));
    expect(answer).toMatchObject({ status: 204, body: null });
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("give a refusal's message, code, field, and Retry-After", async () => {
    const answer = await answerOf(() => {
      throw new AppError(429, "Slow down", { code: "slow", field: "name", retryAfterS: 30 });
    });
    expect(answer.status).toBe(429);
    expect(answer.body).toEqual({ message: "Slow down", code: "slow", field: "name" });
    expect(answer.headers.get("retry-after")).toBe("30");
  });

  test("give one fixed message for an unexpected error, and log its cause", async () => {
    const { log } = api.ctx;
    const failed = vi.spyOn(log, "error");
    const answered = vi.spyOn(log, "info");
    const answer = await answerOf(() => {
      throw new Error("SELECT * FROM secrets");
    });
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      message: "Something went wrong on our end. Please try again.",
    });
    expect(failed).toHaveBeenCalledWith(
      { err: expect.objectContaining({ message: "SELECT * FROM secrets" }) },
      "request failed",
    );
    expect(JSON.stringify(answered.mock.calls)).not.toContain("secret=1");
  });
});

describe("rate limit of a route", () => {
  const limited = route({
    ...undocumented,
    access: "public",
    rateLimit: { name: "test", limit: { hits: 2, windowMs: 60_000 } },
    handler: () => "in",
  });
  const hit = (client: ApiClient) => client.call(limited, "GET", "/api/x");

  test("counts per client address and resets after its window", async () => {
    const [one, other] = [api.client(), api.client()];
    api.setTime("2025-03-05T12:00:00.000Z");
    expect((await hit(one)).status).toBe(200);
    api.setTime("2025-03-05T12:00:30.000Z");
    expect((await hit(one)).status).toBe(200);
    const refused = await hit(one);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      message: "Too many attempts. Please try again in 30 seconds.",
      code: "too_many_requests",
    });
    expect(refused.headers.get("retry-after")).toBe("30");
    expect((await hit(other)).status).toBe(200);
    api.setTime("2025-03-05T12:01:00.000Z");
    expect((await hit(one)).status).toBe(200);
  });

  test("lets exactly the limit of parallel calls through", async () => {
    const client = api.client();
    const answers = await Promise.all(Array.from({ length: 8 }, () => hit(client)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(2);
  });

  test("still ends after its window when the clock is set back", async () => {
    const client = api.client();
    api.setTime("2026-01-01T00:00:00.000Z");
    for (let index = 0; index < 3; index += 1) await hit(client);
    api.setTime("2025-03-05T12:00:00.000Z");
    expect((await hit(client)).status).toBe(200);
  });

  test("counts hits in a process whose clock is behind", async () => {
    const client = api.client();
    api.setTime("2025-03-05T12:00:02.000Z");
    expect((await hit(client)).status).toBe(200);
    api.setTime("2025-03-05T12:00:00.000Z");
    expect((await hit(client)).status).toBe(200);
    expect((await hit(client)).status).toBe(429);
  });

  test("stores only hashes of addresses", async () => {
    const client = api.client();
    await hit(client);
    const rows = await api.ctx.db.rateLimit.findMany();
    expect(rows.map((row) => row.key).join()).not.toContain(client.address);
    expect(rows.every((row) => /^[0-9a-f]{64}$/.test(row.key))).toBe(true);
  });
});
