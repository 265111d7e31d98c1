import type { Timezone } from "@/lib/contracts/timezones";
import type { Transaction } from "@/lib/platform/database/database";
import { holdoverAfterMove, type TimezoneState } from "../../delivery/schedule/timezone-holdover";
import type { ImportRow } from "./read-row";

/** What a batch of lines changed. */
export type StoredBatch = {
  added: number;
  updated: number;
  /** Lines that match what is already stored. */
  unchanged: number;
};

type Change = { id: number; isNew: boolean };

/** A subscriber's subscription that counts: a Paddle one before an imported one, then the newest. */
type CurrentSubscription = {
  id: number;
  subscriberId: number;
  status: string;
  plan: string | null;
  endsAt: Date | null;
  isFromPaddle: boolean;
};

/** The status in a line. */
type WantedStatus = { subscriberId: number } & Pick<ImportRow, "plan" | "until"> & {
    status: string;
  };

/** The changes that give subscribers the status in their line. */
type StatusPlan = {
  /** Subscribers without a subscription. */
  insert: WantedStatus[];
  /** Imported subscriptions with a different status. */
  update: (WantedStatus & { subscriptionId: number })[];
};

/**
 * Stores a few thousand lines with set-based statements. Emails match in any case, and the stored
 * spelling stays. Each email may appear only once in `rows`.
 *
 * The statements look rows up by arrays instead of joining the input: while a table fills up, its
 * statistics say that it's tiny, and a join planned for that takes minutes.
 */
export async function storeImport(
  tx: Transaction,
  rows: readonly ImportRow[],
  now: Date,
): Promise<StoredBatch> {
  const holdovers = await findHoldovers(tx, rows, now);
  const changes = await upsertSubscribers(tx, rows, now);
  await storeHoldovers(tx, holdovers);
  const added = new Set(changes.filter((change) => change.isNew).map((change) => change.id));
  const updated = new Set(changes.filter((change) => !change.isNew).map((change) => change.id));

  const wanted = await findWantedStatuses(tx, rows);
  const plan = planStatuses(wanted, await findCurrentSubscriptions(tx, wanted));
  await insertSubscriptions(tx, plan.insert, now);
  await updateSubscriptions(tx, plan.update, now);
  for (const { subscriberId } of [...plan.insert, ...plan.update]) {
    if (!added.has(subscriberId)) updated.add(subscriberId);
  }
  return {
    added: added.size,
    updated: updated.size,
    unchanged: rows.length - added.size - updated.size,
  };
}

function planStatuses(
  wanted: readonly WantedStatus[],
  current: ReadonlyMap<number, CurrentSubscription>,
): StatusPlan {
  const plan: StatusPlan = { insert: [], update: [] };
  for (const want of wanted) {
    const subscription = current.get(want.subscriberId);
    if (!subscription) plan.insert.push(want);
    // Paddle is the source of truth for its own subscriptions.
    else if (!subscription.isFromPaddle && !isSame(subscription, want)) {
      plan.update.push({ ...want, subscriptionId: subscription.id });
    }
  }
  return plan;
}

/** Whether a subscription matches a line, which can leave out its plan and end. */
export function isSame(
  current: { status: string; plan: string | null; endsAt: Date | string | null },
  { status, plan, until }: Pick<WantedStatus, "status" | "plan" | "until">,
): boolean {
  const hasEnd = current.endsAt !== null && until !== null;
  return (
    current.status === status &&
    (plan === null || current.plan === plan) &&
    (until === null || (hasEnd && new Date(current.endsAt ?? 0).getTime() === Date.parse(until)))
  );
}

function upsertSubscribers(
  tx: Transaction,
  rows: readonly ImportRow[],
  now: Date,
): Promise<Change[]> {
  return tx.$queryRaw<Change[]>`
    INSERT INTO subscribers
      (email, name, phone, timezone, email_enabled, sms_enabled, sms_consent_at, created_at)
    SELECT email, name, phone, timezone, "emailEnabled", "smsEnabled", "smsConsentAt", ${now}
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS input(
        email text, name text, phone text, timezone text,
        "emailEnabled" boolean, "smsEnabled" boolean, "smsConsentAt" timestamptz)
    ON CONFLICT (lower(email)) DO UPDATE SET
      name = EXCLUDED.name, phone = EXCLUDED.phone, timezone = EXCLUDED.timezone,
      email_enabled = EXCLUDED.email_enabled, sms_enabled = EXCLUDED.sms_enabled,
      sms_consent_at = EXCLUDED.sms_consent_at, updated_at = ${now}
    WHERE (subscribers.name, subscribers.phone, subscribers.timezone, subscribers.email_enabled,
           subscribers.sms_enabled, subscribers.sms_consent_at)
      IS DISTINCT FROM (EXCLUDED.name, EXCLUDED.phone, EXCLUDED.timezone, EXCLUDED.email_enabled,
           EXCLUDED.sms_enabled, EXCLUDED.sms_consent_at)
    RETURNING id, xmax = 0 AS "isNew"`;
}

type Holdover = Pick<TimezoneState, "holdoverDate" | "holdoverTimezone"> & { id: number };

/** The holdovers of subscribers whose time zone the lines change, as after a change of their own. */
async function findHoldovers(
  tx: Transaction,
  rows: readonly ImportRow[],
  now: Date,
): Promise<Holdover[]> {
  const timezones = new Map<string, Timezone>(
    rows.map((row) => [row.email.toLowerCase(), row.timezone]),
  );
  const current = await tx.$queryRaw<(TimezoneState & { id: number; address: string })[]>`
    SELECT id, lower(email) AS address, timezone, holdover_date AS "holdoverDate",
           holdover_timezone AS "holdoverTimezone"
      FROM subscribers WHERE lower(email) = ANY(${[...timezones.keys()]}::text[])
     ORDER BY id FOR UPDATE`;
  return current.flatMap(({ id, address, ...state }) => {
    const timezone = timezones.get(address) ?? state.timezone;
    return timezone === state.timezone ? [] : [{ id, ...holdoverAfterMove(state, timezone, now) }];
  });
}

async function storeHoldovers(tx: Transaction, holdovers: readonly Holdover[]): Promise<void> {
  if (holdovers.length === 0) return;
  await tx.$executeRaw`
    UPDATE subscribers s SET holdover_date = input.date, holdover_timezone = input.timezone
      FROM unnest(${holdovers.map(({ id }) => id)}::int[],
                  ${holdovers.map(({ holdoverDate }) => holdoverDate)}::date[],
                  ${holdovers.map(({ holdoverTimezone }) => holdoverTimezone)}::text[])
        AS input(id, date, timezone)
     WHERE s.id = input.id`;
}

async function findWantedStatuses(
  tx: Transaction,
  rows: readonly ImportRow[],
): Promise<WantedStatus[]> {
  const statuses = new Map(
    rows.flatMap(({ email, status, plan, until }) =>
      status ? [[email.toLowerCase(), { status, plan, until }] as const] : [],
    ),
  );
  const found = await tx.$queryRaw<{ id: number; address: string }[]>`
    SELECT id, lower(email) AS address FROM subscribers
     WHERE lower(email) = ANY(${[...statuses.keys()]}::text[])`;
  return found.flatMap(({ id, address }) => {
    const wanted = statuses.get(address);
    return wanted ? [{ subscriberId: id, ...wanted }] : [];
  });
}

async function findCurrentSubscriptions(
  tx: Transaction,
  wanted: readonly WantedStatus[],
): Promise<Map<number, CurrentSubscription>> {
  const rows = await tx.$queryRaw<CurrentSubscription[]>`
    SELECT DISTINCT ON (subscriber_id) id, subscriber_id AS "subscriberId", status, plan,
           CASE WHEN status = 'canceled' THEN access_ends_at ELSE cancel_at END AS "endsAt",
           paddle_subscription_id IS NOT NULL AS "isFromPaddle"
      FROM subscriptions
     WHERE subscriber_id = ANY(${wanted.map((want) => want.subscriberId)}::int[])
     ORDER BY subscriber_id, (paddle_subscription_id IS NOT NULL) DESC, id DESC`;
  return new Map(rows.map((row) => [row.subscriberId, row]));
}

// A canceled line without an end date doesn't entitle to the briefing.
async function insertSubscriptions(
  tx: Transaction,
  wanted: readonly WantedStatus[],
  now: Date,
): Promise<void> {
  if (wanted.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO subscriptions
      (subscriber_id, status, plan, cancel_at, access_ends_at, canceled_at, created_at)
    SELECT subscriber_id, status, plan,
           CASE WHEN status <> 'canceled' THEN ends_at END,
           CASE WHEN status = 'canceled' THEN ends_at END,
           CASE WHEN status = 'canceled' THEN ${now}::timestamptz END, ${now}
      FROM unnest(${wanted.map((want) => want.subscriberId)}::int[],
                  ${wanted.map((want) => want.status)}::text[],
                  ${wanted.map((want) => want.plan)}::text[],
                  ${wanted.map((want) => want.until)}::timestamptz[])
        AS input(subscriber_id, status, plan, ends_at)`;
}

async function updateSubscriptions(
  tx: Transaction,
  wanted: StatusPlan["update"],
  now: Date,
): Promise<void> {
  const kinds = Map.groupBy(wanted, ({ status, plan, until }) => `${status} ${plan} ${until}`);
  for (const changes of kinds.values()) {
    const [{ status, plan, until } = { status: "", plan: null, until: null }] = changes;
    const isCanceled = status === "canceled";
    await tx.subscription.updateMany({
      where: { id: { in: changes.map((change) => change.subscriptionId) } },
      data: {
        status,
        ...(plan !== null && { plan }),
        cancelAt: isCanceled ? null : until,
        accessEndsAt: isCanceled ? until : null,
        stoppedAt: null,
        canceledAt: isCanceled ? now : null,
        updatedAt: now,
      },
    });
  }
}
