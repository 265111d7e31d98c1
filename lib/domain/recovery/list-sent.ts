import { fromDatabaseDate } from "@/lib/calendar/days";
import { channels } from "@/lib/contracts/primitives";
import type { Context } from "../context";
import { listOverSlots } from "../delivery/engine/owed";
import { deliveryTag, parseDeliveryId, subscribersPerTag } from "../delivery/ledger/delivery-id";
import type { SentBriefing } from "../delivery/ledger/found-messages";
import { closedSlots, openSlots } from "../delivery/schedule/slots";
import type { FoundMail } from "../ports/mail";
import type { ListedSms } from "../ports/sms";
import { isServiceText } from "../contact/texts/service-text";

/** How long after a slot closed the provider may still accept its last text. */
const lateTextMs = 10 * 60_000;

/** How far a provider's clock may lag behind ours. */
const clockMarginMs = 2 * 60_000;

/** After this many tags in a row without email, there are no more. */
const emptyTags = 20;

/** How many tags are searched at the same time. */
const concurrentTags = 10;

/** A date and channel for which something may have been sent. */
type Sendable = Pick<SentBriefing, "localDate" | "channel">;

/** Slots that are open, or over but not closed yet. */
async function listUnsettled(ctx: Context): Promise<{ localDate: string; opensAt: Date }[]> {
  const stored = await ctx.db.deliverySlot.findMany({
    where: { closedAt: null, opensAt: { lte: ctx.clock.now() } },
    select: { localDate: true, opensAt: true },
  });
  return [
    ...openSlots(ctx.clock.now(), ctx.settings.emailLeadMinutes),
    ...(await listOverSlots(ctx)),
    ...stored.map((slot) => ({ ...slot, localDate: fromDatabaseDate(slot.localDate) })),
  ];
}

async function unsettledDates(ctx: Context): Promise<string[]> {
  return [...new Set((await listUnsettled(ctx)).map(({ localDate }) => localDate))];
}

/** The dates and channels for which something may have been sent and isn't final. */
export async function listSendable(ctx: Context): Promise<Sendable[]> {
  return (await unsettledDates(ctx)).flatMap((localDate) =>
    channels.map((channel) => ({ localDate, channel })),
  );
}

function toBriefings(mail: FoundMail): SentBriefing[] {
  const key = parseDeliveryId(mail.metadata["delivery"] ?? "");
  if (!key) return [];
  const { providerMessageId } = mail;
  return mail.recipients.map((address) => ({ ...key, address, providerMessageId }));
}

/**
 * Looks up the emails of the last dates, tag by tag, and passes them on in portions. Beyond the highest ID,
 * continues until no tag has any email.
 *
 * @param highestSubscriberId the highest ID known to have been used
 */
export async function listSentEmails(
  ctx: Context,
  highestSubscriberId: number,
  save: (sent: SentBriefing[]) => Promise<void>,
): Promise<void> {
  const lastTag = Math.floor(highestSubscriberId / subscribersPerTag);
  for (const localDate of await unsettledDates(ctx)) {
    let lastFound = lastTag;
    for (let first = 0; first <= lastFound + emptyTags; first += concurrentTags) {
      const tags = Array.from({ length: concurrentTags }, (_, index) => first + index);
      const found = await Promise.all(
        tags.map(async (tag) => {
          const subscriberId = tag * subscribersPerTag;
          const mails = await ctx.mail.findByTag(
            deliveryTag({ localDate, channel: "email", subscriberId }),
          );
          if (mails.length > 0) lastFound = Math.max(lastFound, tag);
          return mails;
        }),
      );
      await save(found.flat().flatMap(toBriefings));
    }
  }
}

/** The date of the briefing that a text was, judging by when it was sent; null for other texts. */
function dateOfText(ctx: Context, { at, body }: ListedSms): string | null {
  if (isServiceText(body)) return null;
  const { emailLeadMinutes } = ctx.settings;
  const slot = [
    ...openSlots(new Date(at.getTime() + clockMarginMs), emailLeadMinutes),
    ...openSlots(at, emailLeadMinutes),
    ...closedSlots(at, lateTextMs, emailLeadMinutes),
  ].find(({ channel }) => channel === "sms");
  return slot?.localDate ?? null;
}

/** The briefings that were texted since the first unsettled slot opened, newest first. */
export async function* listSentTexts(ctx: Context): AsyncGenerator<SentBriefing> {
  const opened = (await listUnsettled(ctx)).map(({ opensAt }) => opensAt.getTime());
  if (opened.length === 0) return;
  const since = new Date(Math.min(...opened) - clockMarginMs);
  for await (const text of ctx.sms.listSent(since)) {
    const localDate = dateOfText(ctx, text);
    if (localDate === null) continue;
    const { number: address, providerMessageId } = text;
    yield { localDate, channel: "sms", address, providerMessageId };
  }
}

/** The unsettled briefings that were emailed last, and the highest subscriber ID among them. */
export async function listNewestEmails(
  ctx: Context,
): Promise<{ sent: SentBriefing[]; highestSubscriberId: number }> {
  const mails = await ctx.mail.listNewest();
  const dates = new Set(await unsettledDates(ctx));
  const ids = mails.map(({ metadata }) => parseDeliveryId(metadata["delivery"] ?? ""));
  return {
    sent: mails.flatMap(toBriefings).filter(({ localDate }) => dates.has(localDate)),
    highestSubscriberId: Math.max(0, ...ids.map((id) => id?.subscriberId ?? 0)),
  };
}
