import type { Channel } from "@/lib/contracts/primitives";
import type { CallGuard } from "@/lib/platform/provider-call";
import type { Context } from "../../context";
import {
  createUnsubscribeToken,
  unsubscribeOneClickUrl,
  unsubscribePageUrl,
} from "../../contact/unsubscribe-token";
import { personalizeEmail } from "../content/edition-email";
import type { Claim, Recipient } from "./claim";
import { deliveryTag, formatDeliveryId } from "../ledger/delivery-id";
import type { SendFailure, TimedResult } from "./retry-policy";
import { FenceLostError } from "./worker-lease";

/** A text that isn't delivered within 45 minutes expires instead of arriving in the evening. */
const smsValidityS = 45 * 60;

/** A second, plus how much two calls' travel times to the provider may differ. */
const secondMs = 1_020;

/** When this process's last calls began, by provider. */
const lastTexts = new WeakMap<Context["sms"], number[]>();

/**
 * Waits until the next text may be sent. Batches start at their reserved times, but a busy machine delays
 * some texts and then has several to send at once.
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

/** The provider's answer for one ledger row. */
export type RowResult = Recipient & TimedResult;

/** The results of one attempt's calls. Recipients without a result are covered by `failures`. */
export type Sent = { results: RowResult[]; failures: SendFailure[] };

/** Stops calls of an attempt that must no longer be made: one to a recipient, or to all of them. */
export type Fence = (address: string | null) => CallGuard;

/** How many emails fit in a call, by provider, once a call was too large to be sent in time. */
const emailsPerCall = new WeakMap<Context["mail"], number>();

/** How many rows a call can have; null means all of a batch. */
export function rowsPerCall({ mail }: Pick<Context, "mail">, channel: Channel): number | null {
  return channel === "email" ? (emailsPerCall.get(mail) ?? null) : null;
}

/**
 * Halves the next calls when one couldn't be sent in time, because this machine's uplink is slow, and lets
 * them grow again when it can.
 */
function adaptCalls(mail: Context["mail"], emails: number, isUnsent: boolean): void {
  const limit = emailsPerCall.get(mail);
  if (isUnsent) emailsPerCall.set(mail, Math.max(1, Math.ceil(emails / 2)));
  else if (limit !== undefined && emails >= limit) {
    emailsPerCall.set(mail, Math.ceil(limit * 1.1));
  }
}

/** What an error of a call means: if it isn't from the fence, the call may have reached the provider. */
function toFailure(error: unknown): SendFailure {
  const state = error instanceof FenceLostError ? "fenced" : "unknown";
  return { state, detail: String(error) };
}

/** Sends a batch's emails in one call. */
export async function sendEmails(ctx: Context, claim: Claim, fence: Fence): Promise<Sent> {
  const { batch, edition, isTracked, recipients } = claim;
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
      tag: claim.attemptId,
      guard: fence(null),
    });
    adaptCalls(ctx.mail, messages.length, answer.state === "unsent" && answer.hasBegun);
    if (answer.state !== "answered") return { results: [], failures: [answer] };
    // A provider goes through a call in order, and may stop accepting in the middle.
    const results = recipients.flatMap((recipient, index) => {
      const result = answer.results[index];
      return result ? [{ ...recipient, result, startedAt: index }] : [];
    });
    return { results, failures: [] };
  } catch (error) {
    return { results: [], failures: [toFailure(error)] };
  }
}

/** Sends a batch's texts, each in its own call, without waiting for the previous one's answer. */
export async function sendTexts(
  { sms }: Pick<Context, "sms">,
  { batch, edition, recipients, pace }: Pick<Claim, "batch" | "edition" | "recipients" | "pace">,
  fence: Fence,
): Promise<Sent> {
  const sent: Sent = { results: [], failures: [] };
  const firstAt = performance.now();
  const sendOne = async (recipient: Recipient, index: number) => {
    const waitMs = firstAt + index * pace.intervalMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.ceil(waitMs)));
    let startedAt = performance.now();
    const guard = fence(recipient.address);
    const paced: CallGuard = {
      check: () => guard.check(),
      // The wait comes first, because who may get a text can change during it.
      async confirm() {
        await waitForSecond(sms, pace.perSecond);
        await guard.confirm();
        // A refusal is judged by what was accepted after it, so this is when the call begins.
        startedAt = performance.now();
      },
    };
    const text = {
      to: recipient.address,
      body: edition.smsText,
      validityS: smsValidityS,
      deliveryId: formatDeliveryId({ ...batch, subscriberId: recipient.subscriberId }),
    };
    const result: MessageAnswer = await sms.send(text, { guard: paced }).catch(toFailure);
    if (result.state === "accepted" || result.state === "refused") {
      sent.results.push({ ...recipient, result, startedAt });
    } else {
      sent.failures.push(result);
    }
  };
  await Promise.all(recipients.map(sendOne));
  return sent;
}

type MessageAnswer = TimedResult["result"] | SendFailure;
