import type { CallGuard } from "@/lib/platform/provider-call";
import type { Context } from "../../context";
import type { MessageResult } from "../../ports/send-outcome";
import {
  createUnsubscribeToken,
  unsubscribeOneClickUrl,
  unsubscribePageUrl,
} from "../../subscribers/unsubscribe-token";
import { personalizeEmail, type PreparedEdition } from "../content/edition-email";
import type { BatchSlot, Recipient } from "./claim";
import { deliveryTag, formatDeliveryId } from "./delivery-id";
import type { RecordedResult } from "./record";
import type { SendFailure } from "./retry-policy";
import { FenceLostError } from "./worker-lease";

/** A text that isn't delivered within 45 minutes expires instead of arriving in the evening. */
const smsValidityS = 45 * 60;

/** The results of one attempt's calls. Recipients without a result are covered by `failures`. */
export type Sent = { results: RecordedResult[]; failures: SendFailure[] };

/** What a call that threw means: if the fence didn't stop it, it may have reached the provider. */
function toFailure(error: unknown): SendFailure {
  const state = error instanceof FenceLostError ? "fenced" : "unknown";
  return { state, detail: String(error) };
}

/**
 * Sends a batch's emails in one call.
 *
 * @param guard stops the call when it must not be made any longer
 */
export async function sendEmails(
  ctx: Context,
  batch: BatchSlot,
  attemptId: string,
  edition: PreparedEdition,
  recipients: readonly Recipient[],
  guard: CallGuard,
): Promise<Sent> {
  const { siteUrl, signingSecret } = ctx.settings;
  try {
    const messages = recipients.map((recipient) => {
      const { subscriberId, address } = recipient;
      const token = createUnsubscribeToken(recipient, signingSecret);
      const key = { ...batch, subscriberId };
      const email = personalizeEmail(edition, {
        to: address,
        deliveryId: formatDeliveryId(key),
        unsubscribePageUrl: unsubscribePageUrl(siteUrl, token),
        oneClickUrl: unsubscribeOneClickUrl(siteUrl, token),
      });
      return { ...email, tag: deliveryTag(key) };
    });
    const answer = await ctx.mail.sendBatch(messages, {
      stream: "broadcast",
      tag: attemptId,
      guard,
    });
    if (answer.state !== "answered") return { results: [], failures: [answer] };
    const results = recipients.flatMap((recipient, index) => {
      const result = answer.results[index];
      return result ? [{ ...recipient, result }] : [];
    });
    return { results, failures: [] };
  } catch (error) {
    return { results: [], failures: [toFailure(error)] };
  }
}

/**
 * Sends a batch's texts, each in its own call, one after the other begins.
 *
 * @param guard stops calls that must not be made any longer
 * @param intervalMs from the start of one call to that of the next (real time)
 */
export async function sendTexts(
  { sms }: Pick<Context, "sms">,
  batch: BatchSlot,
  edition: PreparedEdition,
  recipients: readonly Recipient[],
  guard: CallGuard,
  intervalMs: number,
): Promise<Sent> {
  const sent: Sent = { results: [], failures: [] };
  const startedAt = performance.now();
  const sendOne = async (recipient: Recipient, index: number) => {
    const waitMs = startedAt + index * intervalMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.ceil(waitMs)));
    const text = {
      to: recipient.address,
      body: edition.smsText,
      validityS: smsValidityS,
      deliveryId: formatDeliveryId({ ...batch, subscriberId: recipient.subscriberId }),
    };
    const answer: MessageResult | SendFailure = await sms.send(text, { guard }).catch(toFailure);
    if (answer.state === "accepted" || answer.state === "refused") {
      sent.results.push({ ...recipient, result: answer });
    } else {
      sent.failures.push(answer);
    }
  };
  await Promise.all(recipients.map(sendOne));
  return sent;
}
