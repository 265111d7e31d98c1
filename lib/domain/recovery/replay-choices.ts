import { dayMs } from "@/lib/calendar/units";
import { toDatabaseDate } from "@/lib/calendar/days";
import { retentionPeriods } from "@/lib/contracts/retention";
import type { ChoiceRecord } from "@/lib/platform/data-folder/choice-files";
import { restorePause } from "../account/pause";
import type { Context } from "../context";
import { setChannelSwitch } from "../contact/channel-switch";

/** The database deletes choices after this many days; after that, a missing one proves nothing. */
const replayedDays = retentionPeriods.choice.days - 1;

/** Records about the same thing replace each other. */
const topicOf = ({ kind, subject }: ChoiceRecord) => `${subject} ${kind.split("_")[0]}`;

/** The choices in the data folder that are missing from the database, oldest first, without outdated ones. */
async function listLost(ctx: Context): Promise<ChoiceRecord[]> {
  const since = new Date(ctx.clock.now().getTime() - replayedDays * dayMs);
  const inFolder = (await ctx.choices.list()).filter(({ at }) => at > since);
  if (inFolder.length === 0) return [];
  const known = await listKnown(ctx, since);
  const ids = new Set(known.map(({ id }) => id));
  const newest = new Map<string, Date>();
  for (const record of known) newest.set(topicOf(record), record.at);
  return inFolder.filter((record) => {
    const newer = newest.get(topicOf(record)) ?? record.at;
    return !ids.has(record.id) && newer <= record.at;
  });
}

/** The choices in the database since an instant, oldest first. */
function listKnown(ctx: Context, since: Date): Promise<ChoiceRecord[]> {
  return ctx.db.$queryRaw<ChoiceRecord[]>`
    SELECT id, kind, subject, address, paused_from::text AS "pausedFrom",
      paused_until::text AS "pausedUntil", at
    FROM choices WHERE at > ${since} ORDER BY at`;
}

/**
 * Finds the people who made these choices: by account or, if that no longer exists because they were imported
 * again, by address, unless they deleted the account.
 */
async function findPeople(
  ctx: Context,
  records: readonly ChoiceRecord[],
): Promise<{ recordId: string; subscriberId: number; canGetTexts: boolean }[]> {
  return ctx.db.$queryRaw`
    WITH record AS MATERIALIZED (
      SELECT * FROM unnest(
        ${records.map(({ id }) => id)}::text[], ${records.map(({ kind }) => kind)}::text[],
        ${records.map(({ subject }) => subject)}::text[],
        ${records.map(({ address }) => address)}::text[]
      ) AS r (id, kind, subject, address)
    ), own AS MATERIALIZED (
      SELECT r.id, s.id AS subscriber_id, r.subject
      FROM subscribers s JOIN record r ON r.subject = erasure_hash(subscriber_name(s))
    ), found AS (
      SELECT id, subscriber_id FROM own
      UNION ALL
      SELECT r.id, s.id
      FROM (
        SELECT * FROM record
        WHERE subject NOT IN (SELECT subject FROM own)
          AND subject NOT IN (SELECT hash FROM erasures)) r
      JOIN subscribers s ON decode(r.address, 'hex') = CASE
        WHEN r.kind LIKE 'sms%' THEN address_hash(s.phone) ELSE address_hash(s.email) END
    )
    SELECT f.id AS "recordId", s.id AS "subscriberId",
      s.phone IS NOT NULL AND s.sms_consent_at IS NOT NULL AS "canGetTexts"
    FROM found f JOIN subscribers s ON s.id = f.subscriber_id`;
}

/**
 * Repeats channel switches and pauses, in the order in which they were chosen. Returns the choices whose
 * people were found.
 */
async function replaySettings(
  ctx: Context,
  records: readonly ChoiceRecord[],
): Promise<ChoiceRecord[]> {
  const people = Map.groupBy(await findPeople(ctx, records), ({ recordId }) => recordId);
  for (const { id, kind, pausedFrom: from, pausedUntil: until } of records) {
    for (const { subscriberId, canGetTexts } of people.get(id) ?? []) {
      if (kind === "pause") {
        await restorePause(ctx, subscriberId, from && until ? { from, until } : null);
        continue;
      }
      const channel = kind.startsWith("sms") ? "sms" : "email";
      const isOn = kind.endsWith("_on");
      if (channel === "sms" && isOn && !canGetTexts) continue;
      await setChannelSwitch(ctx, subscriberId, channel, isOn, "restore");
    }
  }
  return records.filter(({ id }) => people.has(id));
}

/** Stops subscriptions again that were stopped immediately. Returns the choices whose people were found. */
async function replayStops(
  ctx: Context,
  records: readonly ChoiceRecord[],
): Promise<ChoiceRecord[]> {
  const stopped = await ctx.db.$queryRaw<{ subject: string }[]>`
    UPDATE subscriptions p SET stopped_at = r.at, updated_at = ${ctx.clock.now()}
    FROM unnest(
      ${records.map(({ subject }) => subject)}::text[], ${records.map(({ at }) => at)}::timestamptz[]
    ) AS r (subject, at)
    WHERE p.stopped_at IS NULL AND subscription_hash(p) = r.subject
    RETURNING r.subject`;
  const subjects = new Set(stopped.map(({ subject }) => subject));
  return records.filter(({ subject }) => subjects.has(subject));
}

/**
 * Repeats what people chose after the backup was made: channels turned on or off, pauses, and briefings
 * stopped. Only the data folder knows; no provider does. Choices without a person are kept for next time,
 * because people may be imported later. Safe to repeat.
 */
export async function replayChoices(ctx: Context): Promise<void> {
  const lost = await listLost(ctx);
  const settings = lost.filter(({ kind }) => kind !== "stopped");
  const stops = lost.filter(({ kind }) => kind === "stopped");
  const replayed = [
    ...(settings.length > 0 ? await replaySettings(ctx, settings) : []),
    ...(stops.length > 0 ? await replayStops(ctx, stops) : []),
  ];
  await ctx.db.choice.createMany({
    data: replayed.map(({ pausedFrom, pausedUntil, ...record }) => ({
      ...record,
      pausedFrom: pausedFrom && toDatabaseDate(pausedFrom),
      pausedUntil: pausedUntil && toDatabaseDate(pausedUntil),
    })),
    skipDuplicates: true,
  });
}

/**
 * Copies choices that were made on another machine, or whose copy failed, to this machine's data folder.
 *
 * @param since how far back to look
 */
export async function copyChoices(ctx: Context, since: Date): Promise<void> {
  const known = await listKnown(ctx, since);
  if (known.length === 0) return;
  const ids = new Set((await ctx.choices.list()).map(({ id }) => id));
  await ctx.choices.append(known.filter(({ id }) => !ids.has(id)));
}
