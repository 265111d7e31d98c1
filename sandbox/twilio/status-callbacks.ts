import { formatMessageId } from "../messages/message-id";
import type { StoredMessage } from "../messages/message";
import { findMagicNumber } from "./magic-numbers";
import { finalStatus, type MessageStatus } from "./message-resource";
import { callSignedWebhook } from "./signed-webhook";

const maxInFlight = 8;

/** Sends status callbacks for the texts that requested them, a few at a time. */
export class StatusCallbacks {
  readonly #authToken: string;
  readonly #waiting: StoredMessage[] = [];
  #inFlight = 0;
  #isStopped = false;

  constructor(authToken: string) {
    this.#authToken = authToken;
  }

  /** Reports queued, sent, and the final status. Does nothing for texts without a callback. */
  start(message: StoredMessage): void {
    if (callbackUrl(message) === null) return;
    this.#waiting.push(message);
    this.#startNext();
  }

  /** Reports one status and returns the HTTP status of the service's response. */
  async report(
    message: StoredMessage,
    accountSid: string,
    status: MessageStatus,
    errorCode: number | null,
  ): Promise<number> {
    const url = callbackUrl(message);
    if (url === null) return 0;
    const parameters = toParameters(message, accountSid, status, errorCode);
    return (await callSignedWebhook(url, parameters, this.#authToken)).status;
  }

  /** Drops the pending callbacks, like an outage at the provider. */
  stop(): void {
    this.#isStopped = true;
    this.#waiting.length = 0;
  }

  #startNext(): void {
    while (this.#inFlight < maxInFlight) {
      const message = this.#waiting.shift();
      if (!message) return;
      this.#inFlight += 1;
      this.#reportAll(message)
        .catch(() => undefined)
        .finally(() => {
          this.#inFlight -= 1;
          this.#startNext();
        });
    }
  }

  async #reportAll(message: StoredMessage): Promise<void> {
    const accountSid = String(message.details["accountSid"] ?? "");
    const end = finalStatus(message);
    const code = end === "undelivered" ? (findMagicNumber(message.to)?.code ?? null) : null;
    for (const status of ["queued", "sent", end] as const) {
      if (this.#isStopped) return;
      await this.report(message, accountSid, status, status === end ? code : null);
    }
  }
}

function callbackUrl(message: StoredMessage): string | null {
  const url = message.details["statusCallback"];
  return typeof url === "string" ? url : null;
}

function toParameters(
  message: StoredMessage,
  accountSid: string,
  status: MessageStatus,
  errorCode: number | null,
): Record<string, string> {
  const sid = formatMessageId(message);
  const serviceSid = message.details["messagingServiceSid"];
  return {
    AccountSid: accountSid,
    ApiVersion: "2010-04-01",
    From: message.from,
    MessageSid: sid,
    MessageStatus: status,
    SmsSid: sid,
    SmsStatus: status,
    To: message.to,
    ...(typeof serviceSid === "string" && { MessagingServiceSid: serviceSid }),
    ...(errorCode !== null && { ErrorCode: String(errorCode) }),
  };
}
