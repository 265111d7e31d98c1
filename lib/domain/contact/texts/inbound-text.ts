import { helpReply, startReply, stopReply, unclearReply } from "@/lib/messages/texts";
import type { Transaction } from "@/lib/platform/database/database";
import { shortenAddress } from "@/lib/platform/logger";
import { mayBeTexted } from "../phone-numbers";
import type { Context } from "../../context";
import type { InboundText } from "../../ports/provider-reports";
import { liftStop, suppress } from "../suppressions";
import { readReply } from "./read-reply";
import { findSuppressionOf } from "./service-text";
import { countUnclearReply } from "./text-limits";

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

/** Keeps a text for the team to read, and replies at most once a day with how to stop. */
async function askBack(ctx: Context, tx: Transaction, text: InboundText): Promise<string | null> {
  await tx.webhookEvent.updateMany({
    where: { source: "twilio", eventId: text.eventId },
    data: { problem: "unclear" },
  });
  if ((await findSuppressionOf({ db: tx }, text.from)) !== null) return null;
  return (await countUnclearReply(ctx, text.from)) ? unclearReply(ctx.settings.siteUrl) : null;
}

/**
 * Applies a text that someone sent us: STOP suppresses the number on every account that has it, START only
 * lifts a STOP, and HELP gets a reply. The team reads texts that may or may not be a STOP.
 *
 * @returns the reply; null when there's none, including when the provider has already replied, and to
 *   a number that isn't texted, where a reply would cost money
 */
export async function applyInboundText(
  ctx: Context,
  tx: Transaction,
  text: InboundText,
): Promise<string | null> {
  // One text per number at a time, across all processes.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`text:${text.from}`}, 0))`;
  const command = text.handledAs ?? readReply(text.body);
  if (!command) return null;
  if (command === "unclear") return askBack(ctx, tx, text);
  ctx.log.info({ command, from: shortenAddress(text.from) }, "text command received");
  const reply =
    command === "HELP" ? helpReply : await (command === "STOP" ? stop : start)(ctx, tx, text.from);
  return text.handledAs || !mayBeTexted(text.from) ? null : reply;
}
