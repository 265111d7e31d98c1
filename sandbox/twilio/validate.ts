import { z } from "zod";
import type { NewMessage } from "../messages/message";
import type { SandboxParts } from "../parts";
import { twilioRefusal } from "./failure";
import { findMagicNumber } from "./magic-numbers";

const formSchema = z.looseObject({
  To: z.string().optional(),
  From: z.string().optional(),
  MessagingServiceSid: z.string().optional(),
  Body: z.string().optional(),
  StatusCallback: z.string().optional(),
  ValidityPeriod: z.string().optional(),
});

type MessageForm = z.infer<typeof formSchema>;

const maxBodyCharacters = 1_600;
const maxValidityS = 36_000;
/** US and UK short codes (twilio.com/docs/api/errors/21265). */
const shortCode = /^\d{5,6}$/;
/** In North America and the UK (twilio.com/docs/api/errors/21268). */
const premiumRate = /^\+(?:1900|449)/;
const e164 = /^\+[1-9]\d{6,14}$/;

/** Returns whether a string is a phone number in E.164. */
export function isPhoneNumber(text: string): boolean {
  return e164.test(text);
}

/**
 * Validates the form of a new text the way Twilio does.
 *
 * @throws ProviderRefusal with Twilio's error code
 */
export function readMessageForm(
  input: unknown,
  accountSid: string,
  parts: SandboxParts,
): NewMessage {
  const parsed = formSchema.safeParse(input ?? {});
  if (!parsed.success) throw twilioRefusal(400, 21_601, "The form isn't valid.");
  const form = parsed.data;
  const to = readRecipient(form, parts);
  const from = readSender(form, parts);
  const body = readBody(form);
  return {
    channel: "sms",
    provider: "twilio",
    from,
    to,
    subject: null,
    text: body,
    html: null,
    headers: {},
    metadata: {},
    tag: null,
    stream: null,
    details: {
      messagingServiceSid: form.MessagingServiceSid || null,
      ...readValidity(form),
      ...readStatusCallback(form, accountSid),
    },
  };
}

function readRecipient(form: MessageForm, { suppressions }: SandboxParts): string {
  const given = form.To?.trim();
  if (!given) throw twilioRefusal(400, 21_604, "A 'To' phone number is required.");
  if (shortCode.test(given)) {
    throw twilioRefusal(400, 21_265, `'To' number ${given} cannot be a Short Code`);
  }
  const to = /^[1-9]\d{9,14}$/.test(given) ? `+${given}` : given;
  if (!isPhoneNumber(to)) throw invalidNumber(given);
  if (premiumRate.test(to)) {
    throw twilioRefusal(
      400,
      21_268,
      "Sending to Premium rate or Information Service numbers is not allowed",
    );
  }
  const magic = findMagicNumber(to);
  if (magic?.code === 21_211) throw invalidNumber(given);
  const hasOptedOut = suppressions.find("twilio", "", to) !== null || magic?.code === 21_610;
  if (hasOptedOut) {
    throw twilioRefusal(400, 21_610, "Attempt to send to unsubscribed recipient");
  }
  if (magic?.outcome === "rejected") {
    throw twilioRefusal(
      400,
      magic.code,
      `'To' number ${to} can't receive texts: ${magic.meaning}.`,
    );
  }
  return to;
}

function invalidNumber(given: string) {
  return twilioRefusal(400, 21_211, `The 'To' number ${given} is not a valid phone number.`);
}

function readSender(form: MessageForm, { credentials }: SandboxParts): string {
  if (form.MessagingServiceSid) {
    if (/^MG[0-9a-f]{32}$/i.test(form.MessagingServiceSid)) return credentials.twilio.from;
    throw twilioRefusal(
      400,
      21_701,
      `The Messaging Service ${form.MessagingServiceSid} does not exist.`,
    );
  }
  if (!form.From) throw twilioRefusal(400, 21_603, "A 'From' phone number is required.");
  if (isPhoneNumber(form.From)) return form.From;
  throw twilioRefusal(400, 21_212, `The 'From' number ${form.From} is not a valid phone number.`);
}

function readBody(form: MessageForm): string {
  if (!form.Body) throw twilioRefusal(400, 21_602, "Message body is required.");
  if (form.Body.length <= maxBodyCharacters) return form.Body;
  throw twilioRefusal(
    400,
    21_617,
    `The concatenated message body exceeds the ${maxBodyCharacters} character limit`,
  );
}

function readValidity(form: MessageForm) {
  if (form.ValidityPeriod === undefined) return {};
  const seconds = Number(form.ValidityPeriod);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= maxValidityS) {
    return { validityPeriodS: seconds };
  }
  throw twilioRefusal(
    400,
    21_622,
    `The validity period ${form.ValidityPeriod} is not between 1 and ${maxValidityS}.`,
  );
}

function readStatusCallback(form: MessageForm, accountSid: string) {
  if (!form.StatusCallback) return {};
  const isUrl =
    URL.canParse(form.StatusCallback) && /^https?:$/.test(new URL(form.StatusCallback).protocol);
  if (isUrl) return { statusCallback: form.StatusCallback, accountSid };
  throw twilioRefusal(
    400,
    21_609,
    `The StatusCallback URL ${form.StatusCallback} is not a valid URL.`,
  );
}
