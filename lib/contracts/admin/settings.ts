import { z } from "zod";
import { settingsMessages } from "@/lib/messages/admin/settings";
import { deliveryProblemSchema } from "../responses/health";

const instantSchema = z.iso.datetime();

export const settingsEndpoints = {
  settings: "/api/admin/settings",
  status: "/api/admin/settings/status",
  checks: "/api/admin/settings/checks",
  backups: "/api/admin/settings/backups",
} as const;

export const repeatTrialPolicies = ["note", "refuse"] as const;

export type RepeatTrialPolicy = (typeof repeatTrialPolicies)[number];

export const smsDailyBudgetLimits = { min: 1, max: 1_000_000 } as const;

const { min, max } = smsDailyBudgetLimits;

export const smsDailyBudgetSchema = z
  .int(settingsMessages.budgetRange)
  .min(min, settingsMessages.budgetRange)
  .max(max, settingsMessages.budgetRange);

export const repeatTrialPolicySchema = z.enum(repeatTrialPolicies);

/** Body of `PUT /api/admin/settings`: settings that are left out don't change. */
export const changeSettingsSchema = z
  .object({
    smsDailyBudget: smsDailyBudgetSchema.optional(),
    repeatTrialPolicy: repeatTrialPolicySchema.optional(),
    requireApproval: z.boolean().optional(),
  })
  .refine((changes) => Object.values(changes).some((each) => each !== undefined), {
    error: settingsMessages.nothingToChange,
  });

export type SettingsChange = z.output<typeof changeSettingsSchema>;

const variableSchema = z
  .string()
  .nullable()
  .describe("The environment variable that fixes it; null when it can be changed here");

/** Where a variable's value is from: `generated` by `npm start` for local use. */
const configurationSources = ["environment", "generated", "default"] as const;

const configurationItemSchema = z.object({
  variable: z.string(),
  isSecret: z.boolean().describe("Its value is never shown"),
  isSet: z.boolean(),
  value: z.string().nullable().describe("Null for a secret, and when it's unset"),
  source: z.enum(configurationSources),
});

export type ConfigurationItem = z.output<typeof configurationItemSchema>;

export const configurationGroups = [
  "site",
  "data",
  "email",
  "texts",
  "payments",
  "security",
] as const;

const configurationSchema = z.array(
  z.object({ group: z.enum(configurationGroups), items: z.array(configurationItemSchema) }),
);

export type Configuration = z.output<typeof configurationSchema>;

/** What can be changed without a restart, each with the variable that fixes it instead. */
const changeableSchema = z.object({
  smsDailyBudget: z.object({ value: z.int(), variable: variableSchema }),
  repeatTrialPolicy: z.object({ value: repeatTrialPolicySchema, variable: variableSchema }),
  requireApproval: z
    .object({ value: z.boolean(), variable: variableSchema })
    .describe("Whether someone other than the last author has to approve each briefing"),
  requireTwoFactor: z
    .object({ value: z.boolean(), variable: variableSchema })
    .describe("Changed with `PUT /api/admin/team/two-factor`"),
});

export type ChangeableSettings = z.output<typeof changeableSchema>;

/** Answer of `GET /api/admin/settings`. */
export const settingsSchema = z.object({
  settings: changeableSchema,
  configuration: configurationSchema,
});

export type SettingsView = z.output<typeof settingsSchema>;

/** What is known about whether a backup can be restored. */
export const backupResults = ["passed", "failed", "unchecked"] as const;

export type BackupResult = (typeof backupResults)[number];

const backupSchema = z.object({
  name: z.string(),
  finishedAt: instantSchema,
  sizeBytes: z.number().nullable(),
  result: z.enum(backupResults).describe("`failed`: empty, incomplete, or reported as failed"),
});

export const providerNames = ["postmark", "twilio", "paddle"] as const;

export const queueNames = [
  "batches",
  "notices",
  "alerts",
  "reports",
  "webhooks",
  "auditEvents",
] as const;

export type QueueName = (typeof queueNames)[number];

/** Answer of `GET /api/admin/settings/status`. */
export const statusSchema = z.object({
  now: instantSchema.describe("The database's clock"),
  problems: z.array(deliveryProblemSchema).describe("As `/api/health/delivery` has them"),
  providers: z.array(
    z.object({
      name: z.enum(providerNames),
      isSandbox: z.boolean(),
      pauseReason: z
        .string()
        .nullable()
        .describe("Why nothing is sent now: unauthorized, rejecting, unanswered, or throttled"),
      lastUsedAt: instantSchema
        .nullable()
        .describe("Postmark and Twilio: the last briefing; Paddle: the last event"),
    }),
  ),
  workers: z.array(
    z.object({
      name: z.string(),
      host: z.string(),
      startedAt: instantSchema,
      heartbeatAt: instantSchema,
      isRunning: z.boolean().describe("Its heartbeat is at most 15 seconds old"),
    }),
  ),
  queues: z.array(z.object({ name: z.enum(queueNames), waiting: z.int() })),
  database: z.object({
    version: z.string(),
    sizeBytes: z.number(),
    connections: z.int(),
    maxConnections: z.int(),
  }),
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }),
  backup: z.object({
    last: backupSchema.nullable(),
    lastGood: backupSchema.nullable(),
    isOverdue: z.boolean().describe("The last good one is older than 26 hours"),
    isNeeded: z.boolean().describe("Not with the sandbox"),
  }),
  audit: z
    .object({ at: instantSchema, entries: z.int(), problems: z.int() })
    .nullable()
    .describe("The last verification of the audit log"),
  versions: z.object({
    service: z.string(),
    commit: z.string().nullable(),
    node: z.string(),
    startedAt: instantSchema.describe("When this web process was started"),
  }),
});

export type StatusView = z.output<typeof statusSchema>;

/** Answer of `POST /api/admin/settings/checks`. */
export const checksSchema = z.object({
  at: instantSchema,
  pass: z.int(),
  warn: z.int(),
  fail: z.int(),
  checks: z.array(
    z.object({
      name: z.string(),
      status: z.enum(["pass", "warn", "fail"]),
      detail: z.string(),
      fix: z.string().nullable().describe("What to do; null for a pass"),
    }),
  ),
});

export type ChecksView = z.output<typeof checksSchema>;

/** Body of `POST /api/admin/settings/backups`: what a backup script reports when it's done. */
export const reportBackupSchema = z.object({
  name: z.string().trim().min(1).max(200).describe("Such as a snapshot's ID"),
  finishedAt: instantSchema.optional().describe("Now, if it's left out"),
  sizeBytes: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  result: z
    .enum(backupResults)
    .default("unchecked")
    .describe("`passed`: it was restored somewhere, or read completely"),
});

export type ReportBackup = z.output<typeof reportBackupSchema>;

export const recordedBackupSchema = z.object({ isNew: z.boolean() });
