import { randomUUID } from "node:crypto";
import type { Channel } from "@/lib/contracts/primitives";
import { deliveryHistoryMessages } from "@/lib/messages/deliveries";
import { AppError } from "@/lib/platform/app-error";
import { recordAudit, type Actor } from "../../audit";
import type { Context } from "../../context";
import { refundResendHits, enforceResendLimits } from "./resend-limits";
import type { CallFailure, MessageResult } from "../../ports/send-outcome";
import {
  createUnsubscribeToken,
  unsubscribeOneClickUrl,
  unsubscribePageUrl,
} from "../../contact/unsubscribe-token";
import { describeReason } from "./describe-delivery";
import { formatDeliveryId } from "../ledger/delivery-id";
import { getEdition, personalizeEmail, type PreparedEdition } from "../content/edition-email";
import { addressOf, getReader, findTodaysDelivery, type Reader } from "./reader";
import { suppressRefused } from "../engine/record";
import { findResendRefusal } from "./resend-rules";

/** Seconds. The reader wants the text now; it is of no use later. */
const textValidityS = 10 * 60;

/**
 * Resends today's briefing to the reader's own address, with the content of their ledger row. A
 * resend adds no ledger row; an audit event records it and its outcome.
 *
 * @throws AppError 409 when there is nothing to resend, it's still pending, or the reader can't be
 *   reached now; 503 when the provider is unavailable or its outcome is unknown
 */
export async function resendTodaysBriefing(
  ctx: Context,
  input: {
    subscriberId: number;
    channel: Channel;
    clientAddress: string | null;
    /** Who asks for it, if not the subscriber, and why. */
    by?: { actor: Actor; why: string };
  },
): Promise<void> {
  const { subscriberId, channel } = input;
  const reader = await getReader(ctx, subscriberId);
  const { localDate, editionId, ...conditions } = await findTodaysDelivery(ctx, reader, channel);
  const refusal = findResendRefusal(channel, conditions);
  const address = addressOf(reader, channel);
  if (refusal !== null || editionId === null || address === null) {
    throw new AppError(409, refusal ?? deliveryHistoryMessages.nothingToResend);
  }
  const edition = await getEdition(ctx, editionId);
  await enforceResendLimits(ctx, { ...input, address });
  const outcome = await send(ctx, reader, channel, address, edition, localDate);
  await recordAudit(ctx, ctx.db, {
    actor: input.by?.actor ?? `subscriber:${subscriberId}`,
    action: "briefing.resent",
    subject: `subscriber:${subscriberId}`,
    detail: {
      channel,
      localDate,
      editionId,
      outcome: outcome.state,
      ...(input.by && { why: input.by.why }),
    },
  });
  if (outcome.state === "accepted") return;
  if (outcome.state === "refused") {
    await suppressRefused(ctx, channel, [{ address, result: outcome }]);
    throw new AppError(409, deliveryHistoryMessages.unreachable(describeReason(outcome.reason)));
  }
  const { outcomeUnknown, providerUnavailable } = deliveryHistoryMessages;
  const detail = outcome.detail;
  if (outcome.state === "unknown") throw new AppError(503, outcomeUnknown, { detail });
  await refundResendHits(ctx, { ...input, address });
  throw new AppError(503, providerUnavailable, { detail });
}

async function send(
  ctx: Context,
  reader: Reader,
  channel: Channel,
  address: string,
  edition: PreparedEdition,
  localDate: string,
): Promise<MessageResult | CallFailure> {
  if (channel === "sms") {
    const { smsText: body } = edition;
    return ctx.sms.send({ to: address, body, validityS: textValidityS });
  }
  const { siteUrl, signingSecret } = ctx.settings;
  const person = { subscriberId: reader.id, createdAtMs: reader.createdAt.getTime() };
  const token = createUnsubscribeToken(person, signingSecret);
  const deliveryId = formatDeliveryId({ channel, localDate, subscriberId: reader.id });
  const mail = personalizeEmail(edition, {
    to: address,
    deliveryId,
    unsubscribePageUrl: unsubscribePageUrl(siteUrl, token),
    oneClickUrl: unsubscribeOneClickUrl(siteUrl, token),
  });
  // Not the `delivery` key: reports about this copy must not change the ledger row.
  const copy = { ...mail, metadata: { resend: deliveryId } };
  const answer = await ctx.mail.sendBatch([copy], { stream: "broadcast", tag: randomUUID() });
  if (answer.state !== "answered") return answer;
  return answer.results[0] ?? { state: "unknown", detail: "The provider returned no result." };
}
