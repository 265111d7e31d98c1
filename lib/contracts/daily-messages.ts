import { z } from "zod";
import { adminAddresses } from "./admin";
import { localDateSchema } from "@/lib/calendar/days";
import { hasVisibleText, withoutControls } from "./clean-text";
import { idSchema, limitSchema } from "./primitives";
import { dailyMessageMessages } from "../messages/daily-messages";

const messages = dailyMessageMessages;

export const dailyMessageEndpoints = {
  list: "/api/daily-messages",
  one: (id: number) => `/api/daily-messages/${id}`,
} as const;

/** Of the editor screen: opens the card of that day, YYYY-MM-DD. */
export const editParameter = "edit";

/** Where a day's message is edited. */
export function editMessageAddress(date: string): string {
  return `${adminAddresses.dailyMessages}?${editParameter}=${date}`;
}

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

/** A row of `GET /api/daily-messages`. */
export const dailyMessageRowSchema = dailyMessageSchema.extend({
  isSent: z.boolean().describe("Whether it has gone out in at least one time zone"),
});

export type DailyMessageRow = z.output<typeof dailyMessageRowSchema>;
