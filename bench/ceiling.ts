import { readFileSync } from "node:fs";
import { ServerClient, type Message } from "postmark";
import twilio from "twilio";

/** What the bare SDK sends, prepared in advance. */
export type CeilingPayload = {
  channel: "email" | "sms";
  url: string;
  concurrency: number;
  /** Number of messages to send, cycling through the prepared ones. */
  messages: number;
  batches: Message[][];
  smsText: string;
};

/** Calls `next` `times` times from `loops` parallel loops. */
async function inParallel(
  loops: number,
  times: number,
  next: (index: number) => Promise<unknown>,
): Promise<void> {
  let index = 0;
  const loop = async () => {
    while (index < times) {
      index += 1;
      await next(index - 1);
    }
  };
  await Promise.all(Array.from({ length: loops }, loop));
}

/** Measures how fast the bare SDK sends prepared payloads, and reports it over IPC. */
export async function runCeiling(args: string[]): Promise<void> {
  const [file = ""] = args;
  const payload: CeilingPayload = JSON.parse(readFileSync(file, "utf8"));
  const { batches, concurrency } = payload;
  let send: (index: number) => Promise<unknown>;
  let calls: number;
  if (payload.channel === "email") {
    const { host } = new URL(payload.url);
    const client = new ServerClient("bench", { useHttps: false, requestHost: host, timeout: 30 });
    calls = Math.ceil(payload.messages / (batches[0]?.length ?? 1));
    send = (index) => client.sendEmailBatch(batches[index % batches.length] ?? []);
  } else {
    const client = twilio("AC0123456789abcdef0123456789abcdef", "bench", {
      maxSockets: concurrency,
    });
    client.api.baseUrl = payload.url;
    calls = payload.messages;
    send = (index) =>
      client.messages.create({
        from: "+14155550100",
        to: `+1415${String(2_000_000 + index)}`,
        body: payload.smsText,
      });
  }
  await inParallel(concurrency, Math.min(calls, 2 * concurrency), send);
  const startedAt = performance.now();
  await inParallel(concurrency, calls, send);
  const seconds = (performance.now() - startedAt) / 1_000;
  process.send?.({ ratePerSecond: payload.messages / seconds });
  process.disconnect();
}
