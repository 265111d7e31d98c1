import type { DatabaseSync } from "node:sqlite";

export const receivedKinds = ["analytics", "forms", "automation", "inbound"] as const;

export type ReceivedKind = (typeof receivedKinds)[number];

export type ReceivedCall = {
  id: string;
  /** ISO instant, by the sandbox clock. */
  receivedAt: string;
  body: unknown;
  headers: Record<string, string>;
};

function toCall(row: Record<string, unknown>): ReceivedCall {
  const headers: Record<string, string> = JSON.parse(String(row["headers"]));
  const body: unknown = JSON.parse(String(row["body"]));
  const receivedAt = new Date(Number(row["received_at"])).toISOString();
  return { id: String(row["id"]), receivedAt, body, headers };
}

/** Calls to the analytics, form, and automation endpoints, and texts sent from phones (`inbound`). */
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
      .map(toCall);
  }

  /** @returns how many were deleted */
  clear(kind: ReceivedKind): number {
    const result = this.#database.prepare("DELETE FROM received WHERE kind = ?").run(kind);
    return Number(result.changes);
  }
}
