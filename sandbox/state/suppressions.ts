import type { DatabaseSync } from "node:sqlite";

/** Why a provider stopped sending to an address, in Postmark's terms; a STOP is a manual one. */
export type SuppressionReason = "HardBounce" | "SpamComplaint" | "ManualSuppression";

export type SandboxSuppression = {
  provider: "postmark" | "twilio";
  /** Postmark's message stream; empty for Twilio. */
  stream: string;
  address: string;
  reason: SuppressionReason;
  /** Milliseconds since the epoch. */
  createdAt: number;
};

/** Addresses that bounced, complained, or unsubscribed, and numbers that sent STOP. */
export class Suppressions {
  readonly #database: DatabaseSync;
  #count: number;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#count = this.list().length;
  }

  add(suppression: SandboxSuppression): void {
    const { provider, stream, address, reason, createdAt } = suppression;
    this.#database
      .prepare("INSERT OR REPLACE INTO suppressions VALUES (?, ?, ?, ?, ?)")
      .run(provider, stream, address, reason, createdAt);
    this.#count = this.list().length;
  }

  remove(provider: SandboxSuppression["provider"], stream: string, address: string): void {
    this.#database
      .prepare("DELETE FROM suppressions WHERE provider = ? AND stream = ? AND address = ?")
      .run(provider, stream, address);
    this.#count = this.list().length;
  }

  clear(): void {
    this.#database.exec("DELETE FROM suppressions");
    this.#count = 0;
  }

  find(
    provider: SandboxSuppression["provider"],
    stream: string,
    address: string,
  ): SandboxSuppression | null {
    // A batch looks up hundreds of addresses, and usually none is suppressed.
    if (this.#count === 0) return null;
    const row = this.#database
      .prepare("SELECT * FROM suppressions WHERE provider = ? AND stream = ? AND address = ?")
      .get(provider, stream, address);
    return row ? toSuppression(row) : null;
  }

  list(provider?: SandboxSuppression["provider"], stream?: string): SandboxSuppression[] {
    return this.#database
      .prepare(
        `SELECT * FROM suppressions
          WHERE (?1 IS NULL OR provider = ?1) AND (?2 IS NULL OR stream = ?2)
          ORDER BY created_at DESC`,
      )
      .all(provider ?? null, stream ?? null)
      .map(toSuppression);
  }
}

function toSuppression(row: Record<string, unknown>): SandboxSuppression {
  return {
    provider: row["provider"] === "twilio" ? "twilio" : "postmark",
    stream: String(row["stream"]),
    address: String(row["address"]),
    reason: toReason(String(row["reason"])),
    createdAt: Number(row["created_at"]),
  };
}

function toReason(text: string): SuppressionReason {
  return text === "HardBounce" || text === "SpamComplaint" ? text : "ManualSuppression";
}
