import { z } from "zod";
import type { PostPayload } from "@/lib/client/admin-posts";
import {
  parseLongMonthDayYear,
  parseNumericDate,
  formatLongMonthDayYear,
  formatDayMonthCaps,
  formatNumericDate,
} from "@/lib/calendar/format";
import { toSingleLine } from "@/lib/contracts/clean-text";
import { type PostView, type SlugLength, postInputSchema, slugSchema } from "@/lib/contracts/posts";
import { contentScreen, postDraftMessages, postMessages } from "@/lib/messages/posts";

/** The form's fields, as typed. */
export const postFieldsSchema = z.object({
  title: z.string(),
  slug: z.string(),
  /** `MM/DD/YYYY` */
  date: z.string(),
  readTime: z.string(),
  /** Markdown. */
  content: z.string(),
  /** Separated by commas; empty: words are chosen. */
  threadTerms: z.string().default(""),
  /** Empty: the title. */
  emailSubject: z.string().default(""),
});

export type PostFields = z.output<typeof postFieldsSchema>;

export type PostFieldErrors = Partial<Record<keyof PostFields, string | undefined>>;

/** An empty form for a date (YYYY-MM-DD). */
export function emptyFields(localDate: string): PostFields {
  return {
    title: "",
    slug: "",
    date: formatNumericDate(localDate),
    readTime: "1",
    content: "",
    threadTerms: "",
    emailSubject: "",
  };
}

export function fieldsOf(post: PostView): PostFields {
  const { title, slug, content } = post;
  const date = formatNumericDate(parseLongMonthDayYear(post.fullDate) ?? "");
  const { threadTerms, emailSubject, readTime } = post;
  const optional = { threadTerms: threadTerms ?? "", emailSubject: emailSubject ?? "" };
  return { title, slug, date, readTime: String(readTime), content, ...optional };
}

export function areSameFields(one: PostFields, other: PostFields): boolean {
  return postFieldsSchema.keyof().options.every((name) => one[name] === other[name]);
}

/** Whole minutes, at least 1; anything else becomes 1 (docs/product-spec.md, section 8.2). */
export function parseReadTime(typed: string): string {
  const minutes = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : 1;
  return String(Math.max(1, minutes));
}

/** What the slug of a post may be. */
export type SlugRule = {
  /** Characters of a new slug. */
  length: SlugLength;
  /** The slug that the post has and may keep. */
  own: string | null;
};

const shortSlugs: SlugRule = { length: 2, own: null };

/** The error text for a slug; undefined if it is valid. */
export function slugProblem(slug: string, { length, own } = shortSlugs): string | undefined {
  if (slug === own) return undefined;
  if (slug.length !== length) return postMessages.slugLength(length);
  return slugSchema.safeParse(slug).error?.issues[0]?.message;
}

/** The form as the API takes it, with both dates derived from `date`, or its errors. */
export function readFields(
  fields: PostFields,
  slugRule = shortSlugs,
): { payload: PostPayload; errors: null } | { payload: null; errors: PostFieldErrors } {
  const localDate = parseNumericDate(fields.date);
  const payload = {
    slug: fields.slug,
    title: fields.title.trim(),
    shortDate: localDate ? formatDayMonthCaps(localDate) : "",
    fullDate: localDate ? formatLongMonthDayYear(localDate) : "",
    content: fields.content,
    readTime: Number(parseReadTime(fields.readTime)),
    threadTerms: fields.threadTerms.trim() || null,
    emailSubject: fields.emailSubject.trim() || null,
  };
  const problems = postInputSchema.safeParse(payload).error?.issues ?? [];
  const slugError = slugProblem(fields.slug, slugRule);
  if (problems.length === 0 && slugError === undefined) return { payload, errors: null };
  const problemWith = (name: string) => problems.find(({ path }) => path[0] === name)?.message;
  const errors: PostFieldErrors = {
    title: problemWith("title"),
    slug: slugError,
    date: localDate ? undefined : contentScreen.dateInvalid,
    readTime: problemWith("readTime"),
    threadTerms: problemWith("threadTerms"),
    emailSubject: problemWith("emailSubject"),
  };
  return { payload: null, errors };
}

/** What a post's page shows. */
export type PreviewedPost = Pick<PostView, "title" | "fullDate" | "readTime" | "content">;

/** The article as far as it's written; saving may still refuse it. */
export function readArticle({ title, date, readTime, content }: PostFields): PreviewedPost {
  const localDate = parseNumericDate(date);
  return {
    title: toSingleLine(title) || postDraftMessages.untitled,
    fullDate: localDate ? formatLongMonthDayYear(localDate) : "",
    readTime: Number(parseReadTime(readTime)),
    content,
  };
}
