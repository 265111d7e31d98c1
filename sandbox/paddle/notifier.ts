import { callWebhook } from "../webhook-call";
import { signPaddleWebhook } from "./signature";
import type { PaddleEvent, PaddleStore } from "./store";

/** How a set of events reaches the service. */
export const deliverModes = ["in-order", "reversed", "twice", "none"] as const;

/** How a set of events reaches the service. */
export type DeliverMode = (typeof deliverModes)[number];

const checkEveryMs = 250;
const atOnce = 8;
/** As often as the real one tries, in minutes instead of three days. */
const maxFailures = 60;

/** Real milliseconds before the next try: 1, 2, 4 … 30 seconds. */
export function retryDelayMs(failures: number): number {
  return Math.min(30_000, 1_000 * 2 ** Math.max(0, failures - 1));
}

/** Sends signed webhooks, and sends again until the service answers 2xx. */
export class PaddleNotifier {
  readonly #store: PaddleStore;
  readonly #url: string;
  readonly #secret: string;
  readonly #underWay = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: PaddleStore, options: { siteUrl: string; secret: string }) {
    this.#store = store;
    this.#url = `${options.siteUrl}/api/webhooks/paddle`;
    this.#secret = options.secret;
  }

  /** Begins to look for retries that are due, those of an earlier run included. */
  start(): void {
    this.#timer = setInterval(() => this.#retryDue(), checkEveryMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /**
   * Delivers events one after the other and resolves after the first try of each. What fails goes
   * on being tried.
   */
  async deliver(events: readonly PaddleEvent[], mode: DeliverMode): Promise<number[]> {
    if (mode === "none") return [];
    // Kept before the first try, so that a killed sandbox goes on where it stopped.
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

  /** Sends one event once, signed as asked, and answers the status; 0 when nobody answered. */
  async send(
    event: object,
    options: { secret?: string; timestampOffsetS?: number; tamper?: boolean } = {},
  ): Promise<number> {
    const body = JSON.stringify(event);
    const timestampS = Math.floor(Date.now() / 1_000) + (options.timestampOffsetS ?? 0);
    const signature = signPaddleWebhook(body, options.secret ?? this.#secret, timestampS);
    try {
      const answer = await callWebhook(this.#url, {
        headers: {
          "content-type": "application/json",
          "user-agent": "Paddle",
          "paddle-signature": signature,
        },
        body: options.tamper ? `${body.slice(0, -1)} ,"tampered":true}` : body,
      });
      return answer.status;
    } catch {
      return 0;
    }
  }

  async #attempt(event: PaddleEvent, failures: number): Promise<number> {
    this.#underWay.add(event.event_id);
    try {
      const status = await this.send(event);
      const isTaken = status >= 200 && status < 300;
      if (isTaken || failures + 1 >= maxFailures) this.#store.endDelivery(event.event_id);
      else {
        const dueAtMs = Date.now() + retryDelayMs(failures + 1);
        this.#store.scheduleDelivery(event.event_id, dueAtMs, failures + 1);
      }
      return status;
    } finally {
      this.#underWay.delete(event.event_id);
    }
  }

  #retryDue(): void {
    for (const { eventId, failures } of this.#store.dueDeliveries(Date.now(), atOnce)) {
      if (this.#underWay.size >= atOnce || this.#underWay.has(eventId)) continue;
      const event = this.#store.findEvent(eventId);
      if (!event) this.#store.endDelivery(eventId);
      // A store that was closed in the meantime has nothing left to note the outcome in.
      else this.#attempt(event, failures).catch(() => undefined);
    }
  }
}
