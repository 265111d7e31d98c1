import type { Messages, RecipientCount, SandboxChannel } from "../messages";

type Totals = Record<SandboxChannel, RecipientCount>;

/** Counting a million messages takes a while, so that it may not follow every one of them. */
const restPerCountMs = 10;

/** The page's counts: as fresh as they can be without counting all the time. */
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
