import { z } from "zod";
import { parseFullDate, toFullDate, toShortDate } from "./calendar";
import { idSchema, limitSchema } from "./primitives";
// Only their types: browsers load this file, and a script that they load has a budget.
import type { freeSlugsSchema, postListItemSchema, postSchema } from "./responses/posts";
import { postMessages } from "../messages/posts";

const messages = postMessages;

/** Where posts are read and written (spec, section 7). */
export const postEndpoints = {
  list: "/api/posts",
  one: (id: number) => `/api/posts/${id}`,
  bySlug: (slug: string) => `/api/r/${slug}`,
  restore: (id: number) => `/api/posts/${id}/restore`,
  slugs: "/api/posts/slugs",
} as const;

/** How many slugs there are: two characters of thirty-six. */
export const slugCount = 36 * 36;

/** How many characters of the content a list shows (spec, section 9). */
export const postPreviewLength = 120;

/** How many posts a list answers when nobody says how many. */
export const postListDefaultLimit = 100;

/** Exactly two characters, a to z and 0 to 9; the length is judged first (spec, section 5). */
export const slugSchema = z
  .string({ error: messages.slugLength })
  .length(2, { error: messages.slugLength, abort: true })
  .regex(/^[a-z0-9]{2}$/, messages.slugCharacters);

const fullDateSchema = z
  .string({ error: messages.fullDateInvalid })
  .refine((fullDate) => parseFullDate(fullDate) !== null, messages.fullDateInvalid);

/**
 * A post as an editor sends it. `fullDate` is the date; `shortDate` has to agree with it
 * (decisions, "Wire details"). `localDate` is read from them.
 */
export const postInputSchema = z
  .object({
    slug: slugSchema,
    title: z
      .string({ error: messages.titleRequired })
      .trim()
      .min(1, messages.titleRequired)
      .max(300, messages.titleTooLong),
    shortDate: z.string({ error: messages.shortDateInvalid }),
    fullDate: fullDateSchema,
    content: z.string({ error: messages.contentRequired }),
    readTime: z
      .int({ error: messages.readTimeInvalid })
      .min(1, messages.readTimeInvalid)
      .max(2_147_483_647, messages.readTimeInvalid),
  })
  .transform(({ shortDate, fullDate, ...post }, issues) => {
    const localDate = parseFullDate(fullDate) ?? "";
    if (toShortDate(localDate) !== shortDate.trim()) {
      const message = messages.shortDateDisagrees(shortDate, toFullDate(localDate));
      issues.addIssue({ code: "custom", path: ["shortDate"], message });
    }
    return { ...post, localDate };
  });

/** A post as an editor sends it, its date read. */
export type PostInput = z.output<typeof postInputSchema>;

/** A changed post, with the `updatedAt` the editor last saw when a conflict should be noticed. */
export const postUpdateSchema = z.intersection(
  postInputSchema,
  z.object({
    updatedAt: z.iso.datetime({ error: messages.updatedAtInvalid }).nullable().optional(),
  }),
);

/** What a list of posts may be asked. `before` is the id of the last row seen. */
export const postListQuerySchema = z.object({
  limit: limitSchema.default(postListDefaultLimit),
  before: idSchema.optional(),
  q: z.string().trim().max(200, messages.queryTooLong).optional(),
});

/** Which free slugs are asked for: those that begin with `start`, or any. */
export const slugQuerySchema = z.object({
  start: z
    .string()
    .regex(/^[a-z0-9]$/, messages.slugCharacters)
    .optional(),
});

/** Slugs that no post has. */
export type FreeSlugsView = z.output<typeof freeSlugsSchema>;

/** What a list of posts was asked. */
export type PostListQuery = z.output<typeof postListQuerySchema>;

/** A post in a list. */
export type PostListItemView = z.output<typeof postListItemSchema>;

/** A post with its Markdown. */
export type PostView = z.output<typeof postSchema>;
