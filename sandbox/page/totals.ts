import type { RecipientCount, SandboxChannel } from "../messages/message";
import type { Messages } from "../messages/messages";

type Totals = Record<SandboxChannel, RecipientCount>;

/**
 * After a count that took n ms, the next one waits for n times this many ms: counting a million
 * messages is too slow to repeat after each new one.
 */
const restPerCountMs = 10;

/** The page's totals, counted again only as often as the number of messages allows. */
export class PageTotals {
  readonly #messages: Messages;
  #counted: { lastId: number; at: number; tookMs: number; totals: Totals } | null = null;

  constructor(messages: Messages) {
    this.#messages = messages;
  }

  read(): Totals {
    const lastId = this.#messages.lastId();
    const known = this.#counted;
    if (known) {
      const isRecent = performance.now() - known.at < known.tookMs * restPerCountMs;
      if (known.lastId === lastId || (isRecent && lastId > known.lastId)) return known.totals;
    }
    const startedAt = performance.now();
    const totals = {
      email: this.#messages.countByRecipient({ channel: "email" }),
      sms: this.#messages.countByRecipient({ channel: "sms" }),
    };
    const at = performance.now();
    this.#counted = { lastId, at, tookMs: at - startedAt, totals };
    return totals;
  }
}
