import { resolve } from "node:path";
import { z } from "zod";
import { openDayFiles, type DayFiles } from "./day-files";

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);

const recordSchema = z.object({
  id: z.uuid(),
  kind: z.enum(["email_on", "email_off", "sms_on", "sms_off", "stopped", "pause"]),
  /** `erasure_hash` of the subscriber's name or, for `stopped`, of the subscription's Paddle ID. */
  subject: hashSchema,
  /** `address_hash` of the email address or phone number. */
  address: hashSchema.nullable(),
  /** For a `pause`, `YYYY-MM-DD`; both null when it was removed. */
  pausedFrom: z.iso.date().nullable().default(null),
  pausedUntil: z.iso.date().nullable().default(null),
  at: z.iso.datetime().transform((text) => new Date(text)),
});

/** A choice that someone made and only we have recorded: a row of `choices`. */
export type ChoiceRecord = z.output<typeof recordSchema>;

/** A second copy of choices, outside the database, so that restoring it doesn't change them. */
export type ChoiceStore = DayFiles<ChoiceRecord>;

/** Keeps choices in `choices/` of the data folder. */
export function createChoiceStore(dataDir: string): ChoiceStore {
  return openDayFiles(resolve(dataDir, "choices"), recordSchema);
}
