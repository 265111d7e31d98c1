import { resolve } from "node:path";
import { z } from "zod";
import { openDayFiles, type DayFiles } from "./day-files";

const instantSchema = z.iso.datetime().transform((text) => new Date(text));

const recordSchema = z.object({
  hash: z.string().regex(/^[\w-]{43}$/),
  subscribedAt: instantSchema,
  /** When the account was deleted. */
  at: instantSchema,
});

/** A row of `past_trials`, as the file has it. */
export type PastTrialRecord = z.output<typeof recordSchema>;

/** A second copy of past trials, outside the database, so that restoring it doesn't change them. */
export type PastTrialStore = DayFiles<PastTrialRecord>;

/** Keeps past trials in `past-trials/` of the data folder. */
export function createPastTrialStore(dataDir: string): PastTrialStore {
  return openDayFiles(resolve(dataDir, "past-trials"), recordSchema);
}
