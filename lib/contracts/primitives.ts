import { z } from "zod";
import { httpMessages, invalidEmailMessage } from "../messages/http";

/** The two ways a briefing reaches somebody. */
export const channels = ["email", "sms"] as const;

/** A way a briefing reaches somebody. */
export type Channel = (typeof channels)[number];

const largestDatabaseInteger = 2_147_483_647;

/** A row's number as it stands in a path or query: `"12"` → `12`. */
export const idSchema = z
  .string({ error: httpMessages.invalidId })
  .regex(/^[1-9]\d{0,9}$/, httpMessages.invalidId)
  .transform(Number)
  .refine((id) => id <= largestDatabaseInteger, httpMessages.invalidId);

/** Parameters of an address that ends in a row's number. */
export const idParamsSchema = z.object({ id: idSchema });

const { invalidLimit } = httpMessages;

/** How many rows of a list are asked for, as it stands in a query: 1 to 500. */
export const limitSchema = z
  .string()
  .regex(/^\d{1,3}$/, invalidLimit)
  .transform(Number)
  .refine((limit) => limit >= 1 && limit <= 500, invalidLimit);

/** An e-mail address as typed, without the spaces around it. */
export const emailAddressSchema = z
  .string({ error: invalidEmailMessage })
  .trim()
  .max(254, invalidEmailMessage)
  .pipe(z.email({ error: invalidEmailMessage }));

/** What every failed call answers (decisions, "Wire details"): `message` is for the person. */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.string().optional(),
  field: z.string().optional(),
});

/** What every failed call answers. */
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** The feeds of posts: address, media type, and what the format is called. */
export const feeds = {
  rss: { path: "/feed.xml", type: "application/rss+xml", format: "RSS" },
  atom: { path: "/atom.xml", type: "application/atom+xml", format: "Atom" },
  json: { path: "/feed.json", type: "application/feed+json", format: "JSON Feed" },
} as const;
