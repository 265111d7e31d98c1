import { randomUUID } from "node:crypto";
import { brand } from "@/lib/brand";
import type { RenderedEmail } from "@/tests/support/every-email";

/** RFC 2045, section 6.7: lines of at most 76 characters, with the `=` where one is broken. */
function quotedPrintable(text: string): string {
  const encode = (byte: number) =>
    byte >= 32 && byte <= 126 && byte !== 61
      ? String.fromCodePoint(byte)
      : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  return text
    .split("\n")
    .map((line) => {
      const lines = [""];
      for (const byte of Buffer.from(line.replace(/ $/, "\u0000"))) {
        const next = byte === 0 ? "=20" : encode(byte);
        if ((lines.at(-1) ?? "").length + next.length > 75) lines.push("");
        lines[lines.length - 1] += next;
      }
      return lines.join("=\r\n");
    })
    .join("\r\n");
}

function base64(text: string): string {
  return Buffer.from(text.replaceAll("\n", "\r\n"))
    .toString("base64")
    .replaceAll(/.{76}(?=.)/g, "$&\r\n");
}

/** How the two parts of an email can travel. Postmark doesn't document which it uses. */
export const encodings = ["quoted-printable", "base64", "8bit"] as const;

export type TransferEncoding = (typeof encodings)[number];

const transferEncodings: Record<TransferEncoding, (text: string) => string> = {
  "quoted-printable": quotedPrintable,
  base64,
  "8bit": (text) => text.replaceAll("\n", "\r\n"),
};

function part(type: string, text: string, encoding: TransferEncoding): string {
  const body = transferEncodings[encoding](text);
  return `Content-Type: ${type}; charset=UTF-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n`;
}

/** A header's value, as RFC 2047 writes what isn't ASCII: in words of at most 75 characters. */
function headerText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  if (/^[\u0000-\u007f]*$/.test(text)) return text;
  return (text.match(/.{1,10}/gsu) ?? [])
    .map((words) => `=?UTF-8?B?${Buffer.from(words).toString("base64")}?=`)
    .join("\r\n ");
}

/**
 * An email as it arrives at its recipient (RFC 5322), with the headers that Postmark adds. It has no
 * DKIM signature, which only a lookup could confirm.
 *
 * @param date in the past, because one in the future looks like spam
 */
export function toMime(
  email: RenderedEmail,
  { encoding, date, isBriefing }: { encoding: TransferEncoding; date: Date; isBriefing: boolean },
): string {
  const id = randomUUID();
  const received = date.toUTCString().replace("GMT", "+0000");
  const boundary = `mk3-${id.replaceAll("-", "")}`;
  const unsubscribe = `https://${brand.domain}/api/unsubscribe/MTIzNDU2Nzg5.${"a".repeat(22)}`;
  return [
    "Return-Path: <pm_bounces@pm-bounces.threeline.example>",
    // Some rules excuse a relay named after what it does, as Postmark's are.
    "Received: from pm195.mtasv.net (pm195.mtasv.net [104.245.209.195])",
    "\tby mx.sample.example (Postfix) with ESMTPS id 4XyZ12345z1",
    `\tfor <ada@sample.example>; ${received}`,
    `From: ${brand.name} <briefing@${brand.domain}>`,
    `Reply-To: ${brand.supportAddress}`,
    "To: ada@sample.example",
    `Subject: ${headerText(email.subject)}`,
    `Date: ${received}`,
    `Message-ID: <${id}@mtasv.net>`,
    ...(isBriefing
      ? [`List-Unsubscribe: <${unsubscribe}>`, "List-Unsubscribe-Post: List-Unsubscribe=One-Click"]
      : []),
    "Feedback-ID: s1234567-_:s1234567:a654321:postmark",
    "X-Complaints-To: abuse@postmarkapp.com",
    `X-PM-Message-Id: ${id}`,
    "MIME-Version: 1.0",
    `Content-Type: multipart/alternative; boundary=${boundary}; charset=UTF-8`,
    "",
    `--${boundary}`,
    part("text/plain", email.text, encoding) +
      `--${boundary}\r\n` +
      part("text/html", email.html, encoding) +
      `--${boundary}--`,
    "",
  ].join("\r\n");
}
