import type { Database, Prisma, Transaction } from "@/lib/platform/database/database";
import type { Context } from "./context";
import type { ProviderEvent } from "./ports/provider-event";

export type WebhookSource = "paddle" | "postmark" | "twilio";

/** The outcome of a webhook call. Duplicates and kinds we don't use are fine. */
export type AppliedEvent<Result> =
  | { state: "applied"; result: Result }
  /** Stored, unless it's a duplicate, and applied within a second. */
  | { state: "appended" }
  | { state: "duplicate" }
  | { state: "ignored" };

/** What a module does with one provider's events. */
export type EventHandler<Event, Result> = {
  /**
   * What the event is about. Events with the same subject are applied one at a time across all
   * processes. Null (the default) when order doesn't matter.
   */
  subjectOf?(event: Event): string | null;
  /**
   * For events that arrive by the thousand and may wait a second: what is stored, for `applyReports` to
   * apply. Null (the default) when the event has to be applied before the answer.
   */
  deferrableOf?(event: Event): Prisma.InputJsonObject | null;
  /** Applies the event, in the transaction that stores it. */
  apply(ctx: Context, tx: Transaction, event: Event): Promise<Result>;
};

/** Generous, so that a burst of thousands of events waits instead of failing. Real time. */
const transactionLimits = { maxWait: 10_000, timeout: 20_000 };

/**
 * How many transactions a process has at once for the events of one provider. All together are fewer than
 * its connections, so that a burst never keeps a page or a sign-up waiting for one.
 */
const concurrentSets = 2;

/** Events applied in one transaction. Few, because what they're about is locked until it ends. */
const eventsPerSet = 16;

/** Events appended in one statement. */
const eventsPerInsert = 500;

/** An event as stored. Times and JSON are text, because PostgreSQL's arrays take one type. */
type StoredEvent = {
  source: WebhookSource;
  eventId: string;
  kind: string;
  payload: string;
  report: string | null;
  occurredAt: string | null;
  receivedAt: string;
  appliedAt: string | null;
  /** What to lock until the transaction ends. */
  subject: string | null;
};

type Waiting = {
  stored: StoredEvent;
  /** Null when there is nothing to do in the same transaction. */
  apply: ((tx: Transaction) => Promise<void>) | null;
  /** After a set has failed: one of the others may be to blame. */
  isAlone: boolean;
  /** Called once it's committed, with whether the event was new. */
  resolve(isNew: boolean): void;
  reject(error: unknown): void;
};

type Queue = { waiting: Waiting[]; running: number };

// Next gives each route its own copy of this module. They share the process and its connections.
const shared: typeof globalThis & { webhookQueues?: WeakMap<Database, Map<string, Queue>> } =
  globalThis;

function queueOf(db: Database, name: string): Queue {
  shared.webhookQueues ??= new WeakMap();
  const queues = shared.webhookQueues.get(db) ?? new Map<string, Queue>();
  shared.webhookQueues.set(db, queues);
  const queue = queues.get(name) ?? { waiting: [], running: 0 };
  queues.set(name, queue);
  return queue;
}

/**
 * Stores events that aren't stored yet, in any month, and locks what they are about: in one statement,
 * because they arrive by the thousand.
 *
 * @returns the IDs of those that are new
 */
async function insertEvents(
  db: Database | Transaction,
  events: readonly StoredEvent[],
): Promise<Set<string>> {
  // In one order everywhere, so that two processes that store the same events can't block each other.
  const sorted = events.toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1));
  const column = (name: keyof StoredEvent) => sorted.map((event) => event[name]);
  const rows = await db.$queryRaw<{ event_id: string }[]>`/* prepared */
    WITH event AS MATERIALIZED (
      SELECT * FROM unnest(${column("source")}::text[], ${column("eventId")}::text[],
        ${column("kind")}::text[], ${column("payload")}::text[], ${column("report")}::text[],
        ${column("occurredAt")}::text[], ${column("receivedAt")}::text[],
        ${column("appliedAt")}::text[], ${column("subject")}::text[])
        AS e (source, event_id, kind, payload, report, occurred_at, received_at, applied_at, subject)
    ), stored AS (
      INSERT INTO webhook_events
        (source, event_id, month, kind, payload, report, occurred_at, received_at, applied_at)
      SELECT source, event_id, date_trunc('month', received_at::timestamptz AT TIME ZONE 'UTC'),
        kind, payload::jsonb, report::jsonb, occurred_at::timestamptz, received_at::timestamptz,
        applied_at::timestamptz
      FROM event
      WHERE (
        SELECT true FROM webhook_events known
        WHERE known.source = event.source AND known.event_id = event.event_id LIMIT 1) IS NULL
      ON CONFLICT DO NOTHING
      RETURNING event_id
    ), ordered AS MATERIALIZED (
      SELECT event_id, subject FROM stored JOIN event USING (event_id) ORDER BY subject, event_id
    )
    SELECT event_id, pg_advisory_xact_lock(hashtextextended(subject, 0))::text FROM ordered`;
  return new Set(rows.map((row) => row.event_id));
}

/** Stores a set, and applies it in the same transaction. Returns the IDs of the events that are new. */
async function storeSet(db: Database, set: readonly Waiting[]): Promise<Set<string>> {
  const events = set.map(({ stored }) => stored);
  if (set.every(({ apply }) => apply === null)) return insertEvents(db, events);
  return db.$transaction(async (tx) => {
    const added = await insertEvents(tx, events);
    const applied = new Set<string>();
    for (const { stored, apply } of set) {
      if (!added.has(stored.eventId) || applied.has(stored.eventId)) continue;
      applied.add(stored.eventId);
      await apply?.(tx);
    }
    return added;
  }, transactionLimits);
}

/** Runs the first that wait, as one set. If it fails, each of them runs on its own. */
async function runNext(db: Database, queue: Queue, limit: number): Promise<void> {
  const alone = queue.waiting.findIndex((each) => each.isAlone);
  const count = alone === -1 ? limit : Math.max(1, Math.min(limit, alone));
  const set = queue.waiting.splice(0, count);
  try {
    const added = await storeSet(db, set);
    // The first of two calls with the same event has applied it.
    for (const each of set) each.resolve(added.delete(each.stored.eventId));
  } catch (error) {
    if (set.length === 1) set[0]?.reject(error);
    else queue.waiting.unshift(...set.map((each) => ({ ...each, isAlone: true })));
  }
}

/** Stores, and applies, an event in one transaction with others that wait. Whether it's new. */
function enqueue(
  db: Database,
  name: string,
  limits: { concurrent: number; size: number },
  event: Pick<Waiting, "stored" | "apply">,
): Promise<boolean> {
  const queue = queueOf(db, name);
  const run = async () => {
    queue.running += 1;
    while (queue.waiting.length > 0) await runNext(db, queue, limits.size);
    queue.running -= 1;
  };
  return new Promise((resolve, reject) => {
    queue.waiting.push({ ...event, isAlone: false, resolve, reject });
    if (queue.running < limits.concurrent) void run();
  });
}

/**
 * Stores an event under the provider's own ID and applies it in the same transaction, so that it's
 * applied exactly once. A concurrent duplicate waits for the first call. An event that can't be
 * applied leaves nothing behind, so the provider can retry it. Throws what `apply` throws.
 *
 * Events that arrive while others are being applied share a transaction. If it fails, each gets one of its
 * own. An event that may wait is only appended; `applyReports` applies it.
 */
export async function applyOnce<Event, Result>(
  ctx: Context,
  source: WebhookSource,
  providerEvent: ProviderEvent<Event>,
  handler: EventHandler<Event, Result>,
): Promise<AppliedEvent<Result>> {
  const { eventId, kind, payload, occurredAt, event } = providerEvent;
  const now = ctx.clock.now().toISOString();
  const report = event === null ? null : (handler.deferrableOf?.(event) ?? null);
  const common = { source, eventId, kind, payload: JSON.stringify(payload), receivedAt: now };
  const stored = { ...common, occurredAt: occurredAt?.toISOString() ?? null };
  if (report !== null) {
    const appended = { report: JSON.stringify(report), appliedAt: null, subject: null };
    const limits = { concurrent: 1, size: eventsPerInsert };
    await enqueue(ctx.db, "append", limits, { stored: { ...stored, ...appended }, apply: null });
    return { state: "appended" };
  }
  const applied: AppliedEvent<Result>[] = [];
  const apply = async (tx: Transaction) => {
    if (event !== null) {
      applied[0] = { state: "applied", result: await handler.apply(ctx, tx, event) };
    }
  };
  const isNew = await enqueue(
    ctx.db,
    source,
    { concurrent: concurrentSets, size: eventsPerSet },
    {
      stored: {
        ...stored,
        report: null,
        appliedAt: event === null ? null : now,
        subject: event === null ? null : (handler.subjectOf?.(event) ?? null),
      },
      apply: event === null ? null : apply,
    },
  );
  return isNew ? (applied[0] ?? { state: "ignored" }) : { state: "duplicate" };
}
