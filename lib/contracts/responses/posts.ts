import { z } from "zod";
import { threadSchema } from "../reading/thread";

/** A post in a list. */
export const postListItemSchema = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  shortDate: z.string().describe("`05 MAR`"),
  fullDate: z.string().describe("`March 5, 2025`"),
  readTime: z.int().describe("Whole minutes"),
  preview: z
    .string()
    .describe("The beginning of the content as plain text, up to 120 characters, ending at a word"),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime().nullable(),
  isScheduled: z
    .boolean()
    .optional()
    .describe("Whether its date hasn't begun in London yet; for admins only"),
  isDraft: z
    .boolean()
    .optional()
    .describe("Whether it's neither on the site nor in a briefing; for admins only"),
});

/** A post with its Markdown. */
export const postSchema = postListItemSchema.omit({ preview: true }).extend({
  content: z.string().describe("Markdown"),
  savedBy: z
    .string()
    .nullable()
    .optional()
    .describe("Username of the admin who saved it last; for admins only"),
  threadTerms: z
    .string()
    .nullable()
    .optional()
    .describe("What an editor says it shares with earlier posts; for admins only"),
  emailSubject: z
    .string()
    .nullable()
    .optional()
    .describe("The subject line of the email; null: the title; for admins only"),
  thread: threadSchema.optional().describe("Earlier posts about the same thing; for admins only"),
  sent: z
    .object({
      people: z.int().describe("How many people got it by email"),
      isOver: z.boolean().describe("Whether no one else will"),
    })
    .nullable()
    .optional()
    .describe("Null if it wasn't sent; for admins only"),
});

/** What was sent of a post. */
export type SentPost = NonNullable<z.output<typeof postSchema>["sent"]>;

/** Where an imported post is now. */
export const movedPostSchema = postListItemSchema.pick({ slug: true });

/** Slugs that no post has. */
export const freeSlugsSchema = z.object({
  suggestions: z
    .array(z.string())
    .describe("A few of them, starting with the one after the newest post's"),
  length: z
    .union([z.literal(2), z.literal(3)])
    .describe("Length of a new post's slug: 3 once all two-character slugs are taken"),
  freeCount: z.int().describe("How many slugs of that length are free"),
  holder: z
    .object({ id: z.int(), title: z.string(), fullDate: z.string() })
    .nullable()
    .optional()
    .describe("The post that has the slug that was asked about"),
});
