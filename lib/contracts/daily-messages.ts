import { z } from "zod";
import { localDateSchema } from "./calendar";
import { idSchema, limitSchema } from "./primitives";
import { dailyMessageMessages } from "../messages/daily-messages";

const messages = dailyMessageMessages;

/** Where daily messages are read and written (spec, section 7). */
export const dailyMessageEndpoints = {
  list: "/api/daily-messages",
  one: (id: number) => `/api/daily-messages/${id}`,
} as const;

/** How many messages a list answers when nobody says how many. */
export const dailyMessageListDefaultLimit = 100;

/** A daily message as an editor sends it. */
export const dailyMessageInputSchema = z.object({
  date: localDateSchema,
  message: z
    .string({ error: messages.messageRequired })
    .refine((message) => message.trim() !== "", messages.messageRequired),
  isActive: z.boolean({ error: messages.isActiveInvalid }).default(true),
});

/** A daily message as an editor sends it. */
export type DailyMessageInput = z.output<typeof dailyMessageInputSchema>;

/** A changed message, with the `updatedAt` the editor last saw when a conflict should be noticed. */
export const dailyMessageUpdateSchema = dailyMessageInputSchema.extend({
  updatedAt: z.iso.datetime({ error: messages.updatedAtInvalid }).nullable().optional(),
});

/** A changed message as an editor sends it. */
export type DailyMessageUpdate = z.output<typeof dailyMessageUpdateSchema>;

/**
 * What a list of messages may be asked: which days it spans, both ends included, and which page.
 * `before` is the id of the last row seen.
 */
export const dailyMessageListQuerySchema = z.object({
  from: localDateSchema.optional(),
  to: localDateSchema.optional(),
  limit: limitSchema.default(dailyMessageListDefaultLimit),
  before: idSchema.optional(),
});

/** What a list of messages was asked. */
export type DailyMessageListQuery = z.output<typeof dailyMessageListQuerySchema>;

/** A daily message. */
export const dailyMessageSchema = z.object({
  id: z.int(),
  /** YYYY-MM-DD */
  date: z.string(),
  message: z.string(),
  isActive: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string().nullable(),
});

/** A daily message. */
export type DailyMessageView = z.output<typeof dailyMessageSchema>;
