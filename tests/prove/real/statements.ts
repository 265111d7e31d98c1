import { callbackify } from "node:util";
import { Client } from "pg";
import { channels, type Channel } from "@/lib/contracts/primitives";
import type { Phase } from "./cells";
import type { Failpoints } from "./failpoints";

/** A statement of the product, and the phases before, during, and after it. */
type Watched = {
  pattern: RegExp;
  before?: Phase;
  during?: Phase;
  after?: Phase;
  /** What it is about, if the statement itself doesn't say. */
  channel?: Channel;
  /** Whether the caller never learns that the statement was done. */
  losesResponse: boolean;
};

export const watchedStatements: readonly Watched[] = [
  {
    pattern: /UPDATE delivery_batches b\s+SET \(state, last_reason, next_attempt_at\)/,
    before: "before the claim",
    after: "claim committed, response lost",
    losesResponse: true,
  },
  {
    pattern: /UPDATE send_attempts SET state = \$\d+, ended_at = now\(\),\s+accepted = accepted/,
    during: "halfway through recording",
    after: "recorded, job not completed",
    losesResponse: false,
  },
  {
    pattern: /INSERT INTO webhook_events/,
    during: "applying a webhook",
    channel: "sms",
    losesResponse: false,
  },
];

type Result = Promise<unknown>;
type Send = (this: Client, ...args: unknown[]) => Result | undefined;
type Statement = { text: string; values: readonly unknown[] };

function isStatement(query: unknown): query is Statement {
  return typeof query === "object" && query !== null && "text" in query && "values" in query;
}

function isCallback(value: unknown): value is (error: Error | null, result: unknown) => void {
  return typeof value === "function";
}

/** Which channel an attempt is for, by the attempt's ID, because recording doesn't say. */
const channelOfAttempt = new Map<unknown, Channel>();

function channelOf(values: readonly unknown[]): Channel {
  const named = channels.find((channel) => values.includes(channel));
  if (named) for (const value of values) channelOfAttempt.set(value, named);
  return (
    named ?? channelOfAttempt.get(values.find((value) => channelOfAttempt.has(value))) ?? "email"
  );
}

/** Puts failpoints around these statements, on every connection of this process. */
export function watchStatements(failpoints: Failpoints): void {
  const send = Reflect.get(Client.prototype, "query") as Send;

  const sendWatched = async (client: Client, watched: Watched, statement: Statement) => {
    const channel = watched.channel ?? channelOf(statement.values);
    if (watched.before) await failpoints.reach(watched.before, channel);
    const running = Promise.resolve(send.call(client, statement));
    running.catch(() => undefined);
    if (watched.during) {
      // The statement leaves the process after this turn of the event loop.
      await new Promise(setImmediate);
      await failpoints.reach(watched.during, channel);
    }
    const result = await running;
    const isHit = watched.after && (await failpoints.reach(watched.after, channel));
    if (!isHit || !watched.losesResponse) return result;
    // As if the connection had been lost before the response arrived.
    const { stream } = Reflect.get(client, "connection") as { stream: { destroy(): void } };
    stream.destroy();
    throw new Error("Connection terminated unexpectedly");
  };

  Object.assign(Client.prototype, {
    query(this: Client, ...args: unknown[]) {
      const [statement] = args;
      const watched =
        isStatement(statement) &&
        watchedStatements.find(({ pattern }) => pattern.test(statement.text));
      if (!watched) return send.apply(this, args);
      const callback = args.at(-1);
      if (!isCallback(callback)) return sendWatched(this, watched, statement);
      callbackify(sendWatched)(this, watched, statement, callback);
      return undefined;
    },
  });
}
