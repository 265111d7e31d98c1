import { helpReply, startReply, stopReply } from "@/lib/messages/texts";
import type { Transaction } from "@/lib/platform/database/database";
import { shortenAddress } from "@/lib/platform/logger";
import type { Context } from "../../context";
import type { InboundText } from "../../ports/provider-reports";
import { liftStop, suppress } from "../suppressions";

/** What a reply asks for. */
export type TextCommand = "STOP" | "START" | "HELP";

const commands: ReadonlyMap<string, TextCommand> = new Map([
  ...["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"].map(
    (word) => [word, "STOP"] as const,
  ),
  ...["START", "YES", "UNSTOP"].map((word) => [word, "START"] as const),
  ...["HELP", "INFO"].map((word) => [word, "HELP"] as const),
]);

/** Reads a reply in any case, whatever spaces, punctuation or emoji stand around or within it. */
export function readTextCommand(body: string): TextCommand | null {
  const letters = body
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
  return commands.get(letters) ?? null;
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
 * Does what a reply asks for: STOP suppresses the number on every account that carries it, START
 * takes a STOP back and nothing more, HELP is answered.
 *
 * @returns what to answer; null when nothing, as when the provider has answered already, so that
 *   a person gets one confirmation at most
 */
export async function applyInboundText(
  ctx: Context,
  tx: Transaction,
  text: InboundText,
): Promise<string | null> {
  const command = text.handledAs ?? readTextCommand(text.body);
  if (!command) return null;
  ctx.log.info({ command, from: shortenAddress(text.from) }, "a reply by text");
  const reply =
    command === "HELP" ? helpReply : await (command === "STOP" ? stop : start)(ctx, tx, text.from);
  return text.handledAs ? null : reply;
}
