import { z } from "zod";
import { localDateSchema } from "./dates";
import { sentences } from "./sentences";

const say = sentences.dailyMessages;

/** A daily message as an editor sends it. */
export const dailyMessageInputSchema = z.object({
  date: localDateSchema,
  message: z
    .string({ error: say.messageRequired })
    .refine((message) => message.trim() !== "", say.messageRequired),
  isActive: z.boolean({ error: say.isActiveInvalid }).default(true),
});

/** A daily message as an editor sends it. */
export type DailyMessageInput = z.output<typeof dailyMessageInputSchema>;

/** Which days a list of messages spans, both ends included. */
export const dailyMessageListQuerySchema = z.object({
  from: localDateSchema.optional(),
  to: localDateSchema.optional(),
});

/** Which days a list of messages was asked for. */
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
