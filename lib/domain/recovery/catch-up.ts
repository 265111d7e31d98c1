import { localDateAt } from "@/lib/calendar/days";
import { dayMs, minuteMs } from "@/lib/calendar/units";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import { replayErasures } from "../erasure/replay-erasures";
import { reconcile } from "../billing/reconcile";
import type { Context } from "../context";
import { liftStop, suppress } from "../contact/suppressions";
import { readReply } from "../contact/texts/read-reply";
import { openSlots } from "../delivery/schedule/slots";
import { raiseAlert } from "../outbox/operator-alerts";
import { runOnce } from "../billing/run-once";
import { replayChoices } from "./replay-choices";

/** Backups are deleted after this many days, so none can be missing older replies. */
const repliesDays = 30;

/**
 * Adds the addresses that the email provider suppresses.
 *
 * @returns how many are new
 */
async function addSuppressedEmails(ctx: Context): Promise<number> {
  const occurredAt = ctx.clock.now();
  const listed = await ctx.mail.listSuppressed();
  const known = await ctx.db.suppression.findMany({
    where: { channel: "email", address: { in: listed.map((each) => each.address.toLowerCase()) } },
    select: { address: true },
  });
  const addresses = new Set(known.map(({ address }) => address));
  let found = 0;
  for (const { address, reason } of listed) {
    if (addresses.has(address.toLowerCase())) continue;
    const event = { channel: "email", address, source: "postmark", occurredAt } as const;
    if (await ctx.db.$transaction((tx) => suppress(ctx, tx, event, reason))) found += 1;
  }
  return found;
}

/**
 * Applies the last STOP or START of every number.
 *
 * @returns how many are new
 */
async function applyReplies(ctx: Context, since: Date): Promise<number> {
  const done = new Set<string>();
  let found = 0;
  for (const { number: address, body, at: occurredAt } of await ctx.sms.listReplies(since)) {
    const command = readReply(body);
    if (done.has(address) || (command !== "STOP" && command !== "START")) continue;
    done.add(address);
    const event = { channel: "sms", address, source: "twilio", occurredAt } as const;
    const isNew = await ctx.db.$transaction((tx) =>
      command === "STOP" ? suppress(ctx, tx, event, "stop") : liftStop(ctx, tx, event),
    );
    if (isNew) found += 1;
  }
  return found;
}

/** Nightly from this hour on, in UTC. */
const nightHourUtc = 3;

/** How long before a zone's texts: half an hour. */
const beforeOpeningMs = 30 * minuteMs;

/** How far before the last comparison replies are listed again: Twilio's list may lag, and its clock differ. */
const overlapMs = 60 * minuteMs;

/** The comparison that is due: before a zone's briefing, or at night. Null in between. */
function dueComparison(now: Date): string | null {
  for (const { localDate, timezone, opensAt } of openSlots(
    new Date(now.getTime() + beforeOpeningMs),
    0,
  )) {
    if (opensAt > now) return `opt-outs:${localDate}:${timezone}`;
  }
  return now.getUTCHours() < nightHourUtc ? null : `opt-outs:${localDateAt(now, "UTC")}`;
}

/**
 * Compares whom the providers don't send to, and the replies to our texts, with what we know: a webhook of
 * Twilio's is requested once, and may not have reached us. Once a night, and half an hour before each zone's
 * briefing. The operator is told what was found.
 */
export async function compareOptOuts(ctx: Context): Promise<void> {
  const key = dueComparison(ctx.clock.now());
  if (key === null) return;
  await runOnce(ctx, key, async () => {
    const last = await ctx.db.billingRun.aggregate({
      where: { key: { startsWith: "opt-outs:" } },
      _max: { completedAt: true },
    });
    const since = last._max.completedAt
      ? last._max.completedAt.getTime() - overlapMs
      : ctx.clock.now().getTime() - repliesDays * dayMs;
    const emails = await addSuppressedEmails(ctx);
    const numbers = await applyReplies(ctx, new Date(since));
    if (emails + numbers === 0) return;
    await raiseAlert(ctx, { key, ...operatorAlertMessages.optOutsFound(emails, numbers) });
  });
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
  await applyReplies(ctx, new Date(ctx.clock.now().getTime() - repliesDays * dayMs));
}
