import { z } from "zod";

const instantMessage = (name: string) =>
  `${name} must be an ISO time such as 2026-11-20T12:40:00Z.`;

/** An ISO instant with a zone, as milliseconds since the epoch. */
export const instantSchema = (name: string) =>
  z
    .string({ error: instantMessage(name) })
    .refine(
      (text) => /[T ].*(?:Z|[+-]\d\d:?\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text)),
      {
        error: instantMessage(name),
      },
    )
    .transform((text) => Date.parse(text));

const idSchema = (name: string) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `${name} must be the id of a message.`)
    .transform(Number);

/** Filters shared by the list and the count. */
const messageQuerySchema = z.object({
  channel: z.enum(["email", "sms"], { error: "channel must be email or sms." }).optional(),
  provider: z
    .enum(["postmark", "twilio", "automation"], {
      error: "provider must be one of postmark, twilio, automation.",
    })
    .optional(),
  to: z.string({ error: "to can be given only once." }).optional(),
  tag: z.string({ error: "tag can be given only once." }).optional(),
  since: instantSchema("since").optional(),
});

/** Query of `GET /sandbox/messages`. */
export const messageListQuerySchema = messageQuerySchema.extend({
  contains: z.string({ error: "contains can be given only once." }).optional(),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, "limit must be a whole number of at least 1.")
    .transform(Number)
    .optional(),
  after: idSchema("after").optional(),
  before: idSchema("before").optional(),
});

/** Query of `GET /sandbox/messages/count`. */
export const messageCountQuerySchema = messageQuerySchema.extend({
  by: z.literal("to", { error: "by must be to." }).optional(),
});
