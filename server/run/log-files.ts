import { createReadStream, createWriteStream } from "node:fs";
import { readdir, rename, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { dayMs, hourMs } from "@/lib/calendar/units";
import { retentionPeriods } from "@/lib/contracts/retention";
import { reasonOf } from "@/lib/platform/operator-error";
import { printLine } from "./output";

const archiveName = /\.log\.(\d{4}-\d\d-\d\d)\.gz$/;

/** Archives the logs of a data folder once a day, until `signal`. */
export async function archiveLogsDaily(dataDir: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await archiveLogs(dataDir, new Date()).catch((error: unknown) =>
      printLine(`The logs couldn't be archived: ${reasonOf(error)}.`),
    );
    await delay(hourMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/**
 * Moves each log's content to `NAME.log.DATE.gz`, once per UTC date, and deletes archives with lines as old
 * as the privacy policy allows.
 */
export async function archiveLogs(dataDir: string, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  // An archive's first lines are from the day before.
  const oldest = new Date(now.getTime() - (retentionPeriods.log.days - 1) * dayMs);
  const lastDate = oldest.toISOString().slice(0, 10);
  for (const folder of [join(dataDir, "logs"), dataDir]) {
    const names = await readdir(folder);
    const archives = names.filter((name) => archiveName.test(name));
    const expired = archives.filter((name) => (archiveName.exec(name)?.[1] ?? "") <= lastDate);
    await Promise.all(expired.map((name) => rm(join(folder, name))));
    for (const name of names.filter((each) => each.endsWith(".log"))) {
      const archive = `${name}.${today}.gz`;
      if (!archives.includes(archive)) await move(join(folder, name), join(folder, archive));
    }
  }
}

/** Processes keep their log open, so it's copied, then emptied. A line written in between can get lost. */
async function move(log: string, archive: string): Promise<void> {
  if ((await stat(log)).size === 0) return;
  await pipeline(
    createReadStream(log),
    createGzip(),
    createWriteStream(`${archive}.part`, { mode: 0o600 }),
  );
  await truncate(log);
  await rename(`${archive}.part`, archive);
}
