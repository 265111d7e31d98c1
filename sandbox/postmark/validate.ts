import { z } from "zod";
import type { NewMessage } from "../messages/message";
import type { Suppressions } from "../state/suppressions";
import { parseAddresses, type PostmarkAddress } from "./addresses";
import { postmarkErrorCodes, type PostmarkFailure } from "./failure";

export type ValidationResult =
  | { accepted: true; message: NewMessage; toField: string }
  | { accepted: false; failure: PostmarkFailure };

const text = z.string().nullish();

const messageSchema = z.object({
  From: text,
  To: text,
  Cc: text,
  Bcc: text,
  ReplyTo: text,
  Subject: text,
  HtmlBody: text,
  TextBody: text,
  Tag: text,
  MessageStream: text,
  TrackOpens: z.boolean().nullish(),
  TrackLinks: text,
  Headers: z.array(z.object({ Name: z.string(), Value: z.string() })).nullish(),
  Attachments: z.array(z.looseObject({ Name: z.string() })).nullish(),
  Metadata: z.record(z.string(), z.string()).nullish(),
});

type PostmarkMessage = z.infer<typeof messageSchema>;

const streams = ["outbound", "broadcast"];
const maxRecipients = 50;
const maxBodyBytes = 5 * 1024 * 1024;
const maxTagLength = 1_000;
const maxSubjectLength = 2_000;
const maxMetadataFields = 10;
const maxMetadataName = 20;
const maxMetadataValue = 80;
const lineBreak = /[\r\n]/;

/** Validates one message the way Postmark does. */
export function validateMessage(input: unknown, suppressions: Suppressions): ValidationResult {
  const parsed = messageSchema.safeParse(input);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join(".") || "message";
    return refuse(postmarkErrorCodes.invalidJson, `The JSON of '${field}' isn't valid.`);
  }
  const message = parsed.data;
  const stream = message.MessageStream || "outbound";
  if (!streams.includes(stream)) {
    return refuse(
      postmarkErrorCodes.unknownStream,
      `The 'MessageStream' provided does not exist on this server: ${stream}.`,
    );
  }
  const problem = findProblem(message);
  if (problem !== null) return refuse(postmarkErrorCodes.invalidEmailRequest, problem);
  const to = parseAddresses(message.To ?? "") ?? [];
  const inactive = findInactive(recipientsOf(message), stream, suppressions);
  if (inactive !== null) return refuse(postmarkErrorCodes.inactiveRecipient, inactive);
  return {
    accepted: true,
    toField: message.To ?? "",
    message: toNewMessage(message, to, stream),
  };
}

/** The result of a message with one of Postmark's error codes. */
export function refuse(code: number, message: string): ValidationResult {
  return { accepted: false, failure: { ErrorCode: code, Message: message } };
}

function recipientsOf(message: PostmarkMessage): PostmarkAddress[] {
  return [message.To, message.Cc, message.Bcc].flatMap(
    (field) => parseAddresses(field ?? "") ?? [],
  );
}

function findProblem(message: PostmarkMessage): string | null {
  return (
    findAddressProblem(message) ??
    findContentProblem(message) ??
    findHeaderProblem(message) ??
    findMetadataProblem(message.Metadata ?? {})
  );
}

function findAddressProblem(message: PostmarkMessage): string | null {
  if (!message.From?.trim()) return "Invalid 'From' address: it is empty.";
  if (parseAddresses(message.From)?.length !== 1) {
    return `Invalid 'From' address: '${message.From}'.`;
  }
  for (const name of ["To", "Cc", "Bcc"] as const) {
    if (parseAddresses(message[name] ?? "") === null) {
      return `Invalid '${name}' address: '${message[name]}'.`;
    }
  }
  const recipients = recipientsOf(message).length;
  if (recipients === 0) return "Zero recipients specified.";
  return recipients > maxRecipients
    ? `Too many recipients: ${recipients}; the limit is ${maxRecipients}.`
    : null;
}

function findContentProblem(message: PostmarkMessage): string | null {
  const bodies = [message.HtmlBody ?? "", message.TextBody ?? ""];
  if (bodies.every((body) => body === "")) {
    return "Provide either email TextBody or HtmlBody or both.";
  }
  if (bodies.some((body) => Buffer.byteLength(body) > maxBodyBytes)) {
    return "The body is too long: the limit is 5 MB.";
  }
  const subject = message.Subject ?? "";
  if (subject.length > maxSubjectLength) return "The 'Subject' is too long.";
  if (lineBreak.test(subject)) return "The 'Subject' must not contain line breaks.";
  return (message.Tag ?? "").length > maxTagLength ? "The 'Tag' is too long." : null;
}

function findHeaderProblem(message: PostmarkMessage): string | null {
  const broken = (message.Headers ?? []).find(
    ({ Name, Value }) => !/^[!-9;-~]+$/.test(Name) || lineBreak.test(Value),
  );
  return broken ? `Invalid header '${broken.Name}'.` : null;
}

function findMetadataProblem(metadata: Record<string, string>): string | null {
  const fields = Object.entries(metadata);
  if (fields.length > maxMetadataFields) {
    return `Metadata can have up to ${maxMetadataFields} fields.`;
  }
  const long = fields.find(
    ([name, value]) => name.length > maxMetadataName || value.length > maxMetadataValue,
  );
  return long
    ? `Metadata field '${long[0]}' is too long: names can have up to ${maxMetadataName} characters, values up to ${maxMetadataValue}.`
    : null;
}

function findInactive(
  recipients: PostmarkAddress[],
  stream: string,
  suppressions: Suppressions,
): string | null {
  const inactive = recipients.filter(
    ({ Email }) => suppressions.find("postmark", stream, Email) !== null,
  );
  if (inactive.length < recipients.length) return null;
  const found = inactive.map(({ Email }) => Email).join(", ");
  return `You tried to send to recipient(s) that have been marked as inactive. Found inactive addresses: ${found}. Inactive recipients are ones that have generated a hard bounce, a spam complaint, or a manual suppression.`;
}

function toNewMessage(message: PostmarkMessage, to: PostmarkAddress[], stream: string): NewMessage {
  return {
    channel: "email",
    provider: "postmark",
    from: message.From ?? "",
    to: to.map(({ Email }) => Email).join(", "),
    subject: message.Subject ?? "",
    text: message.TextBody ?? null,
    html: message.HtmlBody ?? null,
    headers: Object.fromEntries([
      ...(message.ReplyTo ? [["Reply-To", message.ReplyTo] as const] : []),
      ...(message.Headers ?? []).map(({ Name, Value }) => [Name, Value] as const),
    ]),
    metadata: message.Metadata ?? {},
    tag: message.Tag || null,
    stream,
    details: {
      // A bare address is already in `to`; also storing it here would make every body different.
      ...(to.some(({ Name }) => Name !== "") && { to: message.To ?? "" }),
      ...(message.Cc && { cc: message.Cc }),
      ...(message.Bcc && { bcc: message.Bcc }),
      ...(message.TrackOpens && { trackOpens: true }),
      ...(message.TrackLinks && { trackLinks: message.TrackLinks }),
      ...(message.Attachments?.length && {
        attachments: message.Attachments.map(({ Name }) => Name),
      }),
    },
  };
}
