import { brand } from "@/lib/brand";
import { localDateAt } from "@/lib/calendar/days";
import { channels } from "@/lib/contracts/primitives";
import { deliveryProblemSchema } from "@/lib/contracts/responses/health";
import { timezoneNames } from "@/lib/contracts/timezones";
import type { Metric, Sample } from "@/lib/platform/prometheus";
import { findLastCheck } from "../audit-log/check-log";
import { findBackups, isArchiveFailing } from "./backups";
import type { Context } from "../context";
import { listOutcomeCounts, sumCounts } from "../delivery/ledger/counts";
import { listDeliveryProblems } from "../delivery/monitoring/health";
import { isOf } from "../delivery/schedule/slots";
import { countQueues } from "./queues";

const states = ["pending", "accepted", "excluded", "failed", "missed"] as const;

const gauge = (name: string, help: string, samples: readonly Sample[]): Metric => ({
  name: `${brand.productKey}_${name}`,
  help,
  type: "gauge",
  samples,
});

/** Everything that is measured in the database, for all processes. docs/operations.md describes each. */
export async function collectMetrics(ctx: Context): Promise<Metric[]> {
  const groups = await Promise.all([
    collectDeliveries(ctx),
    collectHealth(ctx),
    collectQueues(ctx),
    collectWebhooks(ctx),
    collectBusiness(ctx),
    collectBackup(ctx),
  ]);
  return groups.flat();
}

/** Each zone's briefing of its own current date, by channel and state. */
async function collectDeliveries(ctx: Context): Promise<Metric[]> {
  const now = ctx.clock.now();
  const dates = new Map(timezoneNames.map((zone) => [zone, localDateAt(now, zone)] as const));
  const counted = await Promise.all(
    [...new Set(dates.values())].map(
      async (date) => [date, await listOutcomeCounts(ctx, date)] as const,
    ),
  );
  const counts = new Map(counted);
  const delivered = await countDelivered(ctx, [...counts.keys()]);
  const [planned, byState, received]: [Sample[], Sample[], Sample[]] = [[], [], []];
  for (const [zone, date] of dates) {
    for (const channel of channels) {
      const own = (counts.get(date) ?? []).filter(isOf({ timezone: zone, channel }));
      const labels = { zone, channel };
      planned.push({ labels, value: sumCounts(own) });
      for (const state of states) {
        byState.push({ labels: { ...labels, state }, value: sumCounts(own, state) });
      }
      const value = delivered.get(`${date} ${zone} ${channel}`) ?? 0;
      received.push({ labels, value });
    }
  }
  return [
    gauge("deliveries_planned", "Messages planned for each zone's current date.", planned),
    gauge(
      "deliveries",
      "The same messages by state; the states add up to the planned ones.",
      byState,
    ),
    gauge(
      "deliveries_delivered",
      "Accepted messages that the provider reports as delivered.",
      received,
    ),
  ];
}

async function countDelivered(
  { db }: Context,
  dates: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.$queryRaw<{ key: string; count: number }[]>`
    SELECT local_date || ' ' || timezone || ' ' || channel AS key, count(*)::int AS count
    FROM deliveries
    WHERE local_date = ANY(${dates}::date[]) AND provider_status = 'delivered'
    GROUP BY local_date, timezone, channel`;
  return new Map(rows.map(({ key, count }) => [key, count]));
}

async function collectHealth(ctx: Context): Promise<Metric[]> {
  const problems = await listDeliveryProblems(ctx);
  const counts = new Map<string, number>();
  for (const { code } of problems) counts.set(code, (counts.get(code) ?? 0) + 1);
  const codes = deliveryProblemSchema.shape.code.options;
  const samples = codes.map((code) => ({ labels: { code }, value: counts.get(code) ?? 0 }));
  const check = await findLastCheck(ctx);
  return [
    gauge("health_problems", "Delivery problems, by the code of /api/health/delivery.", samples),
    gauge(
      "audit_log_problems",
      "What the last verification of the audit log found.",
      check ? [{ value: check.problems.length }] : [],
    ),
  ];
}

async function collectQueues({ db }: Context): Promise<Metric[]> {
  const batches = await db.$queryRaw<{ channel: string; state: string; count: number }[]>`
    SELECT s.channel, b.state, count(*)::int AS count
    FROM delivery_batches b JOIN delivery_slots s ON s.id = b.slot_id
    WHERE b.state <> 'done' GROUP BY 1, 2`;
  const { notices, alerts, reports, auditEvents } = await countQueues({ db });
  const [workers] = await db.$queryRaw<{ running: number; ageS: number | null }[]>`
    SELECT count(*)::int AS running,
      extract(epoch FROM now() - max(heartbeat_at))::float8 AS "ageS"
    FROM workers WHERE stopped_at IS NULL`;
  const paused = await db.$queryRaw<{ provider: string; reason: string }[]>`
    SELECT provider, coalesce(pause_reason, '') AS reason FROM provider_rate_limits
    WHERE paused_until > now()`;
  const batchSamples = channels.flatMap((channel) =>
    ["ready", "sending", "unknown"].map((state) => ({
      labels: { channel, state },
      value: batches.find((each) => each.channel === channel && each.state === state)?.count ?? 0,
    })),
  );
  const age = workers?.ageS ?? null;
  return [
    gauge("batches_open", "Batches that aren't done, by channel and state.", batchSamples),
    gauge(
      "queue_waiting",
      "Work that workers have left, by queue.",
      Object.entries({ notices, alerts, reports, audit_events: auditEvents }).map(
        ([name, value]) => ({ labels: { queue: name }, value }),
      ),
    ),
    gauge("workers", "Workers that haven't stopped.", [{ value: workers?.running ?? 0 }]),
    gauge(
      "worker_heartbeat_age_seconds",
      "Time since the newest heartbeat of a worker.",
      age === null ? [] : [{ value: Math.max(0, age) }],
    ),
    gauge(
      "provider_paused",
      "1 while nothing is sent through a provider, with the reason.",
      paused.map((labels) => ({ labels, value: 1 })),
    ),
  ];
}

async function collectWebhooks({ db }: Context): Promise<Metric[]> {
  const [row] = await db.$queryRaw<
    Record<"waiting" | "failed" | "delivered" | "disabled", number>[]
  >`
    SELECT count(*) FILTER (WHERE next_try_at IS NOT NULL)::int AS waiting,
      count(*) FILTER (WHERE next_try_at IS NULL AND delivered_at IS NULL)::int AS failed,
      count(*) FILTER (WHERE next_try_at IS NULL AND delivered_at IS NOT NULL)::int AS delivered,
      (SELECT count(*)::int FROM webhook_endpoints WHERE disabled_at IS NOT NULL) AS disabled
    FROM webhook_deliveries`;
  const { disabled = 0, ...counts } = row ?? {};
  return [
    gauge(
      "webhook_deliveries",
      "Messages to outgoing webhooks in the last 30 days, by state.",
      Object.entries(counts).map(([state, value]) => ({ labels: { state }, value })),
    ),
    gauge("webhooks_disabled", "Outgoing webhooks that are turned off.", [{ value: disabled }]),
  ];
}

async function collectBusiness({ db }: Context): Promise<Metric[]> {
  const rows = await db.$queryRaw<{ status: string; count: number }[]>`
    SELECT status, count(*)::int AS count FROM subscriptions GROUP BY 1 ORDER BY 1`;
  return [
    gauge(
      "subscriptions",
      "Subscriptions by Paddle's status.",
      rows.map(({ status, count }) => ({ labels: { status }, value: count })),
    ),
  ];
}

async function collectBackup(ctx: Context): Promise<Metric[]> {
  const { last, lastGood } = await findBackups(ctx.db);
  const ageMs = lastGood && ctx.clock.now().getTime() - lastGood.finishedAt.getTime();
  const size = lastGood?.sizeBytes ?? null;
  const isFailing = await isArchiveFailing(ctx.db);
  return [
    gauge(
      "backup_age_seconds",
      "Age of the last good backup.",
      ageMs === null ? [] : [{ value: Math.max(0, ageMs / 1_000) }],
    ),
    gauge("backup_size_bytes", "Its size.", size === null ? [] : [{ value: size }]),
    gauge(
      "backup_failed",
      "1 if the last backup is empty, incomplete, or was reported as failed.",
      last ? [{ value: last.result === "failed" ? 1 : 0 }] : [],
    ),
    gauge(
      "archive_failing",
      "1 if the database server's last attempt to archive its changes failed.",
      isFailing === null ? [] : [{ value: isFailing ? 1 : 0 }],
    ),
  ];
}
