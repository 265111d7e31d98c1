import { z } from "zod";
import { idSchema } from "../primitives";

export const historyEndpoints = {
  posts: (id: number) => `/api/posts/${id}/revisions`,
  messages: (id: number) => `/api/daily-messages/${id}/revisions`,
  presence: "/api/admin/presence",
} as const;

const headSchema = z.object({
  number: z.int().describe("Counted from 1"),
  by: z.string().nullable().describe("Username; null before there was a history"),
  at: z.iso.datetime(),
});

/** A version in a list. */
export const revisionHeadSchema = headSchema.extend({
  changed: z
    .array(z.string())
    .describe("Names of the fields that differ from the previous version"),
});

export type RevisionHead = z.output<typeof revisionHeadSchema>;

/** Newest first, up to 100. */
export const revisionListSchema = z.object({ revisions: z.array(revisionHeadSchema) });

const fieldsSchema = z.record(z.string(), z.string());

/** A version and the one before it. All values are texts: `"true"`, `"2"`. */
export const revisionDetailSchema = headSchema.extend({
  fields: fieldsSchema,
  before: fieldsSchema.nullable().describe("Null for the first version"),
});

export type RevisionDetail = z.output<typeof revisionDetailSchema>;

export const revisionParamsSchema = z.object({ id: idSchema, number: idSchema });

/** Body of `POST /api/admin/presence`. */
export const presenceSchema = z.object({
  subject: z.string().regex(/^(?:post|daily-message):\d{1,9}$/),
  isHere: z.boolean().default(true).describe("False when someone leaves"),
});

export type Presence = z.input<typeof presenceSchema>;

/** Who else has it open. */
export const presenceAnswerSchema = z.object({
  others: z.array(z.string()).describe("Usernames, seen within half a minute"),
});
