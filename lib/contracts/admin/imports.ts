import { z } from "zod";
import { toSingleLine } from "../clean-text";
import { csvLimitBytes } from "../limits";
import { importMessages } from "../../messages/admin/imports";

export const importEndpoints = {
  list: "/api/admin/imports",
  one: (id: number) => `/api/admin/imports/${id}`,
  start: (id: number) => `/api/admin/imports/${id}/start`,
  undo: (id: number) => `/api/admin/imports/${id}/undo`,
  problems: (id: number) => `/api/admin/imports/${id}/problems`,
} as const;

/** Most columns that a file can have. */
export const maxImportColumns = 200;

/** Most rows that a file can have, without its header. */
export const maxImportRows = 500_000;

/** Rows with a problem that are shown; the others are in the download. */
export const shownProblems = 100;

/** The software that wrote a file, as far as its header tells. */
export const importSources = [
  "own",
  "ghost",
  "substack",
  "mailchimp",
  "beehiiv",
  "buttondown",
  "kit",
  "stripe",
  "unknown",
] as const;

export type ImportSource = (typeof importSources)[number];

/**
 * What a column can be imported as. `email_off` is the reverse of `email_on`; `email_lists` are names of
 * lists, without any of which someone gets no email. `paid`, `plan`, and `tier` give people an active
 * subscription, which ends at `until`; `type` says both. `ignored` is a column that looks like a status
 * and isn't imported. Only the command line reads `sms_on` and `sms_consent_at`: elsewhere, each person
 * turns texts on, with consent.
 */
export const importColumns = [
  "email",
  "name",
  "first_name",
  "last_name",
  "phone",
  "timezone",
  "status",
  "paid",
  "plan",
  "tier",
  "until",
  "email_on",
  "email_off",
  "email_lists",
  "type",
  "ignored",
  "sms_on",
  "sms_consent_at",
] as const;

export type ImportColumn = (typeof importColumns)[number];

const columnSchema = z.enum(importColumns).nullable();

/** The status that people can get when the file has none. */
export const importStatuses = ["active", "trialing", "past_due", "paused", "canceled"] as const;

/** Body of `POST /api/admin/imports`. */
export const newImportSchema = z.object({
  fileName: z.string().overwrite(toSingleLine).min(1).max(200),
  content: z
    .string({ error: importMessages.fileRequired })
    .min(1, importMessages.fileEmpty)
    .max(csvLimitBytes, importMessages.fileTooLarge),
});

export type NewImport = z.output<typeof newImportSchema>;

/** Corrected cells of a row, or null to skip it. */
const fixSchema = z.partialRecord(z.enum(importColumns), z.string().max(500)).nullable();

/** Body of `PUT /api/admin/imports/{id}`. */
export const importChangeSchema = z.object({
  columns: z
    .array(columnSchema)
    .max(maxImportColumns)
    .describe("What each column of the file is imported as"),
  fixes: z
    .record(z.string().regex(/^\d{1,8}$/), fixSchema)
    .refine((fixes) => Object.keys(fixes).length <= 10_000, importMessages.tooManyFixes)
    .describe("Corrected cells by line; null skips the row"),
  defaultStatus: z.enum(importStatuses).nullable().describe("For people without a status"),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable()
    .describe("ISO 3166 code of the phone numbers without a country code"),
});

export type ImportChange = z.output<typeof importChangeSchema>;

/** Body of `POST /api/admin/imports/{id}/start`. */
export const importStartSchema = z.object({
  hasConsent: z.literal(true, { error: importMessages.consentRequired }),
});

const countsSchema = z.object({
  added: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
});

export type ImportCounts = z.output<typeof countsSchema>;

export const importNotesSchema = z.object({
  emailOff: z.int().describe("People who opted out, or can't be reached, by what the file says"),
  names: z.int().describe("Names that are too long, and left out"),
  phones: z.int().describe("Phone numbers that can't be read or texted, and are left out"),
  timezones: z.int().describe("Time zones that we don't send in, and are left out"),
});

export type ImportNotes = z.output<typeof importNotesSchema>;

const problemSchema = z.object({
  line: z.int(),
  name: z.string(),
  column: columnSchema.describe("Null if it isn't about one cell"),
  value: z.string(),
  reason: z.string(),
});

export type ImportProblem = z.output<typeof problemSchema>;

const summarySchema = z.object({
  id: z.int(),
  fileName: z.string(),
  by: z.string().describe("The administrator's username, or operator"),
  source: z.enum(importSources),
  state: z.enum(["checked", "running", "done", "undone"]),
  total: z.int().describe("Rows that can be imported"),
  processed: z.int(),
  counts: countsSchema,
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  undoneAt: z.iso.datetime().nullable(),
  canUndo: z.boolean(),
});

export type ImportSummary = z.output<typeof summarySchema>;

export const importListSchema = z.object({ imports: z.array(summarySchema) });

export const importSchema = summarySchema.extend({
  columns: z.array(
    z.object({
      header: z.string(),
      firstValue: z.string(),
      column: columnSchema,
      optedOut: z
        .int()
        .nullable()
        .describe(
          "How many people look opted out in a column that looks like a status, and has to be imported or ignored; null for others",
        ),
    }),
  ),
  fixes: importChangeSchema.shape.fixes,
  defaultStatus: importChangeSchema.shape.defaultStatus,
  country: importChangeSchema.shape.country,
  countries: z.array(z.string()).describe("ISO 3166 codes of those whose numbers get texts"),
  notes: importNotesSchema,
  problems: z.array(problemSchema).describe("The first 100"),
});

export type ImportView = z.output<typeof importSchema>;

/** The columns that look like a status and still need a decision. */
export function undecidedColumns(
  columns: ImportView["columns"],
): { header: string; optedOut: number }[] {
  return columns.flatMap(({ header, column, optedOut }) =>
    column === null && optedOut !== null ? [{ header, optedOut }] : [],
  );
}

/** Body of the answer to `POST /api/admin/imports/{id}/undo`. */
export const importUndoneSchema = z.object({
  removed: z.int(),
  restored: z.int(),
  kept: z.int().describe("Added people who have subscribed or logged in since"),
});

export type ImportUndone = z.output<typeof importUndoneSchema>;
