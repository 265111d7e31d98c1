import type { CallGuard } from "@/lib/platform/provider-call";
import type { Context } from "../../context";
import type { MessageResult } from "../../ports/send-outcome";
import {
  createUnsubscribeToken,
  unsubscribeOneClickUrl,
  unsubscribePageUrl,
} from "../../contact/unsubscribe-token";
import { personalizeEmail, type PreparedEdition } from "../content/edition-email";
import type { BatchSlot, Recipient } from "./claim";
import { deliveryTag, formatDeliveryId } from "../ledger/delivery-id";
import type { RecordedResult } from "./record";
import type { SendFailure } from "./retry-policy";
import { FenceLostError } from "./worker-lease";

/** A text that isn't delivered within 45 minutes expires instead of arriving in the evening. */
const smsValidityS = 45 * 60;

/** How fast texts may leave. */
export type TextPace = {
  /** From the start of one call to that of the next, in a batch (real time). */
  intervalMs: number;
  /** The most calls of this process within any second. */
  perSecond: number;
};

/** A second, and what a call's way to the provider may differ from the next one's. */
const secondMs = 1_020;

/** When each process's last calls began, by the provider they went to. */
const lastTexts = new WeakMap<Context["sms"], number[]>();

/**
 * Waits until another text may leave. Batches follow each other at the reserved time, but a busy machine
 * delays some texts and then has several to send at once.
 */
async function waitForSecond(sms: Context["sms"], perSecond: number): Promise<void> {
  const times = lastTexts.get(sms) ?? [];
  lastTexts.set(sms, times);
  for (;;) {
    const now = performance.now();
    const waitMs = (times.at(-perSecond) ?? -Infinity) + secondMs - now;
    if (waitMs <= 0) {
      times.push(now);
      if (times.length > 2 * perSecond) times.splice(0, perSecond);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.ceil(waitMs)));
  }
}

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
  { edition, isTracked }: { edition: PreparedEdition; isTracked: boolean },
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
      return { ...email, isTracked, tag: deliveryTag(key) };
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
 */
export async function sendTexts(
  { sms }: Pick<Context, "sms">,
  batch: BatchSlot,
  edition: PreparedEdition,
  recipients: readonly Recipient[],
  guard: CallGuard,
  { intervalMs, perSecond }: TextPace,
): Promise<Sent> {
  const sent: Sent = { results: [], failures: [] };
  const startedAt = performance.now();
  const paced: CallGuard = {
    check: () => guard.check(),
    async confirm() {
      await guard.confirm();
      await waitForSecond(sms, perSecond);
    },
  };
  const sendOne = async (recipient: Recipient, index: number) => {
    const waitMs = startedAt + index * intervalMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.ceil(waitMs)));
    const text = {
      to: recipient.address,
      body: edition.smsText,
      validityS: smsValidityS,
      deliveryId: formatDeliveryId({ ...batch, subscriberId: recipient.subscriberId }),
    };
    const answer: MessageResult | SendFailure = await sms
      .send(text, { guard: paced })
      .catch(toFailure);
    if (answer.state === "accepted" || answer.state === "refused") {
      sent.results.push({ ...recipient, result: answer });
    } else {
      sent.failures.push(answer);
    }
  };
  await Promise.all(recipients.map(sendOne));
  return sent;
}
