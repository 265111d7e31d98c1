import type { DatabaseSync } from "node:sqlite";

/** Endpoints whose calls are kept as they came. */
export type ReceivedKind = "analytics" | "forms" | "automation" | "inbound";

/** One call that an endpoint received. */
export type ReceivedCall = {
  id: string;
  /** ISO instant of the sandbox's clock. */
  receivedAt: string;
  body: unknown;
  headers: Record<string, string>;
};

/** What the analytics, forms and automation endpoints received, and the replies sent from phones. */
export class ReceivedCalls {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  add(
    kind: ReceivedKind,
    call: { receivedAtMs: number; body: unknown; headers?: Record<string, string> },
  ): void {
    this.#database
      .prepare("INSERT INTO received (kind, received_at, body, headers) VALUES (?, ?, ?, ?)")
      .run(
        kind,
        call.receivedAtMs,
        JSON.stringify(call.body ?? null),
        JSON.stringify(call.headers ?? {}),
      );
  }

  /** Oldest first. */
  list(kind: ReceivedKind): ReceivedCall[] {
    return this.#database
      .prepare("SELECT * FROM received WHERE kind = ? ORDER BY id")
      .all(kind)
      .map((row) => {
        const headers: Record<string, string> = JSON.parse(String(row["headers"]));
        const body: unknown = JSON.parse(String(row["body"]));
        const receivedAt = new Date(Number(row["received_at"])).toISOString();
        return { id: String(row["id"]), receivedAt, body, headers };
      });
  }

  /** @returns how many were forgotten */
  clear(kind: ReceivedKind): number {
    const result = this.#database.prepare("DELETE FROM received WHERE kind = ?").run(kind);
    return Number(result.changes);
  }
}
