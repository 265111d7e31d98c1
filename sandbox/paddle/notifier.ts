import { createHmac } from "node:crypto";
import { callWebhook } from "../webhook-call";
import type { PaddleEvent, PaddleStore } from "./store";

/** How the webhooks of one action are sent. */
export const deliverModes = ["in-order", "reversed", "twice", "none"] as const;

export type DeliverMode = (typeof deliverModes)[number];

const checkEveryMs = 250;
const maxConcurrent = 8;
/** As many attempts as Paddle, but within minutes instead of three days. */
const maxAttempts = 60;

/** Milliseconds of real time before the next attempt: 1, 2, 4 … 30 seconds. */
export function retryDelayMs(failures: number): number {
  return Math.min(30_000, 1_000 * 2 ** Math.max(0, failures - 1));
}

/** Sends signed webhooks and retries until the service responds with 2xx. */
export class PaddleNotifier {
  readonly #store: PaddleStore;
  readonly #url: string;
  readonly #secret: string;
  readonly #inFlight = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: PaddleStore, options: { siteUrl: string; secret: string }) {
    this.#store = store;
    this.#url = `${options.siteUrl}/api/webhooks/paddle`;
    this.#secret = options.secret;
  }

  /** Starts sending the retries that are due, including those of an earlier run. */
  start(): void {
    this.#timer = setInterval(() => this.#retryDue(), checkEveryMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /**
   * Sends events one after the other and resolves with the HTTP status of each first attempt. Failed
   * events are retried in the background.
   */
  async deliver(events: readonly PaddleEvent[], mode: DeliverMode): Promise<number[]> {
    if (mode === "none") return [];
    // Stored before the first attempt, so a killed sandbox continues where it stopped.
    const timeoutMs = 60_000;
    for (const { event_id: id } of events) {
      this.#store.scheduleDelivery(id, Date.now() + timeoutMs, 0);
    }
    const ordered = mode === "reversed" ? events.toReversed() : events;
    const statuses: number[] = [];
    for (const event of ordered) {
      statuses.push(await this.#attempt(event, 0));
      if (mode === "twice") statuses.push(await this.send(event));
    }
    return statuses;
  }

  /** Sends one event once and returns the HTTP status, or 0 when the service didn't respond. */
  async send(
    event: object,
    options: { secret?: string; timestampOffsetS?: number; tamper?: boolean } = {},
  ): Promise<number> {
    const body = JSON.stringify(event);
    const timestampS = Math.floor(Date.now() / 1_000) + (options.timestampOffsetS ?? 0);
    const signature = signPaddleWebhook(body, options.secret ?? this.#secret, timestampS);
    try {
      const response = await callWebhook(this.#url, {
        headers: {
          "content-type": "application/json",
          "user-agent": "Paddle",
          "paddle-signature": signature,
        },
        body: options.tamper ? `${body.slice(0, -1)} ,"tampered":true}` : body,
      });
      return response.status;
    } catch {
      return 0;
    }
  }

  async #attempt(event: PaddleEvent, failures: number): Promise<number> {
    this.#inFlight.add(event.event_id);
    try {
      const status = await this.send(event);
      const isAccepted = status >= 200 && status < 300;
      if (isAccepted || failures + 1 >= maxAttempts) this.#store.endDelivery(event.event_id);
      else {
        const dueAtMs = Date.now() + retryDelayMs(failures + 1);
        this.#store.scheduleDelivery(event.event_id, dueAtMs, failures + 1);
      }
      return status;
    } finally {
      this.#inFlight.delete(event.event_id);
    }
  }

  #retryDue(): void {
    for (const { eventId, failures } of this.#store.dueDeliveries(Date.now(), maxConcurrent)) {
      if (this.#inFlight.size >= maxConcurrent || this.#inFlight.has(eventId)) continue;
      const event = this.#store.findEvent(eventId);
      if (!event) this.#store.endDelivery(eventId);
      // The database may have been closed while the webhook was being sent.
      else this.#attempt(event, failures).catch(() => undefined);
    }
  }
}

/**
 * The `Paddle-Signature` header of a webhook
 * (https://developer.paddle.com/webhooks/signature-verification).
 *
 * @param timestampS seconds since the epoch in real time: the age of a signature doesn't depend on the
 *   simulated clock
 */
function signPaddleWebhook(body: string, secret: string, timestampS: number): string {
  const h1 = createHmac("sha256", secret).update(`${timestampS}:${body}`).digest("hex");
  return `ts=${timestampS};h1=${h1}`;
}
