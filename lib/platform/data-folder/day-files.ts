import { existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { resolve } from "node:path";
import type { z } from "zod";
import { appendLines, readLines } from "./json-lines";
import { syncFolder } from "./replace-file";

/** Records outside the database, so that restoring it doesn't change them. */
export type DayFiles<Record extends { at: Date }> = {
  /** Adds records. Resolves once they are on disk. */
  append(records: readonly Record[]): Promise<void>;
  /** All records, oldest first. */
  list(): Promise<Record[]>;
  /** Deletes the records of earlier days (UTC). */
  deleteBefore(cutoff: Date): Promise<void>;
};

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** Keeps records in a folder, one file per day, which is deleted as a whole. */
export function openDayFiles<Record extends { at: Date }>(
  folder: string,
  schema: z.ZodType<Record>,
): DayFiles<Record> {
  const fileOf = (day: string) => resolve(folder, `${day}.jsonl`);

  async function listDays(): Promise<string[]> {
    const names = await readdir(folder).catch(() => []);
    return names.flatMap((name) => /^(.+)\.jsonl$/.exec(name)?.[1] ?? []).toSorted();
  }

  return {
    async append(records) {
      if (records.length === 0) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const [day = "", ofDay = []] of Map.groupBy(records, ({ at }) => dayOf(at))) {
        const isNew = !existsSync(fileOf(day));
        await appendLines(fileOf(day), ofDay);
        if (isNew) await syncFolder(folder);
      }
    },
    async list() {
      const days = await listDays();
      const records = await Promise.all(days.map((day) => readLines(fileOf(day), schema)));
      return records.flat().toSorted((a, b) => a.at.getTime() - b.at.getTime());
    },
    async deleteBefore(cutoff) {
      const old = (await listDays()).filter((day) => day < dayOf(cutoff));
      for (const day of old) await rm(fileOf(day), { force: true });
    },
  };
}
