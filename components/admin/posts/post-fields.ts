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
import { contentScreen, postMessages } from "@/lib/messages/posts";

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
});

export type PostFields = z.output<typeof postFieldsSchema>;

export type PostFieldErrors = Partial<Record<keyof PostFields, string>>;

const wordsPerMinute = 230;

/** An empty form, dated `today` (YYYY-MM-DD). */
export function emptyFields(today: string): PostFields {
  return {
    title: "",
    slug: "",
    date: formatNumericDate(today),
    readTime: "1",
    content: "",
    threadTerms: "",
  };
}

export function fieldsOf(post: PostView): PostFields {
  const { title, slug, content } = post;
  const date = formatNumericDate(parseLongMonthDayYear(post.fullDate) ?? "");
  const threadTerms = post.threadTerms ?? "";
  return { title, slug, date, readTime: String(post.readTime), content, threadTerms };
}

export function areSameFields(one: PostFields, other: PostFields): boolean {
  return postFieldsSchema.keyof().options.every((name) => one[name] === other[name]);
}

/** Whole minutes, at least 1; anything else becomes 1 (docs/product-spec.md, section 8.2). */
export function parseReadTime(typed: string): string {
  const minutes = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : 1;
  return String(Math.max(1, minutes));
}

/** The number of words in Markdown, and the whole minutes it takes to read them, at least 1. */
export function measureReading(content: string): { words: number; minutes: number } {
  const withoutUrls = content.replaceAll(/\]\([^)]*\)/g, "]").replaceAll(/https?:\S+/g, "");
  const words = withoutUrls.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.,%-]*/gu)?.length ?? 0;
  return { words, minutes: Math.max(1, Math.round(words / wordsPerMinute)) };
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
    threadTerms: fields.threadTerms.trim() === "" ? null : fields.threadTerms.trim(),
  };
  const problems = postInputSchema.safeParse(payload).error?.issues ?? [];
  const slugError = slugProblem(fields.slug, slugRule);
  if (problems.length === 0 && slugError === undefined) return { payload, errors: null };
  const problemWith = (name: string) => problems.find(({ path }) => path[0] === name)?.message;
  const all: PostFieldErrors = {
    ...toError("title", problemWith("title")),
    ...toError("slug", slugError),
    ...toError("date", localDate ? undefined : contentScreen.dateInvalid),
    ...toError("readTime", problemWith("readTime")),
    ...toError("threadTerms", problemWith("threadTerms")),
  };
  return { payload: null, errors: all };
}

/** What a post's page shows. */
export type PreviewedPost = Pick<PostView, "title" | "fullDate" | "readTime" | "content">;

/** The article as saving would publish it, or the texts of the errors that saving would show. */
export function readArticle(
  fields: PostFields,
): { article: PreviewedPost; problems: null } | { article: null; problems: string[] } {
  const { errors } = readFields(fields);
  const problems = [errors?.title, errors?.date].filter((problem) => problem !== undefined);
  if (problems.length > 0) return { article: null, problems };
  const fullDate = formatLongMonthDayYear(parseNumericDate(fields.date) ?? "");
  const title = toSingleLine(fields.title);
  const readTime = Number(parseReadTime(fields.readTime));
  return { article: { title, fullDate, readTime, content: fields.content }, problems: null };
}

function toError(name: keyof PostFields, message: string | undefined): PostFieldErrors {
  return message === undefined ? {} : { [name]: message };
}
