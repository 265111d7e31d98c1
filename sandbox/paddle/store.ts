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

export type EntityKind = keyof Entities;

const filterFields = ["id", "status", "customer_id", "subscription_id", "email"] as const;

/** Which entities of a kind a list contains. */
export type EntityFilter = {
  /** Allowed values by field; fields without an entry allow any. */
  among?: Partial<Record<(typeof filterFields)[number], readonly string[]>>;
  /** Bounds of `created_at`, in Paddle's notation. */
  created?: readonly { operator: ">" | ">=" | "<" | "<="; at: string }[];
  /** Only entities after the one with this id, in the list's order. */
  after?: string | undefined;
  limit?: number;
  isDescending?: boolean;
};

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

// Retries follow real time: the simulated clock can stop or jump.
const schema = `
CREATE TABLE IF NOT EXISTS paddle_entities (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  id TEXT NOT NULL UNIQUE,
  entity TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS paddle_entities_kind ON paddle_entities (kind, sequence);
CREATE INDEX IF NOT EXISTS paddle_entities_subscription
  ON paddle_entities (kind, json_extract(entity, '$.subscription_id'), sequence);
CREATE INDEX IF NOT EXISTS paddle_entities_customer
  ON paddle_entities (kind, json_extract(entity, '$.customer_id'), sequence);
CREATE INDEX IF NOT EXISTS paddle_entities_email
  ON paddle_entities (kind, lower(json_extract(entity, '$.email')), sequence);
CREATE INDEX IF NOT EXISTS paddle_entities_created
  ON paddle_entities (kind, json_extract(entity, '$.created_at'), sequence);
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

  /** A new number, higher than all previous ones. */
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
    return this.list(kind, { among: { id: [id] } })[0] ?? null;
  }

  /** Oldest first, unless the filter says otherwise. */
  list<Kind extends EntityKind>(kind: Kind, filter: EntityFilter = {}): Entities[Kind][] {
    const { after, limit = -1, isDescending = false } = filter;
    const { condition, values } = conditionOf(kind, filter);
    const behind = isDescending ? "<" : ">";
    const start = `AND sequence ${behind} (SELECT sequence FROM paddle_entities WHERE id = ?)`;
    return this.#database
      .prepare(
        `SELECT entity FROM paddle_entities WHERE ${condition} ${after === undefined ? "" : start}
         ORDER BY sequence ${isDescending ? "DESC" : "ASC"} LIMIT ?`,
      )
      .all(...values, ...(after === undefined ? [] : [after]), limit)
      .map((row) => {
        const entity: Entities[Kind] = JSON.parse(String(row["entity"]));
        return entity;
      });
  }

  /** How many entities a filter finds, ignoring its start and limit. */
  count(kind: EntityKind, filter: EntityFilter): number {
    const { condition, values } = conditionOf(kind, filter);
    const row = this.#database
      .prepare(`SELECT count(*) AS count FROM paddle_entities WHERE ${condition}`)
      .get(...values);
    return Number(row?.["count"]);
  }

  /** The customer with an address, in any case. */
  findCustomer(email: string): CustomerEntity | null {
    const row = this.#database
      .prepare(
        `SELECT entity FROM paddle_entities
         WHERE kind = 'customer' AND lower(json_extract(entity, '$.email')) = ?
         ORDER BY sequence LIMIT 1`,
      )
      .get(email.toLowerCase());
    const customer: CustomerEntity | null = row ? JSON.parse(String(row["entity"])) : null;
    return customer;
  }

  /** Adds an event to the event list without sending it. */
  addEvent(event: PaddleEvent): void {
    this.#database
      .prepare("INSERT OR IGNORE INTO paddle_events (id, event) VALUES (?, ?)")
      .run(event.event_id, JSON.stringify(event));
  }

  findEvent(id: string): PaddleEvent | null {
    const row = this.#database.prepare("SELECT event FROM paddle_events WHERE id = ?").get(id);
    return row ? toEvent(row) : null;
  }

  /** Oldest first. */
  listEvents(): PaddleEvent[] {
    return this.#database
      .prepare("SELECT event FROM paddle_events ORDER BY sequence")
      .all()
      .map(toEvent);
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

function toEvent(row: Record<string, unknown>): PaddleEvent {
  const event: PaddleEvent = JSON.parse(String(row["event"]));
  return event;
}

function conditionOf(kind: EntityKind, { among = {}, created = [] }: EntityFilter) {
  const parts = ["kind = ?"];
  const values: string[] = [kind];
  for (const field of filterFields) {
    const allowed = among[field];
    if (allowed === undefined) continue;
    const column = field === "id" ? "id" : `json_extract(entity, '$.${field}')`;
    parts.push(`${column} IN (${allowed.map(() => "?").join(", ")})`);
    values.push(...allowed);
  }
  for (const { operator, at } of created) {
    parts.push(`json_extract(entity, '$.created_at') ${operator} ?`);
    values.push(at);
  }
  return { condition: parts.join(" AND "), values };
}
