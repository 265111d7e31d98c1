import { helpReply, startReply, stopReply } from "@/lib/messages/texts";
import type { Transaction } from "@/lib/platform/database/database";
import { shortenAddress } from "@/lib/platform/logger";
import { mayBeTexted } from "../../phone-numbers";
import type { Context } from "../../context";
import type { InboundText } from "../../ports/provider-reports";
import { liftStop, suppress } from "../suppressions";

/** A command that someone texted us. */
export type TextCommand = "STOP" | "START" | "HELP";

const commands: ReadonlyMap<string, TextCommand> = new Map([
  ...["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"].map(
    (word) => [word, "STOP"] as const,
  ),
  ...["START", "YES", "UNSTOP"].map((word) => [word, "START"] as const),
  ...["HELP", "INFO"].map((word) => [word, "HELP"] as const),
]);

/** Reads a command in any case, ignoring spaces, punctuation, and emoji. */
export function readTextCommand(body: string): TextCommand | null {
  const letters = body
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
  return commands.get(letters) ?? null;
}

/** Which story someone asks for: 1, 2, or 3, in any script's digits and with any punctuation. */
export function readStoryNumber(body: string): number | null {
  const [, digit] = /^[^\p{L}\p{N}]*([123])[^\p{L}\p{N}]*$/u.exec(body.normalize("NFKC")) ?? [];
  return digit === undefined ? null : Number(digit);
}

async function stop(ctx: Context, tx: Transaction, from: string): Promise<string | null> {
  const isNew = await suppress(ctx, tx, stopEventOf(ctx, from), "stop");
  return isNew ? stopReply(ctx.settings.siteUrl) : null;
}

async function start(ctx: Context, tx: Transaction, from: string): Promise<string | null> {
  const isLifted = await liftStop(ctx, tx, stopEventOf(ctx, from));
  return isLifted ? startReply(ctx.settings.siteUrl) : null;
}

function stopEventOf(ctx: Context, from: string) {
  return {
    channel: "sms",
    address: from,
    source: "twilio",
    occurredAt: ctx.clock.now(),
  } as const;
}

/**
 * Applies a text that someone sent us: STOP suppresses the number on every account that has it,
 * START only lifts a STOP, and HELP gets a reply.
 *
 * @returns the reply; null when there's none, including when the provider has already replied, and to
 *   a number that isn't texted, where a reply would cost money
 */
export async function applyInboundText(
  ctx: Context,
  tx: Transaction,
  text: InboundText,
): Promise<string | null> {
  const command = text.handledAs ?? readTextCommand(text.body);
  if (!command) return null;
  ctx.log.info({ command, from: shortenAddress(text.from) }, "text command received");
  const reply =
    command === "HELP" ? helpReply : await (command === "STOP" ? stop : start)(ctx, tx, text.from);
  return text.handledAs || !mayBeTexted(text.from) ? null : reply;
}
