import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { join } from "node:path";
import { addDays, localDateAt } from "@/lib/calendar/days";
import { retentionPeriods } from "@/lib/contracts/retention";
import { reasonOf } from "@/lib/platform/operator-error";

const checkIntervalMs = 10 * 60_000;
const dayOf = (instant: Date) => localDateAt(instant, "UTC");

/**
 * Moves each day's lines to `NAME.log.YYYY-MM-DD` and deletes files that are older than the privacy
 * policy says, now and after each midnight (UTC, real time). What fails is printed and tried again
 * ten minutes later.
 *
 * @param now for tests
 */
export function startLogRotation(
  folders: readonly string[],
  now: () => Date = () => new Date(),
): { check(): void; stop(): void } {
  let today = dayOf(now());
  for (const folder of folders) {
    for (const path of logsIn(folder)) {
      const lastDay = dayOf(statSync(path).mtime);
      if (lastDay < today) moveLines(path, lastDay);
    }
    deleteOld(folder, today);
  }
  const check = () => {
    const day = dayOf(now());
    if (day === today) return;
    for (const folder of folders) {
      for (const path of logsIn(folder)) moveLines(path, today);
      deleteOld(folder, day);
    }
    today = day;
  };
  const timer = setInterval(() => {
    try {
      check();
    } catch (error) {
      console.log(`Couldn't rotate the logs: ${reasonOf(error)}`);
    }
  }, checkIntervalMs).unref();
  return { check, stop: () => clearInterval(timer) };
}

function logsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".log"))
    .map((name) => join(folder, name));
}

/** The process keeps appending to the same file, so its lines are copied and then removed. */
function moveLines(path: string, day: string): void {
  if (statSync(path).size === 0) return;
  appendFileSync(`${path}.${day}`, readFileSync(path), { mode: 0o600 });
  truncateSync(path);
}

function deleteOld(folder: string, today: string): void {
  if (!existsSync(folder)) return;
  const lastDay = addDays(today, -retentionPeriods.log.days);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const [, suffix] = /\.log\.(1|\d{4}-\d{2}-\d{2})$/.exec(name) ?? [];
    if (suffix === undefined) continue;
    const day = suffix === "1" ? dayOf(statSync(path).mtime) : suffix;
    if (day <= lastDay) rmSync(path);
  }
}
