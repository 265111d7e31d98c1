import { randomBytes } from "node:crypto";
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { BodyArchive } from "./body-archive";
import type { NewMessage, RecipientCount, SandboxProvider, StoredMessage } from "./message";
import { toSql, type MessageFilter } from "./message-filter";
import { inTransaction } from "../state/database";

type Row = Record<string, unknown>;
type Body = Pick<NewMessage, "text" | "html" | "headers" | "details">;

const columns = `m.id, m.channel, m.recipient,
  lower(hex(m.provider_message_id)) AS provider_message_id, m.metadata, m.template_id,
  m.body, m.accepted_at, e.provider, e.sender, e.subject, e.tag, e.stream`;
const source = "messages m JOIN envelopes e ON e.id = m.envelope_id";
const pageLength = 500;

/** The messages that the simulated providers accepted. */
export class Messages {
  readonly #database: DatabaseSync;
  readonly #bodies: BodyArchive;
  readonly #insert: StatementSync;
  readonly #envelope: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#bodies = new BodyArchive(database);
    this.#insert = database.prepare(
      `INSERT INTO messages (channel, envelope_id, recipient, provider_message_id, metadata,
         template_id, body, accepted_at, accepted_at_real) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#envelope = database.prepare(
      `INSERT INTO envelopes (provider, sender, subject, tag, stream) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET stream = excluded.stream RETURNING id`,
    );
  }

  /**
   * Stores all of the messages or none.
   *
   * @returns their provider message ids, in the same order
   */
  accept(messages: readonly NewMessage[], acceptedAtMs: number): string[] {
    try {
      return inTransaction(this.#database, () => {
        const envelopeIds = new Map<string, number>();
        return messages.map((message) => this.#add(message, acceptedAtMs, envelopeIds));
      });
    } catch (error) {
      this.#bodies.reload();
      throw error;
    }
  }

  find(id: number): StoredMessage | null {
    return this.#one("m.id = ?", id);
  }

  findByProviderMessageId(providerMessageId: string): StoredMessage | null {
    if (!/^[0-9a-f]{32}$/.test(providerMessageId)) return null;
    return this.#one("m.provider_message_id = ?", Buffer.from(providerMessageId, "hex"));
  }

  /** Newest first. */
  latest(filter: MessageFilter, limit: number, offset = 0): StoredMessage[] {
    return this.#select(filter, "DESC", limit, offset);
  }

  /** Oldest first, read in pages; messages accepted after the call are left out. */
  *stream(filter: MessageFilter, limit = Number.MAX_SAFE_INTEGER): Generator<StoredMessage> {
    const beforeId = Math.min(filter.beforeId ?? Number.MAX_SAFE_INTEGER, this.lastId() + 1);
    let afterId = filter.afterId ?? 0;
    let remaining = limit;
    while (remaining > 0) {
      const wanted = Math.min(pageLength, remaining);
      const page = this.#select({ ...filter, afterId, beforeId }, "ASC", wanted);
      yield* page;
      remaining -= page.length;
      afterId = page.at(-1)?.id ?? afterId;
      if (page.length < wanted) return;
    }
  }

  /** The id of the newest message, or 0. */
  lastId(): number {
    const row = this.#database.prepare("SELECT max(id) AS id FROM messages").get();
    return Number(row?.["id"] ?? 0);
  }

  /** The id of the newest message at a moment of real time, or 0. */
  lastIdAt(realMs: number): number {
    const row = this.#database
      .prepare("SELECT id FROM messages WHERE accepted_at_real <= ? ORDER BY id DESC LIMIT 1")
      .get(realMs);
    return Number(row?.["id"] ?? 0);
  }

  count(filter: MessageFilter): number {
    const { where, values, needsEnvelope } = toSql(filter);
    const from = needsEnvelope ? source : "messages m";
    const row = this.#database
      .prepare(`SELECT count(*) AS total FROM ${from} WHERE ${where}`)
      .get(...values);
    return Number(row?.["total"]);
  }

  /** Recipients that differ only in case count as one. */
  countByRecipient(filter: MessageFilter): RecipientCount {
    const { where, values, needsEnvelope } = toSql(filter);
    const from = needsEnvelope ? source : "messages m";
    const grouped = `SELECT m.recipient AS recipient, count(*) AS amount FROM ${from}
       WHERE ${where} GROUP BY m.recipient`;
    const totals = this.#database
      .prepare(`SELECT sum(amount) AS total, count(*) AS recipients FROM (${grouped})`)
      .get(...values);
    const total = Number(totals?.["total"] ?? 0);
    const distinct = Number(totals?.["recipients"] ?? 0);
    return {
      total,
      distinct,
      duplicates: total === distinct ? [] : this.#duplicates(grouped, values),
    };
  }

  /** @returns how many were deleted */
  clear(): number {
    const total = this.count({});
    inTransaction(this.#database, () => {
      this.#database.exec("DELETE FROM messages; DELETE FROM envelopes; DELETE FROM templates;");
    });
    this.#bodies.reload();
    return total;
  }

  #duplicates(grouped: string, values: SQLInputValue[]): RecipientCount["duplicates"] {
    return this.#database
      .prepare(`${grouped} HAVING count(*) > 1 ORDER BY amount DESC, recipient`)
      .all(...values)
      .map((row) => ({ to: String(row["recipient"]), count: Number(row["amount"]) }));
  }

  #add(message: NewMessage, acceptedAtMs: number, envelopeIds: Map<string, number>): string {
    const body: Body = {
      text: message.text,
      html: message.html,
      headers: message.headers,
      details: message.details,
    };
    const archived = this.#bodies.archive(
      message.from,
      message.subject ?? "",
      Buffer.from(JSON.stringify(body)),
    );
    const providerMessageId = randomBytes(16);
    this.#insert.run(
      message.channel,
      this.#envelopeId(message, envelopeIds),
      message.to,
      providerMessageId,
      JSON.stringify(message.metadata),
      archived.templateId,
      archived.difference,
      acceptedAtMs,
      Date.now(),
    );
    return providerMessageId.toString("hex");
  }

  #envelopeId(message: NewMessage, known: Map<string, number>): number {
    const parts = [
      message.provider,
      message.from,
      message.subject ?? "",
      message.tag ?? "",
      message.stream ?? "",
    ];
    const key = JSON.stringify(parts);
    const id = known.get(key) ?? Number(this.#envelope.get(...parts)?.["id"]);
    known.set(key, id);
    return id;
  }

  #one(condition: string, value: SQLInputValue): StoredMessage | null {
    const row = this.#database
      .prepare(`SELECT ${columns} FROM ${source} WHERE ${condition}`)
      .get(value);
    return row ? this.#toMessage(row) : null;
  }

  #select(
    filter: MessageFilter,
    direction: "ASC" | "DESC",
    limit: number,
    offset = 0,
  ): StoredMessage[] {
    const { where, values } = toSql(filter);
    return this.#database
      .prepare(
        `SELECT ${columns} FROM ${source} WHERE ${where} ORDER BY m.id ${direction} LIMIT ? OFFSET ?`,
      )
      .all(...values, limit, offset)
      .map((row) => this.#toMessage(row));
  }

  #toMessage(row: Row): StoredMessage {
    const difference = row["body"];
    const content = this.#bodies.restore({
      templateId: Number(row["template_id"]),
      difference: difference instanceof Uint8Array ? Buffer.from(difference) : null,
    });
    const body: Body = JSON.parse(content.toString());
    const metadata: Record<string, string> = JSON.parse(String(row["metadata"]));
    const channel = row["channel"] === "sms" ? "sms" : "email";
    return {
      ...body,
      id: Number(row["id"]),
      channel,
      provider: toProvider(String(row["provider"])),
      from: String(row["sender"]),
      to: String(row["recipient"]),
      subject: channel === "email" ? String(row["subject"]) : null,
      metadata,
      tag: String(row["tag"]) || null,
      stream: String(row["stream"]) || null,
      providerMessageId: String(row["provider_message_id"]),
      acceptedAtMs: Number(row["accepted_at"]),
    };
  }
}

function toProvider(name: string): SandboxProvider {
  return name === "postmark" || name === "twilio" ? name : "automation";
}
