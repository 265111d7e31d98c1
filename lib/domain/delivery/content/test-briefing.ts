import { randomUUID } from "node:crypto";
import type { BriefingTest } from "@/lib/contracts/briefings";
import { briefingMessages } from "@/lib/messages/briefings";
import { AppError } from "@/lib/platform/app-error";
import { recordAudit, type Actor } from "../../audit";
import type { Context } from "../../context";
import { takeTextHits } from "../../limits/text-limits";
import { parsePhoneNumber } from "../../subscribers/texts/phone-numbers";
import { requireReachable, sendTextDirectly } from "../../subscribers/texts/service-text";
import type { ComposedBriefing } from "./editions";
import { composeUnsaved } from "./preview";

const messages = briefingMessages;

/**
 * Sends a briefing to one address, one number or both, marked as a test. It enters no ledger and
 * goes by the transactional stream, where no reader's opt-out is touched.
 *
 * @returns where it went, in the order in which it was sent
 * @throws AppError 400 for a number that cannot exist; 409 for a recipient that the provider does
 *   not deliver to; 502 when nobody took it; 429 as `takeTextHits`. What was sent before stays sent
 */
export async function sendTestBriefing(
  ctx: Context,
  { email, phoneNumber, ...input }: BriefingTest,
  { actor, clientAddress }: { actor: Actor; clientAddress: string },
): Promise<string[]> {
  const number = phoneNumber === undefined ? undefined : parsePhoneNumber(phoneNumber);
  if (number !== undefined) {
    await requireReachable(ctx, number);
    await takeTextHits(ctx, number, clientAddress);
  }
  const { briefing } = await composeUnsaved(ctx, input);
  if (email !== undefined) await sendMail(ctx, email, briefing);
  if (number !== undefined) {
    await sendText(ctx, number, briefing).catch((error: unknown) => {
      throw email === undefined ? error : afterMail(error);
    });
  }
  const sentTo = [email, number].filter((place) => place !== undefined);
  await recordAudit(ctx, ctx.db, {
    actor,
    action: "briefing.tested",
    subject: `briefing:${input.date}`,
    detail: { sentTo },
  });
  return sentTo;
}

/** The same refusal, which says that the mail had left before. */
function afterMail(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { status, field, message: detail } = error;
  return new AppError(status, messages.mailSentBut(error.userMessage), { field, detail });
}

async function sendMail(ctx: Context, to: string, briefing: ComposedBriefing): Promise<void> {
  const { emailSubject, emailHtml: html, emailText: text } = briefing;
  const answer = await ctx.mail.sendBatch(
    [{ to, subject: `${messages.testMark}${emailSubject}`, html, text }],
    { stream: "transactional", tag: randomUUID() },
  );
  if (answer.state !== "answered") {
    throw new AppError(502, messages.mailNotSent, { detail: answer.detail });
  }
  const [result] = answer.results;
  if (result?.state === "refused") {
    throw new AppError(409, messages.mailRefused, { field: "email", detail: result.detail });
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
