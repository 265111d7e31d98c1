import { once } from "node:events";
import { request, type RequestListener, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createHttpServer, drain, type ConnectionLimits } from "./http-server";

const generous: ConnectionLimits = {
  headersMs: 60_000,
  requestMs: 60_000,
  silenceMs: 60_000,
  connections: 1_000,
  checkMs: 50,
};

// Two clients: all of 127.0.0.0/8 is this machine.
const attacker = "127.0.0.2";
const reader = "127.0.0.1";

const patience = { timeout: 20_000 };

let server: Server;
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

const serve: RequestListener = (incoming, response) => {
  incoming.resume().on("end", () => response.end("served"));
};

async function listen(limits: Partial<ConnectionLimits>, handler = serve): Promise<number> {
  server = createHttpServer({ ...generous, ...limits });
  server.on("request", handler);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TCP servers have this address
  return (server.address() as AddressInfo).port;
}

/** A connection that sends only this. */
function open(port: number, localAddress: string, sent = ""): Socket {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.on("error", () => undefined);
  if (sent !== "") socket.write(sent);
  sockets.push(socket);
  return socket;
}

const openMany = (count: number, port: number, { sent = "", from = attacker } = {}) =>
  Array.from({ length: count }, () => open(port, from, sent));

/** What the server sends before it closes the connection. */
async function answerOn(socket: Socket): Promise<string> {
  const chunks: string[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
  await once(socket, "close");
  return chunks.join("");
}

async function get(port: number): Promise<string> {
  const call = request({ port, host: "127.0.0.1", localAddress: reader, agent: false });
  call.end();
  const response: Promise<string> = new Promise((resolve, reject) => {
    call.on("response", (incoming) => resolve(text(incoming)));
    call.on("error", reject);
  });
  return response;
}

describe("slow clients", () => {
  test.each([
    ["nothing", "", { headersMs: 1_500 }],
    ["half of their headers", "GET / HTTP/1.1\r\nHost: a\r\nX-", { headersMs: 1_500 }],
    [
      "half of a body",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf",
      { headersMs: 1_500, requestMs: 2_000 },
    ],
  ])("that send %s are cut off, and others are served", async (_, sent, limits) => {
    const port = await listen(limits);
    const slow = openMany(100, port, { sent });
    const answers = Promise.all(slow.map(answerOn));
    expect(await get(port)).toBe("served");
    for (const answer of await answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(await get(port)).toBe("served");
  });

  test("that don't read their response are cut off", async () => {
    const port = await listen({ silenceMs: 300 }, (_, response) => {
      response.end("x".repeat(50_000_000));
    });
    open(port, attacker, "GET / HTTP/1.1\r\nHost: a\r\n\r\n").pause();
    const [accepted] = await once(server, "connection");
    await once(accepted, "close");
    expect(accepted.destroyed).toBe(true);
  });
});

describe("a flood of connections", () => {
  test.each([
    ["another address", attacker],
    ["the same address", reader],
  ])("from %s leaves room for others", async (_, address) => {
    const port = await listen({ connections: 20 });
    const flood = openMany(100, port, { from: address });
    await vi.waitUntil(() => flood.filter((socket) => !socket.closed).length === 20, patience);
    expect(await get(port)).toBe("served");
  });

  test("with slow bodies leaves room for others", async () => {
    const port = await listen({ connections: 20 });
    const sent = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf";
    const flood = openMany(100, port, { sent });
    await vi.waitUntil(() => flood.filter((socket) => !socket.closed).length === 20, patience);
    expect(await get(port)).toBe("served");
  });

  test("closes no connection from an address that has fewer, nor one waiting for a response", async () => {
    const responses: ServerResponse[] = [];
    const port = await listen({ connections: 20 }, (_, response) => responses.push(response));
    const idle = open(port, reader);
    await once(idle, "connect");
    const waiting = open(port, attacker, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    await vi.waitUntil(() => responses.length === 1, patience);
    const flood = openMany(100, port);
    await vi.waitUntil(() => flood.filter((socket) => !socket.closed).length === 18, patience);
    const answer = answerOn(waiting);
    responses[0]?.end("late");
    expect(await answer).toMatch(/late$/);
    expect(idle.closed).toBe(false);
  });

  test("is forgotten once it is over", async () => {
    const port = await listen({ connections: 20 });
    await Promise.all(openMany(20, port).map((socket) => once(socket.end(), "close")));
    const later = openMany(20, port);
    await Promise.all(later.map((socket) => once(socket, "connect")));
    expect(await get(port)).toBe("served");
    expect(later.filter((socket) => socket.closed).length).toBeLessThanOrEqual(1);
  });
});

describe("a request whose end is ambiguous", () => {
  test.each([
    ["two lengths", "Content-Length: 0\r\nContent-Length: 5"],
    ["a length and chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked"],
    ["an unknown encoding", "Transfer-Encoding: xchunked"],
    ["a length that isn't a number", "Content-Length: +5"],
  ])("with %s is refused", async (_, headers) => {
    const port = await listen({});
    const smuggled = "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n";
    const socket = open(
      port,
      attacker,
      `POST / HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n${smuggled}`,
    );
    const answer = await answerOn(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).not.toContain("served");
  });
});

describe("a server that stops", () => {
  const wanted = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

  test("answers what it has received, and closes connections without a request", async () => {
    let answer = () => undefined as void;
    const port = await listen({}, (_request, response) => {
      answer = () => void response.end("served");
    });
    const waiting = open(port, reader, wanted);
    const idle = open(port, reader);
    await Promise.all([once(server, "request"), once(idle, "connect")]);
    const received = answerOn(waiting);
    const drained = drain(server, 120_000);
    await vi.waitUntil(() => !server.listening, patience);
    answer();
    await drained;
    expect(await received).toContain("served");
  });

  test("serves those who have connected but weren't accepted yet", async () => {
    const port = await listen({});
    const waiting = openMany(30, port, { sent: wanted, from: reader });
    const answers = Promise.all(waiting.map(answerOn));
    // The connections exist, but the server has had no time to accept one.
    await new Promise((resolve) => process.nextTick(resolve));
    await drain(server, 120_000);
    for (const answer of await answers) expect(answer).toContain("served");
  });

  test("serves them all when each takes a long time", async () => {
    const port = await listen({}, (_request, response) => {
      const startedAt = performance.now();
      while (performance.now() - startedAt < 40);
      response.end("served");
    });
    const waiting = openMany(30, port, { sent: wanted, from: reader });
    const answers = Promise.all(waiting.map(answerOn));
    await new Promise((resolve) => process.nextTick(resolve));
    await drain(server, 120_000);
    for (const answer of await answers) expect(answer).toContain("served");
  });

  describe("behind a proxy that repeats requests elsewhere", () => {
    const sent = (method: string) =>
      `${method} / HTTP/1.1\r\nHost: a\r\nX-Proxy-Repeats: GET\r\n\r\n`;

    test("handles no GET on a new connection, so that the proxy stops connecting", async () => {
      const handled: string[] = [];
      const port = await listen({}, ({ method = "" }, response) => {
        handled.push(method);
        response.end("served");
      });
      const used = open(port, reader, sent("GET"));
      await once(used, "data");
      const drained = drain(server, 120_000);
      const ways = ["GET", "HEAD", "POST"].map((method) =>
        answerOn(open(port, reader, sent(method))),
      );
      const received = answerOn(used);
      used.write(sent("GET"));
      const [forGet, forHead, forPost] = await Promise.all(ways);
      expect([forGet, forHead]).toEqual(["", ""]);
      expect(forPost).toMatch(/Connection: close\r\n[^]*served/);
      expect(await received).toMatch(/Connection: close\r\n[^]*served/);
      await drained;
      expect(handled.toSorted()).toEqual(["GET", "GET", "POST"]);
    });

    test("loses no request of a proxy that stops connecting after two failures", async () => {
      const port = await listen({});
      const answers: Promise<string>[] = [];
      let broken = 0;
      const drained = drain(server, 120_000);
      // Like nginx: after two failures, nothing more for a while.
      while (broken < 2) {
        answers.push(answerOn(open(port, reader, sent("POST"))));
        if ((await answerOn(open(port, reader, sent("GET")))) === "") broken += 1;
      }
      await drained;
      for (const answer of await Promise.all(answers)) expect(answer).toContain("served");
    });
  });

  test("serves those who never stop connecting until it refuses them", async () => {
    const port = await listen({});
    const outcomes: Promise<string>[] = [];
    const drained = drain(server, 120_000);
    while (server.listening) {
      const socket = open(port, reader, wanted);
      const refusal = once(socket, "error").then(([error]) => String(error.code));
      outcomes.push(Promise.race([answerOn(socket), refusal]));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await drained;
    const wrong = (await Promise.all(outcomes)).filter(
      (outcome) => outcome !== "ECONNREFUSED" && !outcome.includes("served"),
    );
    expect(wrong).toEqual([]);
  });

  test("answers another request on a connection, and says that it's the last one", async () => {
    const port = await listen({});
    const used = open(port, reader, wanted);
    await once(used, "data");
    const drained = drain(server, 120_000);
    await vi.waitUntil(() => !server.listening, patience);
    const received = answerOn(used);
    used.write(wanted);
    await drained;
    expect(await received).toMatch(/Connection: close\r\n[^]*served/);
  });

  test("waits no longer than it may for one that doesn't end", async () => {
    const port = await listen({}, () => undefined);
    open(port, reader, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(server, "request");
    await drain(server, 50);
    expect(server.listening).toBe(false);
  });
});
