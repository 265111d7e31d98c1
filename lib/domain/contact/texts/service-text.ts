import { onboardingMessages } from "@/lib/messages/onboarding";
import {
  confirmationText,
  helpReply,
  phoneCodeText,
  startReply,
  stopReply,
  storyMark,
  testText,
} from "@/lib/messages/texts";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { mayBeTexted } from "../phone-numbers";
import type { Context } from "../../context";
import type { CallFailure, MessageResult } from "../../ports/send-outcome";

const placeholder = "000000";

/** A text that contains a code or an address, as the parts around it. */
function around(text: (part: string) => string): string[] {
  return text(placeholder).split(placeholder);
}

/** Our texts other than briefings; a text that contains all parts of an entry is one of them. */
const serviceTexts: readonly (readonly string[])[] = [
  [confirmationText],
  [testText],
  [helpReply],
  around(phoneCodeText),
  around(stopReply),
  around(startReply),
  ...[1, 2, 3].map((number) => [storyMark(number)]),
];

/** Whether a text is one of ours other than a briefing. A provider may have put words before it. */
export function isServiceText(body: string): boolean {
  return serviceTexts.some((parts) => parts.every((part) => body.includes(part)));
}

type SendFailure = Exclude<MessageResult | CallFailure, { state: "accepted" }>;

/** A text other than a briefing. */
export type ServiceText = {
  /** E.164; the caller has checked that we may text it. */
  phoneNumber: string;
  message: string;
  /** What the user sees when sending fails. */
  failed: string;
};

const refusals = {
  opted_out: onboardingMessages.phoneStopped,
  refused: onboardingMessages.phoneRefused,
};

/** A text that wasn't sent: 409 when the number can't get our texts, 502 otherwise. */
export class TextNotSentError extends AppError {
  constructor(
    /** `unconfirmed`: it may have been sent. */
    readonly reason: "unconfirmed" | "failed" | keyof typeof refusals,
    failed: string,
    options: { detail?: string; cause?: unknown },
  ) {
    const isRefused = reason === "opted_out" || reason === "refused";
    super(isRefused ? 409 : 502, isRefused ? refusals[reason] : failed, options);
  }
}

/**
 * Sends a text other than a briefing, through the automation webhook if one is configured, otherwise through
 * the SMS provider.
 *
 * @throws TextNotSentError
 */
export async function sendServiceText(ctx: Context, text: ServiceText): Promise<void> {
  if (!ctx.automation) return sendTextDirectly(ctx, text);
  const { phoneNumber, message, failed } = text;
  await ctx.automation.sendText({ phoneNumber, message }).catch((cause: unknown) => {
    throw new TextNotSentError("unconfirmed", failed, { cause });
  });
}

/**
 * Sends a text through the SMS provider, like briefings.
 *
 * @throws TextNotSentError
 */
export async function sendTextDirectly(
  ctx: Pick<Context, "sms">,
  { phoneNumber, message, failed }: ServiceText,
): Promise<void> {
  const outcome = await ctx.sms.send({ to: phoneNumber, body: message });
  if (outcome.state === "accepted") return;
  const { detail } = outcome;
  throw new TextNotSentError(reasonOf(outcome), failed, { detail });
}

function reasonOf(outcome: SendFailure): TextNotSentError["reason"] {
  if (outcome.state === "unknown") return "unconfirmed";
  if (outcome.state !== "refused" || outcome.reason === "filtered") return "failed";
  return outcome.reason === "opted_out" ? "opted_out" : "refused";
}

/**
 * Why we don't text a number: it replied STOP, or it can't receive texts. Null if we can.
 *
 * @param phoneNumber E.164
 */
export async function findSuppressionOf(
  ctx: { db: Pick<Transaction, "suppression"> },
  phoneNumber: string,
): Promise<keyof typeof refusals | null> {
  const suppression = await ctx.db.suppression.findUnique({
    where: { channel_address: { channel: "sms", address: phoneNumber } },
    select: { reason: true },
  });
  if (!suppression) return mayBeTexted(phoneNumber) ? null : "refused";
  return suppression.reason === "stop" ? "opted_out" : "refused";
}

/**
 * Rejects a number that is suppressed or of a kind that can't receive texts.
 *
 * @param phoneNumber E.164
 * @throws AppError 409
 */
export async function requireReachable(ctx: Context, phoneNumber: string): Promise<void> {
  const reason = await findSuppressionOf(ctx, phoneNumber);
  if (!reason) return;
  throw new AppError(409, refusals[reason], { field: "phoneNumber" });
}
