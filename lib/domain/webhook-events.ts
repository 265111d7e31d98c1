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

/** Generous, so that a burst of thousands of reports waits instead of failing. Real time. */
const transactionLimits = { maxWait: 10_000, timeout: 20_000 };

/**
 * How many events a process applies at once. Fewer than its connections, so that a burst of webhooks
 * never keeps a page or a sign-up waiting for one.
 */
const concurrentEvents = 4;

/** Events appended in one statement. */
const eventsPerInsert = 500;

type Waiting<Item> = { item: Item; resolve(): void; reject(error: unknown): void };

/** An event to append. Times and JSON are text, because PostgreSQL's arrays take one type. */
type AppendedEvent = {
  source: WebhookSource;
  eventId: string;
  kind: string;
  payload: string;
  report: string;
  occurredAt: string | null;
  receivedAt: string;
};

/** What waits for the database in this process. */
type Intake = {
  applying: number;
  toApply: (() => void)[];
  isAppending: boolean;
  toAppend: Waiting<AppendedEvent>[];
};

// Next gives each route its own copy of this module. They share the process and its connections.
const shared: typeof globalThis & { webhookIntakes?: WeakMap<Database, Intake> } = globalThis;

function intakeOf(db: Database): Intake {
  shared.webhookIntakes ??= new WeakMap();
  const known = shared.webhookIntakes.get(db);
  if (known) return known;
  const intake: Intake = { applying: 0, toApply: [], isAppending: false, toAppend: [] };
  shared.webhookIntakes.set(db, intake);
  return intake;
}

/** Runs a task once fewer than `concurrentEvents` are running, in the order of the calls. */
async function inTurn<Result>(intake: Intake, task: () => Promise<Result>): Promise<Result> {
  if (intake.applying >= concurrentEvents) {
    await new Promise<void>((resolve) => intake.toApply.push(resolve));
  } else {
    intake.applying += 1;
  }
  try {
    return await task();
  } finally {
    const next = intake.toApply.shift();
    if (next) next();
    else intake.applying -= 1;
  }
}

async function insertEvents(db: Database, events: readonly AppendedEvent[]): Promise<void> {
  // In one order everywhere, so that two processes that append the same events can't block each other.
  const sorted = events.toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1));
  const column = (name: keyof AppendedEvent) => sorted.map((event) => event[name]);
  await db.$executeRaw`/* prepared */
    INSERT INTO webhook_events
      (source, event_id, month, kind, payload, report, occurred_at, received_at)
    SELECT source, event_id, date_trunc('month', received_at::timestamptz AT TIME ZONE 'UTC'), kind,
      payload::jsonb, report::jsonb, occurred_at::timestamptz, received_at::timestamptz
    FROM unnest(${column("source")}::text[], ${column("eventId")}::text[], ${column("kind")}::text[],
      ${column("payload")}::text[], ${column("report")}::text[], ${column("occurredAt")}::text[],
      ${column("receivedAt")}::text[])
      AS e (source, event_id, kind, payload, report, occurred_at, received_at)
    WHERE (
      SELECT true FROM webhook_events known
      WHERE known.source = e.source AND known.event_id = e.event_id LIMIT 1) IS NULL
    ON CONFLICT DO NOTHING`;
}

/** Appends in one statement; if it fails, each event on its own, so that one can't fail the others. */
async function appendSet(db: Database, set: readonly Waiting<AppendedEvent>[]): Promise<void> {
  try {
    await insertEvents(
      db,
      set.map(({ item }) => item),
    );
    for (const each of set) each.resolve();
  } catch (error) {
    if (set.length === 1) set[0]?.reject(error);
    else await Promise.all(set.map((each) => appendSet(db, [each])));
  }
}

/**
 * Appends an event, in one statement with all that arrive while the one before it runs. Returns once
 * it's committed.
 */
function append(db: Database, item: AppendedEvent): Promise<void> {
  const intake = intakeOf(db);
  const appendAll = async () => {
    intake.isAppending = true;
    while (intake.toAppend.length > 0) {
      await appendSet(db, intake.toAppend.splice(0, eventsPerInsert));
    }
    intake.isAppending = false;
  };
  return new Promise((resolve, reject) => {
    intake.toAppend.push({ item, resolve, reject });
    if (!intake.isAppending) void appendAll();
  });
}

/**
 * Stores an event under the provider's own ID and applies it in the same transaction, so that it's
 * applied exactly once. A concurrent duplicate waits for the first call. An event that can't be
 * applied leaves nothing behind, so the provider can retry it. Throws what `apply` throws.
 *
 * An event that may wait is only appended; `applyReports` applies it.
 */
export async function applyOnce<Event, Result>(
  ctx: Context,
  source: WebhookSource,
  providerEvent: ProviderEvent<Event>,
  handler: EventHandler<Event, Result>,
): Promise<AppliedEvent<Result>> {
  const { eventId, kind, payload, occurredAt, event } = providerEvent;
  const now = ctx.clock.now();
  const report = event === null ? null : (handler.deferrableOf?.(event) ?? null);
  if (report !== null) {
    await append(ctx.db, {
      source,
      eventId,
      kind,
      payload: JSON.stringify(payload),
      report: JSON.stringify(report),
      occurredAt: occurredAt?.toISOString() ?? null,
      receivedAt: now.toISOString(),
    });
    return { state: "appended" };
  }
  const subject = event === null ? null : (handler.subjectOf?.(event) ?? null);
  const store = async (tx: Transaction): Promise<AppliedEvent<Result>> => {
    // Stores and locks in one statement, because events arrive by the thousand. A null subject
    // locks nothing.
    const stored = await tx.$executeRaw`/* prepared */
      WITH stored AS (
        INSERT INTO webhook_events
          (source, event_id, month, kind, payload, occurred_at, received_at, applied_at)
        SELECT ${source}, ${eventId}, date_trunc('month', ${now}::timestamptz AT TIME ZONE 'UTC'),
          ${kind}, ${JSON.stringify(payload)}::jsonb, ${occurredAt}, ${now},
          ${event === null ? null : now}
        WHERE NOT EXISTS (
          SELECT 1 FROM webhook_events WHERE source = ${source} AND event_id = ${eventId})
        ON CONFLICT DO NOTHING RETURNING 1)
      SELECT pg_advisory_xact_lock(hashtextextended(${subject}, 0)) FROM stored`;
    if (stored === 0) return { state: "duplicate" };
    if (event === null) return { state: "ignored" };
    return { state: "applied", result: await handler.apply(ctx, tx, event) };
  };
  return inTurn(intakeOf(ctx.db), () => ctx.db.$transaction(store, transactionLimits));
}
