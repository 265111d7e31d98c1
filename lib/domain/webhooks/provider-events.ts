import type { Database, Prisma, Transaction } from "@/lib/platform/database/database";
import { limitTo } from "@/lib/platform/limit-to";
import type { Context } from "../context";
import type { ProviderEvent } from "../ports/provider-event";

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
   * For events that arrive by the thousand and can wait a second: what to store for `applyReports`. Null (the
   * default) if the event has to be applied before the answer.
   */
  deferrableOf?(event: Event): Prisma.InputJsonObject | null;
  /** Applies the event, in the transaction that stores it. */
  apply(ctx: Context, tx: Transaction, event: Event): Promise<Result>;
};

/** Generous, so that a burst of thousands of events waits instead of failing. Real time. */
const transactionLimits = { maxWait: 10_000, timeout: 20_000 };

/**
 * How many transactions a process has at once for one provider's events. Together they use fewer than all of
 * its connections, so that a burst never keeps a page or a sign-up waiting for one.
 */
const inTurn = limitTo(2);

/** Reports appended in one statement. */
const reportsPerInsert = 500;

/** An event as stored. Times and JSON are text, because a PostgreSQL array has only one type. */
type StoredEvent = {
  source: WebhookSource;
  eventId: string;
  kind: string;
  payload: string;
  report: string | null;
  occurredAt: string | null;
  receivedAt: string;
  appliedAt: string | null;
};

/**
 * Stores events that aren't stored yet, in any month: in one statement, because reports arrive by the
 * thousand.
 *
 * @returns how many are new
 */
function insertEvents(db: Database | Transaction, events: readonly StoredEvent[]): Promise<number> {
  // In the same order everywhere, so that two processes that store the same events can't deadlock.
  const sorted = events.toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1));
  const column = (name: keyof StoredEvent) => sorted.map((event) => event[name]);
  return db.$executeRaw`/* prepared */
    INSERT INTO webhook_events
      (source, event_id, month, kind, payload, report, occurred_at, received_at, applied_at)
    SELECT source, event_id, date_trunc('month', received_at::timestamptz AT TIME ZONE 'UTC'),
      kind, payload::jsonb, report::jsonb, occurred_at::timestamptz, received_at::timestamptz,
      applied_at::timestamptz
    FROM unnest(${column("source")}::text[], ${column("eventId")}::text[],
      ${column("kind")}::text[], ${column("payload")}::text[], ${column("report")}::text[],
      ${column("occurredAt")}::text[], ${column("receivedAt")}::text[],
      ${column("appliedAt")}::text[])
      AS event (source, event_id, kind, payload, report, occurred_at, received_at, applied_at)
    WHERE (
      SELECT true FROM webhook_events known
      WHERE known.source = event.source AND known.event_id = event.event_id LIMIT 1) IS NULL
    ON CONFLICT DO NOTHING`;
}

type WaitingReport = { event: StoredEvent; done: () => void; failed: (error: unknown) => void };

/** Reports that wait for a running insert. */
const waitingReports = new WeakMap<Database, WaitingReport[]>();

/** Appends the waiting reports. If a set fails, one report may be to blame, so each is tried alone. */
async function appendWaiting(db: Database, waiting: WaitingReport[]): Promise<void> {
  while (waiting.length > 0) {
    const set = waiting.splice(0, reportsPerInsert);
    try {
      await insertEvents(
        db,
        set.map(({ event }) => event),
      );
      for (const { done } of set) done();
    } catch {
      for (const { event, done, failed } of set) {
        try {
          await insertEvents(db, [event]);
          done();
        } catch (error) {
          failed(error);
        }
      }
    }
  }
  waitingReports.delete(db);
}

/** Stores a report, together with all others that arrive while the insert before it runs. */
function appendReport(db: Database, event: StoredEvent): Promise<void> {
  return new Promise((done, failed) => {
    const report = { event, done, failed };
    const waiting = waitingReports.get(db);
    if (waiting) {
      waiting.push(report);
      return;
    }
    const first = [report];
    waitingReports.set(db, first);
    void appendWaiting(db, first);
  });
}

/**
 * Stores an event under the provider's own ID and applies it in the same transaction, so that it's
 * applied exactly once. A concurrent duplicate waits for the first call. An event that can't be
 * applied leaves nothing behind, so the provider can retry it. Throws what `apply` throws.
 *
 * A report that can wait is only appended; `applyReports` applies it.
 */
export async function applyOnce<Event, Result>(
  ctx: Context,
  source: WebhookSource,
  providerEvent: ProviderEvent<Event>,
  handler: EventHandler<Event, Result>,
): Promise<AppliedEvent<Result>> {
  const { eventId, kind, payload, occurredAt, event } = providerEvent;
  const receivedAt = ctx.clock.now().toISOString();
  const report = event === null ? null : (handler.deferrableOf?.(event) ?? null);
  const stored = {
    source,
    eventId,
    kind,
    payload: JSON.stringify(payload),
    occurredAt: occurredAt?.toISOString() ?? null,
    receivedAt,
  };
  if (report !== null) {
    await appendReport(ctx.db, { ...stored, report: JSON.stringify(report), appliedAt: null });
    return { state: "appended" };
  }
  const appliedAt = event === null ? null : receivedAt;
  return inTurn(() =>
    ctx.db.$transaction(async (tx): Promise<AppliedEvent<Result>> => {
      const count = await insertEvents(tx, [{ ...stored, report: null, appliedAt }]);
      if (count === 0) return { state: "duplicate" };
      if (event === null) return { state: "ignored" };
      return { state: "applied", result: await handler.apply(ctx, tx, event) };
    }, transactionLimits),
  );
}
