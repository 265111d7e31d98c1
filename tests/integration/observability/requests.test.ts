import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { route } from "@/lib/http/route/route";
import { createLogger } from "@/lib/platform/logger";
import { startObservability } from "@/lib/platform/observability/start";
import { parseEnv, type Env } from "@/lib/platform/env";
import { createPostmarkClient } from "@/lib/providers/postmark/client";
import { traceRequest } from "@/server/web/trace-requests";
import { startApi, type ApiHarness } from "@/tests/support/api";
import { sandboxVariables } from "@/tests/support/env-variables";
import { startReceivers, type Receivers } from "@/tests/support/receivers";

const email = "jane.reader@example.com";
const phone = "+14155550123";
const text = "Yields fell, oil rose, and banks waited.";
const token = "c2VjcmV0LXRva2VuLW9mLWphbmU5";

let lines: Record<string, unknown>[] = [];
const log = createLogger("threeline-web", "info", {
  write: (line: string) => void lines.push(JSON.parse(line)),
});

let api: ApiHarness;
let receivers: Receivers;
let provider: Server;
let web: Server;
/** What the provider got. */
let providerHeaders: Record<string, unknown>[] = [];
let stop: (() => Promise<void>) | undefined;

function urlOf(server: Server): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is an object
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function listen(server: Server): Promise<Server> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const sends = route({
  summary: "",
  responses: {},
  access: "public",
  handler: async ({ ctx }) => {
    const mail = { to: email, subject: "Today", html: text, text };
    await ctx.mail.sendBatch([mail], { stream: "transactional", tag: "test" });
    return { sent: true };
  },
});

const fails = route({
  summary: "",
  responses: {},
  access: "public",
  handler: () => {
    throw new TypeError(`can’t send "${text}" to ${email}, ${phone}, or ${token}`);
  },
});

/** For a busy machine. */
const patience = { timeout: 30_000 };

beforeAll(async () => {
  provider = await listen(
    createServer((request, response) => {
      providerHeaders.push(request.headers);
      request.resume();
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify([{ ErrorCode: 0, Message: "OK", MessageID: "1", To: email }]));
    }),
  );
  const mail = createPostmarkClient({
    serverToken: token,
    apiUrl: urlOf(provider),
    from: "briefing@threeline.example",
    replyTo: "support@threeline.example",
  });
  api = await startApi({ parts: { log, mail } });
  web = await listen(
    createServer((incoming, outgoing) =>
      traceRequest(incoming, outgoing, () => {
        const request = new Request(new URL(incoming.url ?? "", api.ctx.settings.siteUrl), {
          headers: { "x-request-id": String(incoming.headers["x-request-id"]) },
        });
        const handler = incoming.url?.includes("fails") ? fails : sends;
        void handler(request, { params: Promise.resolve({}) }).then(async (response) => {
          outgoing.writeHead(response.status, Object.fromEntries(response.headers));
          outgoing.end(await response.text());
        });
      }),
    ),
  );
});

beforeEach(async () => {
  receivers = await startReceivers();
  lines = [];
  providerHeaders = [];
});

afterEach(async () => {
  await stop?.();
  stop = undefined;
  await receivers.close();
});

afterAll(async () => {
  for (const server of [web, provider]) {
    server.close();
    server.closeAllConnections();
  }
  await api.close();
});

async function start(variables: Record<string, string>): Promise<void> {
  const env: Env = parseEnv({
    ...sandboxVariables,
    ...variables,
  });
  stop = await startObservability("threeline-web", env, log);
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${urlOf(web)}${path}`, { headers });

const path = `/api/subscribers/17/sends?email=${encodeURIComponent(email)}&token=${token}`;

/** What has ended may arrive a little later than the service has stopped. */
async function serverSpan() {
  return vi.waitFor(() => {
    const found = receivers.spans.find(({ kind }) => kind === 2);
    if (!found) throw new Error("no span yet");
    return found;
  }, patience);
}

describe("with both variables", () => {
  beforeEach(() =>
    start({
      OTEL_EXPORTER_OTLP_ENDPOINT: receivers.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20collector",
      OTEL_SERVICE_NAME: "briefing",
      SENTRY_DSN: receivers.dsn,
    }),
  );

  test("a request has one id in its answer, its log line, its span, and its call of a provider", async () => {
    const answer = await get(path);
    const requestId = answer.headers.get("x-request-id");
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    await stop?.();

    const [line] = lines.filter(({ msg }) => msg === "request answered");
    expect(line).toMatchObject({ requestId, traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    const server = await serverSpan();
    const client = receivers.spans.find(({ kind }) => kind === 3);
    expect(server).toMatchObject({
      name: "GET /api/subscribers/{id}/sends",
      traceId: line?.["traceId"],
      spanId: line?.["spanId"],
      attributes: {
        "http.route": "/api/subscribers/{id}/sends",
        "http.response.status_code": 200,
        "app.request_id": requestId,
      },
      resource: { "service.name": "briefing", "service.instance.id": "threeline-web" },
    });
    expect(client).toMatchObject({
      name: `POST ${new URL(urlOf(provider)).host}`,
      traceId: server.traceId,
      parentSpanId: server.spanId,
      attributes: { "http.response.status_code": 200 },
    });
    expect(providerHeaders).toMatchObject([
      { traceparent: `00-${client?.traceId}-${client?.spanId}-01` },
    ]);
    expect(receivers.everything.join("\n")).toContain("Bearer collector");
  });

  test("a request continues its caller's trace, with the proxy's id", async () => {
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    const spanId = "00f067aa0ba902b7";
    const headers = { traceparent: `00-${traceId}-${spanId}-00`, "x-request-id": "proxy-0001" };
    const answer = await get(path, headers);
    expect(answer.headers.get("x-request-id")).toBe("proxy-0001");
    await stop?.();
    expect(lines).toMatchObject([{ requestId: "proxy-0001", traceId }]);
    const server = await serverSpan();
    expect(server).toMatchObject({ traceId, parentSpanId: spanId });
  });

  test("an error is reported with its file and line in TypeScript, and the request's ids", async () => {
    const answer = await get("/api/fails");
    expect(answer.status).toBe(500);
    await vi.waitFor(() => expect(receivers.reports).toHaveLength(1), patience);
    await stop?.();
    const [report] = receivers.reports;
    expect(report).toMatchObject({
      transaction: "request failed",
      environment: "sandbox",
      tags: { process: "threeline-web", request_id: answer.headers.get("x-request-id") },
    });
    const [exception] = report?.exception?.values ?? [];
    expect(exception?.type).toBe("TypeError");
    expect(
      exception?.stacktrace.frames.filter(({ in_app: isOurs }) => isOurs).at(-1),
    ).toMatchObject({
      filename: "tests/integration/observability/requests.test.ts",
      function: expect.stringMatching(/handler$/),
    });
    const server = await serverSpan();
    expect(report?.contexts?.trace.trace_id).toBe(server.traceId);
    expect(server.status).toEqual({ code: 2 });
  });

  test("nothing that is sent has an address, a number, a token, a query, or a text", async () => {
    await get(path);
    await get(`/api/fails/${encodeURIComponent(email)}/${phone}/${token}?q=${token}`);
    await vi.waitFor(() => expect(receivers.reports).toHaveLength(1), patience);
    await stop?.();
    await vi.waitFor(() => expect(receivers.spans.length).toBeGreaterThan(2), patience);
    const sent = receivers.everything.join("\n");
    for (const secret of [email, encodeURIComponent(email), phone.slice(1), text, token]) {
      expect(sent).not.toContain(secret);
    }
  });
});

test("without the variables, nothing is sent, and the log still has the ids", async () => {
  await start({});
  await get(path);
  const answer = await get("/api/fails");
  expect(answer.status).toBe(500);
  await stop?.();
  expect(receivers.everything).toEqual([]);
  expect(providerHeaders[0]).not.toHaveProperty("traceparent");
  for (const line of lines) {
    expect(line).toMatchObject({
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  }
});

test("a receiver that doesn't answer delays no request, and the log says so once", async () => {
  await receivers.close();
  await start({ OTEL_EXPORTER_OTLP_ENDPOINT: receivers.endpoint, SENTRY_DSN: receivers.dsn });
  expect((await get("/api/fails")).status).toBe(500);
  await vi.waitFor(
    () => expect(lines).toContainEqual(expect.objectContaining({ msg: "error report not sent" })),
    patience,
  );
  await stop?.();
  receivers = await startReceivers();
});
