import { z } from "zod";
import { httpMessages, invalidEmailMessage, unsendableEmailMessage } from "../messages/http";
import { isSendable, parseEmailAddress } from "./email-address";

// Zod would try to compile schemas with `new Function`, which our Content-Security-Policy blocks and
// reports for every visitor.
if (typeof window !== "undefined") z.config({ jitless: true });

export const channels = ["email", "sms"] as const;

export type Channel = (typeof channels)[number];

const largestDatabaseInteger = 2_147_483_647;

/** A row's id in a path or query: `"12"` → `12`. */
export const idSchema = z
  .string({ error: httpMessages.invalidId })
  .regex(/^[1-9]\d{0,9}$/, httpMessages.invalidId)
  .transform(Number)
  .refine((id) => id <= largestDatabaseInteger, httpMessages.invalidId);

/** Path parameters of a route that ends in an id. */
export const idParamsSchema = z.object({ id: idSchema });

const { invalidLimit } = httpMessages;

/** The `limit` of a list in a query: 1 to 500. */
export const limitSchema = z
  .string()
  .regex(/^\d{1,3}$/, invalidLimit)
  .transform(Number)
  .refine((limit) => limit >= 1 && limit <= 500, invalidLimit);

/**
 * An email address, in the form in which we store it. Someone may have paid with any valid address, so all of
 * them can log in.
 */
export const emailAddressSchema = z
  .string({ error: invalidEmailMessage })
  .max(300, invalidEmailMessage)
  .transform((text, context) => {
    const address = parseEmailAddress(text);
    if (address !== null) return address;
    context.addIssue({ code: "custom", message: invalidEmailMessage });
    return z.NEVER;
  });

/** An email address that someone chooses now, so we must be able to send to it. */
export const sendableAddressSchema = emailAddressSchema.refine(isSendable, {
  error: unsendableEmailMessage,
});

/** The body of every error response (docs/product-spec.md, section 13.1). Users read `message`. */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.string().optional(),
  field: z.string().optional(),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;

/** Code of the 503 when our database or the email provider can't be reached. */
export const serviceUnavailableCode = "service_unavailable";

/** The feeds of posts. */
export const feeds = {
  rss: { path: "/feed.xml", type: "application/rss+xml", format: "RSS" },
  atom: { path: "/atom.xml", type: "application/atom+xml", format: "Atom" },
  json: { path: "/feed.json", type: "application/feed+json", format: "JSON Feed" },
} as const;
