import { z } from "zod";

const instantSchema = z.iso.datetime();

export const auditEndpoints = {
  list: "/api/admin/audit",
  export: "/api/admin/audit/export",
} as const;

/** How many entries a page has, and the most that one call returns. */
export const auditPageSize = { usual: 50, most: 200 } as const;

/** Totals are counted up to here. */
export const auditCountLimit = 10_000;

/** Who an entry can be by: administrators and the operator, subscribers, or everyone else. */
export const auditGroups = ["team", "subscribers", "others"] as const;

export type AuditGroup = (typeof auditGroups)[number];

const filters = {
  q: z.string().trim().max(200).default("").describe("Part of a person, action, or subscriber"),
  by: z.enum(auditGroups).optional().describe("Only entries of this group"),
  actor: z.string().max(200).optional().describe("Exactly this actor, such as `admin:dana`"),
  action: z.string().max(100).optional().describe("Exactly this action, such as `post.updated`"),
  subject: z.string().max(300).optional().describe("Exactly this subject, such as `subscriber:12`"),
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe("Entries of this many days until now"),
  from: instantSchema.optional().describe("Entries from this time on"),
  to: instantSchema.optional().describe("Entries before this time"),
};

export const auditFilterSchema = z.object(filters);

export type AuditFilter = z.output<typeof auditFilterSchema>;

export const auditQuerySchema = z.object({
  ...filters,
  cursor: z
    .string()
    .regex(/^\d{1,15}-\d{1,15}$/)
    .optional()
    .describe("`nextCursor` of the previous page"),
  limit: z.coerce.number().int().min(1).max(auditPageSize.most).default(auditPageSize.usual),
});

export type AuditQuery = z.output<typeof auditQuerySchema>;

/** What is wrong with the chain at a position. */
export const auditProblemSchema = z.object({
  position: z.number(),
  /**
   * changed: its content isn't what was linked; removed: it's gone; chain: a link is gone or doesn't
   * follow the one before it; truncated: links at the end are gone; replaced: this link and maybe
   * earlier ones were computed again.
   */
  kind: z.enum(["changed", "removed", "chain", "truncated", "replaced"]),
});

export type AuditProblem = z.output<typeof auditProblemSchema>;

const fieldsSchema = z.record(z.string(), z.string()).nullable();

export const auditEntrySchema = z.object({
  id: z.string(),
  at: instantSchema,
  actor: z.object({
    id: z.string().describe("Such as `admin:dana`"),
    name: z.string(),
    isPerson: z.boolean().describe("Whether it's an administrator or a subscriber"),
  }),
  action: z.string().describe("Such as `post.updated`"),
  label: z.string().describe("The action in words"),
  subject: z.object({
    id: z.string().describe("Such as `subscriber:12`"),
    name: z.string(),
    subscriberId: z.number().nullable(),
  }),
  before: fieldsSchema.describe("Values before a change, by field"),
  after: fieldsSchema.describe("Values after it"),
  detail: fieldsSchema.describe("What else is known"),
  hash: z.string().nullable().describe("Of its link; null for a moment, until it's linked"),
});

export type AuditEntry = z.output<typeof auditEntrySchema>;

export const auditPageSchema = z.object({
  entries: z.array(auditEntrySchema),
  nextCursor: z.string().nullable(),
  total: z.number().describe(`How many match, counted up to ${auditCountLimit + 1}`),
  lastCheck: z
    .object({ at: instantSchema, entries: z.number(), problems: z.array(auditProblemSchema) })
    .nullable()
    .describe("The last verification of the whole log"),
});

export type AuditPage = z.output<typeof auditPageSchema>;
