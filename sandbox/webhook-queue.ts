const maxInFlight = 8;

/** Sends the webhooks that nobody waits for, a few at a time. */
export class WebhookQueue {
  readonly #waiting: (() => Promise<unknown>)[] = [];
  #inFlight = 0;
  #isStopped = false;

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Ignores failures, like a provider that doesn't retry. */
  add(send: () => Promise<unknown>): void {
    if (this.#isStopped) return;
    this.#waiting.push(send);
    this.#startNext();
  }

  /** Drops waiting webhooks, like an outage at the provider. */
  stop(): void {
    this.#isStopped = true;
    this.#waiting.length = 0;
  }

  #startNext(): void {
    while (this.#inFlight < maxInFlight) {
      const send = this.#waiting.shift();
      if (!send) return;
      this.#inFlight += 1;
      send()
        .catch(() => undefined)
        .finally(() => {
          this.#inFlight -= 1;
          this.#startNext();
        });
    }
  }
}
