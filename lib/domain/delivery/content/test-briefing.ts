import { randomUUID } from "node:crypto";
import type { BriefingTest } from "@/lib/contracts/briefings";
import { briefingMessages } from "@/lib/messages/briefings";
import { AppError } from "@/lib/platform/app-error";
import { recordAudit, type Actor } from "../../audit";
import type { Context } from "../../context";
import { findGap } from "../../daily-messages/days-off";
import { enforceTextLimits } from "../../contact/texts/text-limits";
import { parsePhoneNumber } from "../../contact/phone-numbers";
import { requireReachable, sendTextDirectly } from "../../contact/texts/service-text";
import { listBriefingPosts, type ComposedBriefing } from "./editions";
import { composeUnsaved } from "./preview";

const messages = briefingMessages;

/**
 * Sends a briefing to an email address, a phone number, or both, marked as a test. It isn't recorded in
 * the ledger, and it uses the transactional stream, where unsubscribing doesn't affect briefings.
 *
 * @returns the recipients, in the order of sending
 * @throws AppError 400 for an invalid number or a message that's too long; 409 for a recipient that the
 *   provider doesn't deliver to; 502 if the provider doesn't accept it; 429 like `enforceTextLimits`. If the
 *   text fails, the email has already been sent
 */
export async function sendTestBriefing(
  ctx: Context,
  { email, phoneNumber, ...input }: BriefingTest,
  { actor, clientAddress }: { actor: Actor; clientAddress: string },
): Promise<string[]> {
  const number = phoneNumber === undefined ? undefined : parsePhoneNumber(ctx, phoneNumber);
  const { date, message } = input;
  const [post = null] = await listBriefingPosts(ctx, date);
  const gap = await findGap(ctx, date);
  const briefing = await composeUnsaved(ctx, { localDate: date, message, post, gap });
  if (number !== undefined) {
    await requireReachable(ctx, number);
    await enforceTextLimits(ctx, { phoneNumber: number, clientAddress, subscriberId: null });
  }
  if (email !== undefined) await sendEmail(ctx, email, briefing);
  if (number !== undefined) {
    await sendText(ctx, number, briefing).catch((error: unknown) => {
      throw email === undefined ? error : afterEmail(error);
    });
  }
  const sentTo = [email, number].filter((recipient) => recipient !== undefined);
  await recordAudit(ctx, ctx.db, {
    actor,
    action: "briefing.tested",
    subject: `briefing:${input.date}`,
    detail: { sentTo },
  });
  return sentTo;
}

/** Adds to a failed text that the email was sent. */
function afterEmail(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { status, field, message: detail } = error;
  return new AppError(status, messages.emailSentBut(error.userMessage), { field, detail });
}

async function sendEmail(ctx: Context, to: string, briefing: ComposedBriefing): Promise<void> {
  const { emailSubject, emailHtml: html, emailText: text } = briefing;
  const answer = await ctx.mail.sendBatch(
    [{ to, subject: `${messages.testMark}${emailSubject}`, html, text }],
    { stream: "transactional", tag: randomUUID() },
  );
  if (answer.state !== "answered") {
    throw new AppError(502, messages.emailNotSent, { detail: answer.detail });
  }
  const [result] = answer.results;
  if (result?.state === "refused") {
    throw new AppError(409, messages.emailRefused, { field: "email", detail: result.detail });
  }
}

async function sendText(
  ctx: Context,
  phoneNumber: string,
  { smsText }: ComposedBriefing,
): Promise<void> {
  const message = `${messages.testMark}${smsText}`;
  await sendTextDirectly(ctx, { phoneNumber, message, failed: messages.textNotSent });
}
