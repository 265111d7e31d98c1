import { z } from "zod";
import {
  parseLongMonthDayYear,
  formatLongMonthDayYear,
  formatDayMonthCaps,
} from "@/lib/calendar/format";
import { hasVisibleText, toSingleLine, withoutControlsInMarkdown } from "./clean-text";
import { idSchema, limitSchema } from "./primitives";
// Only their types: browsers load this file, and a script that they load has a budget.
import type { freeSlugsSchema, postListItemSchema, postSchema } from "./responses/posts";
import { postMessages } from "../messages/posts";

const messages = postMessages;

export const postEndpoints = {
  list: "/api/posts",
  one: (id: number) => `/api/posts/${id}`,
  restore: (id: number) => `/api/posts/${id}/restore`,
  slugs: "/api/posts/slugs",
  moved: (path: string) => `/api/posts/moved?path=${encodeURIComponent(path)}`,
} as const;

/** Characters of a slug: 2 until all of those are taken, then 3 (docs/decisions/053-longer-slugs.md). */
export type SlugLength = 2 | 3;

/** How many slugs of a length exist: each character is one of 36. */
export function slugCount(length: SlugLength): number {
  return 36 ** length;
}

/** Characters of content that a list shows (docs/product-spec.md, section 15.3). */
export const postPreviewLength = 120;

export const postListDefaultLimit = 100;

/** The address `/r/{slug}` of the page that is shown in place of a missing post. Never a post's slug. */
export const missingPostSlug = "not-found";

/**
 * Two characters, a-z and 0-9, or three: whether a new post may have three depends on the others
 * (lib/domain/posts/slugs.ts). The length is checked first, so each problem has its own message.
 */
export const slugSchema = z
  .string({ error: messages.slugLength(2) })
  .min(2, { error: messages.slugLength(2), abort: true })
  .max(3, { error: messages.slugLength(2), abort: true })
  .regex(/^[a-z0-9]+$/, messages.slugCharacters);

/** Characters; RFC 5322 recommends it as the longest line. */
export const longestEmailSubject = 78;

const fullDateSchema = z
  .string({ error: messages.fullDateInvalid })
  .refine((fullDate) => parseLongMonthDayYear(fullDate) !== null, messages.fullDateInvalid);

/**
 * Body of `POST /api/posts`. `fullDate` is the post's date and `shortDate` must match it; the result has
 * `localDate` (YYYY-MM-DD) instead.
 */
export const postInputSchema = z
  .object({
    slug: slugSchema,
    title: z
      .string({ error: messages.titleRequired })
      .overwrite(toSingleLine)
      .min(1, messages.titleRequired)
      .refine(hasVisibleText, messages.titleRequired)
      .max(300, messages.titleTooLong),
    shortDate: z.string({ error: messages.shortDateInvalid }),
    fullDate: fullDateSchema,
    content: z.string({ error: messages.contentRequired }).overwrite(withoutControlsInMarkdown),
    threadTerms: z
      .string({ error: messages.threadTermsInvalid })
      .overwrite(toSingleLine)
      .max(200, messages.threadTermsTooLong)
      .transform((terms) => (terms === "" ? null : terms))
      .nullable()
      .optional()
      .describe(
        "What it shares with earlier posts, separated by commas; null: words are chosen; a dash: nothing. Left out: it stays",
      ),
    emailSubject: z
      .string({ error: messages.emailSubjectInvalid })
      .overwrite(toSingleLine)
      .max(longestEmailSubject, messages.emailSubjectTooLong(longestEmailSubject))
      .transform((subject) => (subject === "" ? null : subject))
      .nullable()
      .optional()
      .describe("The subject line of the email; null: the title. Left out: it stays"),
    isDraft: z
      .boolean({ error: messages.isDraftInvalid })
      .optional()
      .describe("Left out: a new post isn't a draft, and an existing one stays as it is"),
    readTime: z
      .int({ error: messages.readTimeInvalid })
      .min(1, messages.readTimeInvalid)
      .max(2_147_483_647, messages.readTimeInvalid),
  })
  .transform(({ shortDate, fullDate, ...post }, issues) => {
    const localDate = parseLongMonthDayYear(fullDate) ?? "";
    if (formatDayMonthCaps(localDate) !== shortDate.trim()) {
      const message = messages.shortDateMismatch(shortDate, formatLongMonthDayYear(localDate));
      issues.addIssue({ code: "custom", path: ["shortDate"], message });
    }
    return { ...post, localDate };
  });

export type PostInput = z.output<typeof postInputSchema>;

/** Body of `PUT /api/posts/{id}`. With `updatedAt`, a post that someone saved after that version is refused. */
export const postUpdateSchema = z.intersection(
  postInputSchema,
  z.object({
    updatedAt: z.iso.datetime({ error: messages.updatedAtInvalid }).nullable().optional(),
  }),
);

/**
 * A draft is only for administrators, a scheduled post is until its date, and a published one is for
 * everybody.
 */
export const postStates = ["draft", "scheduled", "published"] as const;

export type PostState = (typeof postStates)[number];

/** `before` is the id of the last row seen. */
export const postListQuerySchema = z.object({
  limit: limitSchema.default(postListDefaultLimit),
  before: idSchema.optional(),
  q: z.string().trim().max(200, messages.queryTooLong).optional(),
  state: z.enum(postStates).optional().describe("Only for admins; without it, posts in any state"),
});

/** `start` is the first character of the slugs to suggest. */
export const slugQuerySchema = z.object({
  start: z
    .string()
    .regex(/^[a-z0-9]$/, messages.slugCharacters)
    .optional(),
  slug: slugSchema.optional().describe("Asks which post has this slug"),
});

export const movedPostQuerySchema = z.object({
  path: z
    .string()
    .max(1_500)
    .describe("Of the post's page on its former site, such as /p/one-chart"),
});

export type FreeSlugsView = z.output<typeof freeSlugsSchema>;

export type PostListQuery = z.output<typeof postListQuerySchema>;

/** A post in a list. */
export type PostListItemView = z.output<typeof postListItemSchema>;

/** What a link to a post needs. */
export type PostLink = Pick<PostListItemView, "slug" | "title">;

/** A post with its Markdown. */
export type PostView = z.output<typeof postSchema>;
