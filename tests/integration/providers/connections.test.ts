import { once } from "node:events";
import { createServer, type Server, Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CallGuard } from "@/lib/platform/provider-call";
import { createPostmarkClient } from "@/lib/providers/postmark/client";
import { createTwilioClient } from "@/lib/providers/twilio/client";
import { openGuard } from "./sandbox-harness";

/** What a server saw of one connection. */
type Connection = { socket: Socket; bytes: number; end: string | null };

let server: Server;
let connections: Connection[];
let port: number;

/** A provider that accepts connections and reads nothing until told to. */
beforeEach(async () => {
  connections = [];
  server = createServer({ pauseOnConnect: true }, (socket) => {
    const connection: Connection = { socket, bytes: 0, end: null };
    connections.push(connection);
    socket.on("data", (chunk) => {
      connection.bytes += chunk.length;
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      connection.end ??= error.code ?? "error";
    });
    socket.on("end", () => {
      connection.end ??= "closed";
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  port = typeof address === "object" ? (address?.port ?? 0) : 0;
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const { socket } of connections) socket.destroy();
  server.close();
  await once(server, "close");
});

const bytesPerEmail = 10_000;

/** Long enough to connect on a busy machine. */
const callMs = 2_000;
const patience = { timeout: 20_000 };

function sendEmails(
  protocol: "http" | "https",
  { count = 1, timeoutMs = callMs, guard = openGuard } = {},
) {
  const client = createPostmarkClient({
    serverToken: "token",
    apiUrl: `${protocol}://127.0.0.1:${port}`,
    from: "briefing@brand.example",
    replyTo: "support@brand.example",
    timeoutMs,
  });
  const email = { to: "a@example.com", subject: "-", html: "x".repeat(bytesPerEmail), text: "-" };
  const emails = Array.from({ length: count }, () => email);
  return client.sendBatch(emails, { stream: "broadcast", tag: "t", guard });
}

function sendText(protocol: "http" | "https", { guard = openGuard } = {}) {
  const client = createTwilioClient({
    accountSid: "AC00000000000000000000000000000000",
    authToken: "token",
    from: "+14155550100",
    apiUrl: `${protocol}://127.0.0.1:${port}`,
    messagingServiceSid: undefined,
    statusCallbackUrl: "http://127.0.0.1:1/status",
    timeoutMs: callMs,
  });
  return client.send({ to: "+14155550123", body: "hello" }, { guard });
}

const calls = [
  ["Postmark", sendEmails],
  ["Twilio", sendText],
] as const;

/** Reads everything that a connection still delivers, until it ends. */
async function readToEnd(connection: Connection | undefined): Promise<void> {
  connection?.socket.resume();
  await vi.waitFor(() => expect(connection?.end).not.toBeNull(), patience);
}

describe.each(calls)("a call to %s", (_name, send) => {
  it("resets its connection when it has waited too long", async () => {
    expect(await send("http")).toMatchObject({ state: "unknown" });
    expect(connections).toHaveLength(1);
    await readToEnd(connections[0]);
    expect(connections[0]?.end).toBe("ECONNRESET");
  });

  it("offers HTTP/1.1 only", async () => {
    const sending = send("https");
    await vi.waitFor(() => expect(connections).toHaveLength(1), patience);
    const socket = connections[0]?.socket;
    const hello: Buffer[] = [];
    socket?.on("data", (chunk) => hello.push(chunk));
    socket?.resume();
    await vi.waitFor(
      () => expect(Buffer.concat(hello).toString("latin1")).toContain("http/1.1"),
      patience,
    );
    expect(Buffer.concat(hello).toString("latin1")).not.toContain("\x02h2");
    socket?.destroy();
    expect(await sending).toMatchObject({ state: "unsent", hasBegun: false });
  });

  it("wasn't made when there is no connection", async () => {
    server.close();
    await once(server, "close");
    expect(await send("http")).toMatchObject({ state: "unsent", hasBegun: false });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });

  it("asks the guard once the connection is open, before the first byte", async () => {
    let hasConnected = false;
    const guard: CallGuard = {
      async confirm() {
        hasConnected = await vi.waitFor(() => {
          expect(connections).toHaveLength(1);
          return true;
        }, patience);
      },
      check() {
        throw new Error("too late");
      },
    };
    await expect(send("http", { guard })).rejects.toThrow("too late");
    expect(hasConnected).toBe(true);
    await readToEnd(connections[0]);
    expect(connections[0]?.bytes).toBe(0);
  });
});

describe("texts that may leave at the same time", () => {
  it("are checked one by one, each right before its bytes", async () => {
    const check = vi.fn<() => void>();
    const write = vi.spyOn(Socket.prototype, "write");
    const confirmed = vi.waitFor(() => expect(connections).toHaveLength(3), patience);
    const guard: CallGuard = { confirm: () => confirmed, check };
    await Promise.all([1, 2, 3].map(() => sendText("http", { guard })));
    const events = [
      ...check.mock.invocationCallOrder.map((at) => ({ at, name: "check" })),
      ...write.mock.calls.flatMap(([data], index) =>
        String(data).startsWith("POST")
          ? [{ at: write.mock.invocationCallOrder[index] ?? 0, name: "bytes" }]
          : [],
      ),
    ];
    const order = events.toSorted((a, b) => a.at - b.at).map(({ name }) => name);
    expect(order).toEqual(["check", "bytes", "check", "bytes", "check", "bytes"]);
  });
});

describe("a batch of emails", () => {
  it("that was given up is never delivered to the end, however much was buffered", async () => {
    const count = 50;
    await sendEmails("http", { count });
    await readToEnd(connections[0]);
    expect(connections[0]?.bytes).toBeLessThan(count * bytesPerEmail);
  });

  it("wasn't sent when the time was up before its last bytes had left", async () => {
    const count = 3_000;
    expect(await sendEmails("http", { count })).toMatchObject({ state: "unsent", hasBegun: true });
    await readToEnd(connections[0]);
    expect(connections[0]?.bytes).toBeLessThan(count * bytesPerEmail);
  });

  it("stays incomplete when its worker may no longer send before the last bytes", async () => {
    let checks = 0;
    const check = () => {
      checks += 1;
      if (checks === 2) throw new Error("suspended");
    };
    const guard = { ...openGuard, check };
    const sending = sendEmails("http", { count: 5, timeoutMs: 10_000, guard });
    await vi.waitFor(() => expect(connections).toHaveLength(1), patience);
    await readToEnd(connections[0]);
    expect(await sending).toMatchObject({ state: "unsent" });
    expect(connections[0]?.bytes).toBeLessThan(5 * bytesPerEmail);
  });
});
