import { z } from "zod";
import { localDateSchema } from "./calendar";
import { hasVisibleText, withoutControls } from "./clean-text";
import { idSchema, limitSchema } from "./primitives";
import { dailyMessageMessages } from "../messages/daily-messages";

const messages = dailyMessageMessages;

export const dailyMessageEndpoints = {
  list: "/api/daily-messages",
  one: (id: number) => `/api/daily-messages/${id}`,
} as const;

export const dailyMessageListDefaultLimit = 100;

/** Body of `POST /api/daily-messages`. */
export const dailyMessageInputSchema = z.object({
  date: localDateSchema,
  message: z
    .string({ error: messages.messageRequired })
    .overwrite(withoutControls)
    .refine(hasVisibleText, messages.messageRequired),
  isActive: z.boolean({ error: messages.isActiveInvalid }).default(true),
});

export type DailyMessageInput = z.output<typeof dailyMessageInputSchema>;

/** Body of `PUT /api/daily-messages/{id}`. With `updatedAt`, a message that someone saved after that version is refused. */
export const dailyMessageUpdateSchema = dailyMessageInputSchema.extend({
  updatedAt: z.iso.datetime({ error: messages.updatedAtInvalid }).nullable().optional(),
});

export type DailyMessageUpdate = z.output<typeof dailyMessageUpdateSchema>;

/** `from` and `to` are inclusive. `before` is the id of the last row seen. */
export const dailyMessageListQuerySchema = z.object({
  from: localDateSchema.optional(),
  to: localDateSchema.optional(),
  limit: limitSchema.default(dailyMessageListDefaultLimit),
  before: idSchema.optional(),
});

export type DailyMessageListQuery = z.output<typeof dailyMessageListQuerySchema>;

export const dailyMessageSchema = z.object({
  id: z.int(),
  /** YYYY-MM-DD */
  date: z.string(),
  message: z.string(),
  isActive: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string().nullable(),
});

export type DailyMessageView = z.output<typeof dailyMessageSchema>;
