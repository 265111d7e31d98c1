import type { DatabaseSync } from "node:sqlite";
import type {
  CustomerEntity,
  AdjustmentEntity,
  SubscriptionEntity,
  TransactionEntity,
} from "./entities";

type Entities = {
  customer: CustomerEntity;
  subscription: SubscriptionEntity;
  transaction: TransactionEntity;
  adjustment: AdjustmentEntity;
};

type EntityKind = keyof Entities;

/** An event as Paddle sends it. */
export type PaddleEvent = {
  event_id: string;
  event_type: string;
  /** ISO instant with microseconds. */
  occurred_at: string;
  notification_id: string;
  data: Record<string, unknown>;
};

/** An event that the service hasn't accepted yet. */
export type WaitingDelivery = { eventId: string; failures: number };

// Retries follow real time: the simulated clock may stop or jump.
const schema = `
CREATE TABLE IF NOT EXISTS paddle_entities (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  id TEXT NOT NULL UNIQUE,
  entity TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS paddle_entities_kind ON paddle_entities (kind, sequence);
CREATE TABLE IF NOT EXISTS paddle_events (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  event TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS paddle_deliveries (
  event_id TEXT PRIMARY KEY,
  failures INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS paddle_sequence (id INTEGER PRIMARY KEY CHECK (id = 1), value INTEGER NOT NULL);
INSERT OR IGNORE INTO paddle_sequence VALUES (1, 0);
`;

/** Entities, events, and undelivered webhooks of the simulated Paddle account. */
export class PaddleStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec(schema);
  }

  /** A new number, higher than all before it. */
  nextSequence(): number {
    const row = this.#database
      .prepare("UPDATE paddle_sequence SET value = value + 1 RETURNING value")
      .get();
    return Number(row?.["value"]);
  }

  /** Adds an entity or replaces the one with the same id. */
  save<Kind extends EntityKind>(kind: Kind, entity: Entities[Kind]): void {
    this.#database
      .prepare(
        `INSERT INTO paddle_entities (kind, id, entity) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET entity = excluded.entity`,
      )
      .run(kind, entity.id, JSON.stringify(entity));
  }

  find<Kind extends EntityKind>(kind: Kind, id: string): Entities[Kind] | null {
    const row = this.#database
      .prepare("SELECT entity FROM paddle_entities WHERE kind = ? AND id = ?")
      .get(kind, id);
    const entity: Entities[Kind] | null = row ? JSON.parse(String(row["entity"])) : null;
    return entity;
  }

  /** Oldest first. */
  list<Kind extends EntityKind>(kind: Kind): Entities[Kind][] {
    return this.#database
      .prepare("SELECT entity FROM paddle_entities WHERE kind = ? ORDER BY sequence")
      .all(kind)
      .map((row) => {
        const entity: Entities[Kind] = JSON.parse(String(row["entity"]));
        return entity;
      });
  }

  /** Newest first. */
  latest<Kind extends EntityKind>(kind: Kind, limit: number): Entities[Kind][] {
    return this.#database
      .prepare("SELECT entity FROM paddle_entities WHERE kind = ? ORDER BY sequence DESC LIMIT ?")
      .all(kind, limit)
      .map((row) => {
        const entity: Entities[Kind] = JSON.parse(String(row["entity"]));
        return entity;
      });
  }

  /** Adds an event to the event list without sending it. */
  addEvent(event: PaddleEvent): void {
    this.#database
      .prepare("INSERT OR IGNORE INTO paddle_events (id, event) VALUES (?, ?)")
      .run(event.event_id, JSON.stringify(event));
  }

  findEvent(id: string): PaddleEvent | null {
    const row = this.#database.prepare("SELECT event FROM paddle_events WHERE id = ?").get(id);
    const event: PaddleEvent | null = row ? JSON.parse(String(row["event"])) : null;
    return event;
  }

  /** Oldest first. */
  listEvents(): PaddleEvent[] {
    return this.#database
      .prepare("SELECT event FROM paddle_events ORDER BY sequence")
      .all()
      .map((row) => {
        const event: PaddleEvent = JSON.parse(String(row["event"]));
        return event;
      });
  }

  /** Schedules the next attempt to send an event. */
  scheduleDelivery(eventId: string, dueAtMs: number, failures: number): void {
    this.#database
      .prepare(
        "INSERT OR REPLACE INTO paddle_deliveries (event_id, failures, due_at) VALUES (?, ?, ?)",
      )
      .run(eventId, failures, dueAtMs);
  }

  endDelivery(eventId: string): void {
    this.#database.prepare("DELETE FROM paddle_deliveries WHERE event_id = ?").run(eventId);
  }

  /** Deliveries that are due, oldest first. */
  dueDeliveries(nowMs: number, limit: number): WaitingDelivery[] {
    return this.#database
      .prepare("SELECT * FROM paddle_deliveries WHERE due_at <= ? ORDER BY due_at LIMIT ?")
      .all(nowMs, limit)
      .map((row) => ({ eventId: String(row["event_id"]), failures: Number(row["failures"]) }));
  }
}
