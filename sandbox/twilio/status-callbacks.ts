import { formatMessageId } from "../messages/message-id";
import type { StoredMessage } from "../messages/message";
import type { WebhookQueue } from "../webhook-queue";
import { finalStatus, undeliveredCode, type MessageStatus } from "./message-resource";
import { callSignedWebhook } from "./signed-webhook";

/** Sends status callbacks for the texts that requested them, a few at a time. */
export class StatusCallbacks {
  readonly #authToken: string;
  readonly #queue: WebhookQueue;

  constructor(authToken: string, queue: WebhookQueue) {
    this.#authToken = authToken;
    this.#queue = queue;
  }

  /** Reports queued, sent, and the final status. Does nothing for texts without a callback. */
  start(message: StoredMessage): void {
    if (callbackUrl(message) === null) return;
    this.#queue.add(() => this.#reportAll(message));
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

  async #reportAll(message: StoredMessage): Promise<void> {
    const accountSid = String(message.details["accountSid"] ?? "");
    const end = finalStatus(message);
    for (const status of ["queued", "sent", end] as const) {
      if (this.#queue.isStopped) return;
      const code = status === end ? undeliveredCode(message) : null;
      await this.report(message, accountSid, status, code);
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
