import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import { appendLines, readLines } from "./json-lines";

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);

const recordSchema = z.object({
  id: z.uuid(),
  kind: z.enum(["email_on", "email_off", "sms_on", "sms_off", "stopped", "pause"]),
  /** `erasure_hash` of the subscriber's name or, for `stopped`, of the subscription's Paddle ID. */
  subject: hashSchema,
  /** `address_hash` of the email address or phone number. */
  address: hashSchema.nullable(),
  /** Of a `pause`, `YYYY-MM-DD`; both null when it was removed. */
  pausedFrom: z.iso.date().nullable().default(null),
  pausedUntil: z.iso.date().nullable().default(null),
  at: z.iso.datetime().transform((text) => new Date(text)),
});

/** What someone chose that nobody but us knows: a row of `choices`. */
export type ChoiceRecord = z.output<typeof recordSchema>;

/** Where choices are kept too: next to the database, so that restoring one doesn't change them. */
export type ChoiceStore = {
  /** Adds records. They are on the disk once the function resolves. */
  append(records: readonly ChoiceRecord[]): Promise<void>;
  /** All records, the oldest first. */
  list(): Promise<ChoiceRecord[]>;
  /** Forgets the records of the days before an instant's (UTC). */
  deleteBefore(cutoff: Date): Promise<void>;
};

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** Keeps choices in `choices/` of the data folder, in a file for each day, which is deleted as a whole. */
export function createChoiceStore(dataDir: string): ChoiceStore {
  const folder = resolve(dataDir, "choices");
  const fileOf = (day: string) => resolve(folder, `${day}.jsonl`);

  async function listDays(): Promise<string[]> {
    const names = await readdir(folder).catch(() => []);
    return names.flatMap((name) => /^(.+)\.jsonl$/.exec(name)?.[1] ?? []).toSorted();
  }

  /** Without this, a power failure could forget that there is such a file. */
  async function syncFolder(): Promise<void> {
    const handle = await open(folder);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  return {
    async append(records) {
      if (records.length === 0) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const [day = "", ofDay = []] of Map.groupBy(records, ({ at }) => dayOf(at))) {
        const isNew = await stat(fileOf(day)).then(
          () => false,
          () => true,
        );
        await appendLines(fileOf(day), ofDay);
        if (isNew) await syncFolder();
      }
    },
    async list() {
      const days = await listDays();
      const records = await Promise.all(days.map((day) => readLines(fileOf(day), recordSchema)));
      return records.flat().toSorted((a, b) => a.at.getTime() - b.at.getTime());
    },
    async deleteBefore(cutoff) {
      const old = (await listDays()).filter((day) => day < dayOf(cutoff));
      for (const day of old) await rm(fileOf(day), { force: true });
    },
  };
}
