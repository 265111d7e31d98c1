import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/**
 * A minimal provider: reads each body without parsing it and returns one result per message, so that
 * the benchmark measures our side. It also serves the clock that the benchmark sets.
 */
export async function runSink(): Promise<void> {
  let setTo = new Date();
  let setAt = performance.now();
  const result =
    '{"ErrorCode":0,"Message":"OK","MessageID":"5f0c7f4e-3f43-4d3c-9a3e-4f1d9f3b7c11","SubmittedAt":"2026-11-23T12:45:00.000Z"}';
  const resultsByCount = new Map<number, string>();
  const resultsFor = (messages: number) => {
    const known = resultsByCount.get(messages);
    if (known !== undefined) return known;
    const results = `[${Array.from({ length: messages }, () => result).join(",")}]`;
    resultsByCount.set(messages, results);
    return results;
  };
  const text = JSON.stringify({
    sid: "SM0123456789abcdef0123456789abcdef",
    status: "queued",
    body: "",
    date_created: "Mon, 23 Nov 2026 13:00:00 +0000",
  });
  const counters = { emails: 0, texts: 0 };
  /** When the first call came after the clock was set, by that clock, and every text since (ms). */
  let firstCallAt: Date | null = null;
  let textTimes: number[] = [];
  const now = () => new Date(setTo.getTime() + performance.now() - setAt);

  const respond = (response: ServerResponse, status: number, body: string) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(body);
  };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    let messages = 0;
    let tail = "";
    const isBatch = request.url === "/email/batch";
    request.on("data", (chunk: Buffer) => {
      if (!isBatch) {
        chunks.push(chunk);
        return;
      }
      messages += countMessages(chunk, tail);
      tail = chunk.subarray(-(marker.length - 1)).toString("latin1");
    });
    request.on("end", () => {
      if (isBatch) {
        // An alert is its own email.
        if (messages > 1) firstCallAt ??= now();
        counters.emails += messages;
        respond(response, 200, resultsFor(messages));
      } else if (request.url?.endsWith("/Messages.json") === true && request.method === "POST") {
        firstCallAt ??= now();
        textTimes.push(performance.now());
        counters.texts += 1;
        respond(response, 201, text);
      } else if (request.url === "/sandbox/clock") {
        if (request.method === "PUT") {
          setTo = new Date(Buffer.concat(chunks).toString());
          setAt = performance.now();
          firstCallAt = null;
          textTimes = [];
        }
        respond(response, 200, JSON.stringify({ now: now(), rate: 1, setTo, simulated: true }));
      } else if (request.url === "/counters") {
        respond(
          response,
          200,
          JSON.stringify({ ...counters, firstCallAt, busiestSecond: busiestSecond(textTimes) }),
        );
      } else if (request.method === "GET") {
        respond(response, 200, emptyLists);
      } else {
        respond(response, 404, "{}");
      }
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  process.send?.({ port: typeof address === "object" ? address?.port : undefined });
  process.on("disconnect", () => process.exit(0));
}

/** What every list is when nothing was ever sent or sold, for a worker that starts without marks. */
const emptyLists = JSON.stringify({
  TotalCount: 0,
  Messages: [],
  Suppressions: [],
  messages: [],
  uri: "",
  data: [],
  meta: { request_id: "", pagination: { has_more: false, next: "" } },
});

/** The most calls within any second, whenever it begins. */
function busiestSecond(times: readonly number[]): number {
  let first = 0;
  let most = 0;
  for (const [index, time] of times.entries()) {
    while (time - (times[first] ?? time) >= 1_000) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

/** How every message of a batch starts in the SDK's JSON. */
const marker = '{"From":';

/** Counts messages by their first bytes, including those split across two chunks. */
function countMessages(chunk: Buffer, tail: string): number {
  let count = 0;
  const seam = tail + chunk.subarray(0, marker.length - 1).toString("latin1");
  if (seam.includes(marker)) count += 1;
  for (let at = chunk.indexOf(marker); at !== -1; at = chunk.indexOf(marker, at + 1)) count += 1;
  return count;
}
