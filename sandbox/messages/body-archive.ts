import type { DatabaseSync, StatementSync } from "node:sqlite";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { applyPatch, isPatch, makePatch } from "./patch";

/** A stored body: a template and the difference from it; null if they are equal. */
export type ArchivedBody = { templateId: number; difference: Buffer | null };

const maxTemplatesInMemory = 256;
const maxRememberedSubjects = 1_000;

// An email is about 12 KB; setting up larger tables would take longer than compressing it.
const compression = {
  [constants.ZSTD_c_compressionLevel]: 1,
  [constants.ZSTD_c_windowLog]: 16,
  [constants.ZSTD_c_hashLog]: 13,
  [constants.ZSTD_c_chainLog]: 13,
};

/**
 * Stores each body as its difference from an earlier one with the same sender and subject. The emails of one
 * briefing differ only in links of equal length, so a million of them take little more space than the links.
 * A body that differs in other ways is compressed with the earlier one as a dictionary.
 */
export class BodyArchive {
  readonly #contents = new Map<number, Buffer>();
  readonly #templateIds = new Map<string, number>();
  readonly #read: StatementSync;
  readonly #insert: StatementSync;
  readonly #recent: StatementSync;

  constructor(database: DatabaseSync) {
    this.#read = database.prepare("SELECT content FROM templates WHERE id = ?");
    this.#insert = database.prepare(
      "INSERT INTO templates (sender, subject, content) VALUES (?, ?, ?) RETURNING id",
    );
    this.#recent = database.prepare(
      "SELECT id, sender, subject FROM templates ORDER BY id DESC LIMIT ?",
    );
    this.reload();
  }

  /** Rereads the templates, after some were deleted or a transaction was rolled back. */
  reload(): void {
    this.#contents.clear();
    this.#templateIds.clear();
    for (const row of this.#recent.all(maxRememberedSubjects).toReversed()) {
      this.#remember(String(row["sender"]), String(row["subject"]), Number(row["id"]));
    }
  }

  /** Stores a body as a difference, or as a new template when none is similar enough. */
  archive(sender: string, subject: string, content: Buffer): ArchivedBody {
    const templateId =
      this.#templateIds.get(subjectKey(sender, subject)) ?? this.#templateIds.get(sender);
    if (templateId !== undefined) {
      const dictionary = this.#template(templateId);
      if (dictionary.equals(content)) return { templateId, difference: null };
      const maxLength = Math.max(1_024, content.length / 8);
      const difference =
        makePatch(dictionary, content, maxLength) ??
        zstdCompressSync(content, { dictionary, params: compression });
      if (difference.length <= maxLength) return { templateId, difference };
    }
    return { templateId: this.#addTemplate(sender, subject, content), difference: null };
  }

  restore(body: ArchivedBody): Buffer {
    const dictionary = this.#template(body.templateId);
    if (body.difference === null) return dictionary;
    return isPatch(body.difference)
      ? applyPatch(dictionary, body.difference)
      : zstdDecompressSync(body.difference, { dictionary });
  }

  #addTemplate(sender: string, subject: string, content: Buffer): number {
    const row = this.#insert.get(sender, subject, zstdCompressSync(content));
    const id = Number(row?.["id"]);
    this.#remember(sender, subject, id);
    this.#cache(id, content);
    return id;
  }

  #template(id: number): Buffer {
    const cached = this.#contents.get(id);
    if (cached) return cached;
    const stored = this.#read.get(id)?.["content"];
    if (!(stored instanceof Uint8Array)) throw new Error(`Template ${id} is missing.`);
    const content = zstdDecompressSync(stored);
    this.#cache(id, content);
    return content;
  }

  #cache(id: number, content: Buffer): void {
    evictOldest(this.#contents, maxTemplatesInMemory);
    this.#contents.set(id, content);
  }

  #remember(sender: string, subject: string, id: number): void {
    evictOldest(this.#templateIds, 2 * maxRememberedSubjects);
    this.#templateIds.set(subjectKey(sender, subject), id);
    this.#templateIds.set(sender, id);
  }
}

function subjectKey(sender: string, subject: string): string {
  return `${sender}\n${subject}`;
}

function evictOldest<Key>(map: Map<Key, unknown>, limit: number): void {
  if (map.size < limit) return;
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}
