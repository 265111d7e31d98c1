import { readdir, readFile, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import { replaceFile } from "./replace-file";

const markSchema = z.object({
  /** ID of its row in `workers`. */
  workerId: z.uuid(),
  /** The row's `mark`. */
  mark: z.int().nonnegative(),
  /** When the database returned it, by the database's own clock. */
  at: z.iso.datetime().transform((text) => new Date(text)),
  /** Last value of each sequence, by the sequence's name. */
  highestIds: z.record(z.string(), z.int()),
});

/** What a worker knows its database contains: a database with less was restored. */
export type Mark = z.output<typeof markSchema>;

/** Where workers keep their marks: outside the database, so that restoring it doesn't change them. */
export type MarkStore = {
  /** The marks of all workers that used this store, except unreadable ones. */
  list(): Promise<Mark[]>;
  /** Deletes the marks of these workers. */
  forget(workerIds: readonly string[]): Promise<void>;
  /**
   * Keeps a worker's marks. The function resolves once its mark, or a higher one, is safe.
   *
   * @param name the worker's name; only one worker at a time uses it in this store
   */
  open(name: string): (mark: Mark) => Promise<void>;
};

/** Keeps marks in `marks/` of the data folder, one file per name. */
export function createMarkStore(dataDir: string): MarkStore {
  const folder = resolve(dataDir, "marks");
  return {
    async list() {
      const marks = await Promise.all((await listFiles(folder)).map(readMark));
      return marks.filter((mark) => mark !== null);
    },
    async forget(workerIds) {
      for (const path of await listFiles(folder)) {
        const mark = await readMark(path);
        if (mark && workerIds.includes(mark.workerId)) await rm(path, { force: true });
      }
    },
    open: (name) => openFile(folder, name),
  };
}

async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith(".json")).map((name) => resolve(folder, name));
}

async function readMark(path: string): Promise<Mark | null> {
  try {
    return markSchema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return null;
  }
}

function openFile(folder: string, name: string): (mark: Mark) => Promise<void> {
  const path = resolve(folder, `${encodeURIComponent(name)}.json`);
  let latest: Mark | undefined;
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  return async (mark) => {
    if (!latest || mark.mark > latest.mark) latest = mark;
    // A write that is already running may have read an older mark.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        // The same name each time, so that a worker that is killed again and again leaves one draft.
        running = replaceFile(path, JSON.stringify(latest), `${path}.${process.pid}.tmp`);
        return running;
      });
    await next;
  };
}
