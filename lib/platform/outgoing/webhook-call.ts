import { Webhook } from "standardwebhooks";
import { request } from "undici";
import { brand } from "@/lib/brand";
import { inSpan } from "../observability/trace";
import { describeCallError } from "../outbound-call";
import { anyAgent, isPrivateHost, publicAgent, refusal, timeoutMs } from "./public-agent";

/** How much of an answer is read; the rest is dropped. */
const maxAnswerBytes = 64 * 1024;

/** One call of a webhook (standardwebhooks.com, specification). */
export type OutgoingWebhook = {
  url: string;
  /** The same for every try, so that receivers recognize duplicates. */
  id: string;
  at: Date;
  body: string;
  /** `whsec_…`: the current secret, and a previous one that is still valid. */
  secrets: readonly string[];
  /** Allows http and addresses that aren't public, for local mode. */
  allowsPrivate: boolean;
};

/** The status, or why there was none. */
export type WebhookAnswer =
  | { status: number; error: null; tookMs: number }
  | { status: null; error: string; tookMs: number };

/** Why a webhook can't go to a URL, or null if it can. Host names are checked at each call. */
export function problemOfWebhookUrl(
  text: string,
  allowsPrivate: boolean,
): "invalid" | "insecure" | "private" | null {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return "invalid";
  if (allowsPrivate) return null;
  if (url.protocol !== "https:") return "insecure";
  return isPrivateHost(url) ? "private" : null;
}

/** Signs and sends a webhook. Doesn't follow redirects, and never throws. */
export async function sendWebhook(webhook: OutgoingWebhook): Promise<WebhookAnswer> {
  const { url, id, at, body, secrets, allowsPrivate } = webhook;
  const startedAt = performance.now();
  const tookMs = () => Math.round(performance.now() - startedAt);
  if (problemOfWebhookUrl(url, allowsPrivate)) {
    return { status: null, error: refusal, tookMs: 0 };
  }
  const attributes = { "peer.service": "webhook" } as const;
  return inSpan({ name: "call webhook", kind: "client", attributes }, async (span) => {
    try {
      const answer = await request(url, {
        method: "POST",
        dispatcher: allowsPrivate ? anyAgent : publicAgent,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          "content-type": "application/json",
          "user-agent": `${brand.name}-Webhooks/1`,
          "webhook-id": id,
          "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
          "webhook-signature": secrets
            .map((secret) => new Webhook(secret).sign(id, at, body))
            .join(" "),
        },
        body,
      });
      // The body is ignored. Reading a short one lets the connection be reused.
      await answer.body.dump({ limit: maxAnswerBytes }).catch(() => undefined);
      span.set({ "http.response.status_code": answer.statusCode });
      return { status: answer.statusCode, error: null, tookMs: tookMs() };
    } catch (error) {
      span.fail(error);
      return { status: null, error: describeCallError(error), tookMs: tookMs() };
    }
  });
}
