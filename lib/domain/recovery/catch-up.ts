import { replayErasures } from "../erasure/replay-erasures";
import { reconcile } from "../billing/reconcile";
import type { Context } from "../context";
import { liftStop, suppress } from "../contact/suppressions";
import { readTextCommand } from "../contact/texts/inbound-text";
import { replayChoices } from "./replay-choices";

/** Backups are deleted after this many days, so none can lack older replies. */
const repliesDays = 30;

/** Adds the addresses that the email provider doesn't send to. */
async function addSuppressedEmails(ctx: Context): Promise<void> {
  const occurredAt = ctx.clock.now();
  for (const { address, reason } of await ctx.mail.listSuppressed()) {
    const event = { channel: "email", address, source: "postmark", occurredAt } as const;
    await ctx.db.$transaction(async (tx) => suppress(ctx, tx, event, reason));
  }
}

/** Applies the last STOP or START of every number. */
async function applyReplies(ctx: Context): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - repliesDays * 86_400_000);
  const done = new Set<string>();
  for (const { number: address, body, at: occurredAt } of await ctx.sms.listReplies(since)) {
    const command = readTextCommand(body);
    if (done.has(address) || (command !== "STOP" && command !== "START")) continue;
    done.add(address);
    const event = { channel: "sms", address, source: "twilio", occurredAt } as const;
    await ctx.db.$transaction(async (tx) => {
      if (command === "STOP") await suppress(ctx, tx, event, "stop");
      else await liftStop(ctx, tx, event);
    });
  }
}

/**
 * Gets from the data folder and the providers what a restored database lacks: deleted accounts,
 * subscriptions and cancellations, channels turned off, pauses, briefings stopped, bounces and complaints, and
 * replies. Safe to repeat.
 *
 * @throws when one of them can't be read; then nothing may be sent yet
 */
export async function catchUp(ctx: Context): Promise<void> {
  await replayErasures(ctx);
  await reconcile(ctx);
  // After the subscriptions that were bought since are there, because some may have been stopped.
  await replayChoices(ctx);
  await addSuppressedEmails(ctx);
  await applyReplies(ctx);
}
