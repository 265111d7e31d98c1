import { toDatabaseDate } from "@/lib/calendar/days";
import { formatTimeIn, formatLongWeekdayMonthDay } from "@/lib/calendar/format";
import { cityOf } from "@/lib/calendar/zones";
import { type Channel, channels } from "@/lib/contracts/primitives";
import type { Database } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import { findActiveMessage } from "../../daily-messages/daily-messages";
import { hasBriefing } from "../../daily-messages/days-off";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import { raiseAlert } from "../../outbox/operator-alerts";
import { listBriefingPosts } from "../content/editions";
import { composeSmsText } from "../content/sms-text";
import { textIntervalMs } from "../schedule/batch-size";
import { isOf, slotsOfDate } from "../schedule/slots";
import { forecastSlots, measureEmailRate, type SlotForecast } from "./capacity";
import { listOutcomeCounts, sumCounts } from "../ledger/counts";

export type ForecastContext = Pick<Context, "db" | "clock" | "settings" | "sms">;

/** How long the size of the audience and the measured rate are reused, by the service's clock. */
const reusedMs = 60 * 60_000;

/** How many recent email slots the rate is measured from. */
const measuredSlots = 5;

/** How many people get the briefing, by zone and channel, and how fast email has been. */
type Expectation = {
  audience: Map<string, number>;
  /** How many of them have a suppressed address, so that they'll be excluded. */
  suppressed: Map<string, number>;
  /** On one channel or both. */
  people: number;
  emailsPerSecond: number;
};

const latest = new WeakMap<Database, { at: Date; expectation: Promise<Expectation> }>();

const keyOf = (timezone: string, channel: Channel) => `${timezone} ${channel}`;

async function countAudience({
  db,
  clock,
}: ForecastContext): Promise<Pick<Expectation, "audience" | "suppressed" | "people">> {
  const rows = await db.$queryRaw<
    {
      timezone: string;
      people: number;
      email: number;
      sms: number;
      bademail: number;
      badsms: number;
    }[]
  >`
    SELECT s.timezone, (count(*) FILTER (WHERE s.email_enabled OR s.sms_enabled))::int AS people,
      (count(*) FILTER (WHERE s.email_enabled))::int AS email,
      (count(*) FILTER (WHERE s.sms_enabled))::int AS sms,
      count(e.id)::int AS bademail, count(t.id)::int AS badsms
    FROM subscribers s
    LEFT JOIN suppressions e
      ON e.channel = 'email' AND e.address = lower(s.email) AND s.email_enabled
    LEFT JOIN suppressions t ON t.channel = 'sms' AND t.address = s.phone AND s.sms_enabled
    WHERE s.id IN (SELECT x.subscriber_id FROM subscriptions x WHERE is_entitled(x, ${clock.now()}))
      AND (s.paused_from IS NULL
        OR ${clock.now()}::date NOT BETWEEN s.paused_from AND s.paused_until)
    GROUP BY 1`;
  const mapOf = (names: Record<Channel, "email" | "sms" | "bademail" | "badsms">) =>
    new Map(
      rows.flatMap((row) =>
        channels.map((channel): [string, number] => [
          keyOf(row.timezone, channel),
          row[names[channel]],
        ]),
      ),
    );
  return {
    audience: mapOf({ email: "email", sms: "sms" }),
    suppressed: mapOf({ email: "bademail", sms: "badsms" }),
    people: rows.reduce((sum, row) => sum + row.people, 0),
  };
}

async function readEmailRate({ db }: ForecastContext): Promise<number> {
  const recent = await db.$queryRaw<{ emails: number; seconds: number }[]>`
    SELECT sum(a.accepted)::int AS emails,
      extract(epoch FROM max(a.ended_at) - min(a.started_at))::float8 AS seconds
    FROM (SELECT id, local_date FROM delivery_slots WHERE channel = 'email' AND closed_at IS NOT NULL
      ORDER BY opens_at DESC LIMIT ${measuredSlots}) s
    JOIN delivery_batches b ON b.slot_id = s.id
    JOIN send_attempts a ON a.batch_id = b.id AND a.local_date = s.local_date AND a.accepted > 0
    GROUP BY s.id`;
  return measureEmailRate(recent);
}

/** Counting all subscribers takes a second or two among a million, so the answer is reused. */
async function getExpectation(ctx: ForecastContext): Promise<Expectation> {
  const now = ctx.clock.now();
  const known = latest.get(ctx.db);
  const ageMs = known ? now.getTime() - known.at.getTime() : Infinity;
  if (known && ageMs >= 0 && ageMs < reusedMs) return known.expectation;
  const expectation = Promise.all([countAudience(ctx), readEmailRate(ctx)]).then(
    ([audience, emailsPerSecond]) => ({ ...audience, emailsPerSecond }),
  );
  latest.set(ctx.db, { at: now, expectation });
  expectation.catch(() => latest.delete(ctx.db));
  return expectation;
}

/** How many people get the briefing, and how fast it's sent. Up to an hour old. */
export async function describeAudience(ctx: ForecastContext) {
  const { audience, suppressed, people, emailsPerSecond } = await getExpectation(ctx);
  return {
    people,
    emailsPerSecond,
    /** What a slot that isn't planned yet will add up to. */
    of: (timezone: string, channel: Channel) => ({
      due: audience.get(keyOf(timezone, channel)) ?? 0,
      suppressed: suppressed.get(keyOf(timezone, channel)) ?? 0,
    }),
  };
}

/** The text of a date as it would be sent now; the latest one sent while there is none. */
async function findSmsText({ db, settings }: ForecastContext, localDate: string): Promise<string> {
  const [message, [post], edition] = await Promise.all([
    findActiveMessage({ db }, localDate),
    listBriefingPosts({ db }, localDate),
    db.edition.findFirst({ orderBy: { id: "desc" }, select: { smsText: true } }),
  ]);
  if (message !== null) return composeSmsText(message, post?.slug ?? null, settings.siteUrl);
  return edition?.smsText ?? "-";
}

/**
 * Forecasts when each slot of a date will have sent what it has left: of planned slots, their pending
 * rows; of the others, everyone who is entitled now.
 *
 * @param localDate YYYY-MM-DD
 */
export async function forecastDate(
  ctx: ForecastContext,
  localDate: string,
): Promise<SlotForecast[]> {
  if (!(await hasBriefing(ctx, localDate))) return [];
  const { emailLeadMinutes, smsSegmentsPerSecond } = ctx.settings;
  const [{ audience, emailsPerSecond }, counts, planned, smsText] = await Promise.all([
    getExpectation(ctx),
    listOutcomeCounts(ctx, localDate),
    ctx.db.deliverySlot.findMany({
      where: { localDate: toDatabaseDate(localDate), plannedAt: { not: null } },
      select: { timezone: true, channel: true, edition: { select: { smsText: true } } },
    }),
    findSmsText(ctx, localDate),
  ]);
  const loads = slotsOfDate(localDate, emailLeadMinutes).map((slot) => {
    const row = planned.find(isOf(slot));
    const pending = sumCounts(counts.filter(isOf(slot)), "pending");
    const messages = row ? pending : (audience.get(keyOf(slot.timezone, slot.channel)) ?? 0);
    const text = row?.edition?.smsText ?? smsText;
    if (slot.channel === "email" || messages === 0) return { ...slot, units: messages };
    const intervalMs = textIntervalMs(ctx.sms.countSegments(text), smsSegmentsPerSecond);
    return { ...slot, units: (messages * intervalMs * smsSegmentsPerSecond) / 1_000 };
  });
  const rates = { email: emailsPerSecond, sms: smsSegmentsPerSecond };
  const now = ctx.clock.now();
  return channels.flatMap((channel) =>
    forecastSlots(
      loads.filter((load) => load.channel === channel),
      rates[channel],
      now,
    ),
  );
}

/** `done about 8:14 AM`, for the operator. */
export function formatForecast({ finishesAt, timezone, isLate }: SlotForecast): string {
  if (!finishesAt) return "can't finish before it closes at 10:00 AM";
  const time = `done about ${formatTimeIn(finishesAt, timezone)}`;
  return isLate ? `${time}, too late` : time;
}

/** When the dates of a database were last checked, in minutes by the service's clock. */
const checkedMinutes = new WeakMap<Database, { localDate: string; minute: number }>();

/** Alerts the operator, once per date and channel, when slots can't finish by the promised time. */
export async function alertOverCapacity(ctx: Context, localDate: string): Promise<void> {
  const { smsSegmentsPerSecond, emailLeadMinutes } = ctx.settings;
  const day = formatLongWeekdayMonthDay(localDate);
  const late = (await forecastDate(ctx, localDate)).filter(({ isLate }) => isLate);
  for (const channel of channels) {
    const zones = late
      .filter((slot) => slot.channel === channel)
      .map(({ timezone, minutes }) => ({ city: cityOf(timezone), minutes }));
    if (zones.length === 0) continue;
    await raiseAlert(ctx, {
      key: `capacity:${localDate}:${channel}`,
      ...(channel === "sms"
        ? operatorAlertMessages.textsOverCapacity(day, zones, smsSegmentsPerSecond)
        : operatorAlertMessages.emailsOverCapacity(day, zones, emailLeadMinutes)),
    });
  }
}

/** As `alertOverCapacity`, at most once a minute: the tick calls it twice a second. */
export async function alertOverCapacityEachMinute(ctx: Context, localDate: string): Promise<void> {
  const minute = Math.floor(ctx.clock.now().getTime() / 60_000);
  const checked = checkedMinutes.get(ctx.db);
  if (checked?.localDate === localDate && checked.minute === minute) return;
  checkedMinutes.set(ctx.db, { localDate, minute });
  await alertOverCapacity(ctx, localDate);
}
