import { z } from "zod";
import type { PostPayload } from "@/lib/client/admin-posts";
import {
  parseFullDate,
  parseUsDate,
  toFullDate,
  toShortDate,
  toUsDate,
} from "@/lib/contracts/calendar";
import { type PostView, postInputSchema, slugSchema } from "@/lib/contracts/posts";
import { contentScreen } from "@/lib/messages/posts";

/** What the form holds, as it was typed. */
export const postFieldsSchema = z.object({
  title: z.string(),
  slug: z.string(),
  /** `MM/DD/YYYY` */
  date: z.string(),
  readTime: z.string(),
  /** Markdown. */
  content: z.string(),
});

/** What the form holds, as it was typed. */
export type PostFields = z.output<typeof postFieldsSchema>;

/** What is wrong with a field, in words. */
export type PostFieldErrors = Partial<Record<keyof PostFields, string>>;

const wordsPerMinute = 230;

/** An empty form. `today` is a calendar day, YYYY-MM-DD. */
export function emptyFields(today: string): PostFields {
  return { title: "", slug: "", date: toUsDate(today), readTime: "1", content: "" };
}

/** The form of a post. */
export function fieldsOf(post: PostView): PostFields {
  const { title, slug, content } = post;
  const date = toUsDate(parseFullDate(post.fullDate) ?? "");
  return { title, slug, date, readTime: String(post.readTime), content };
}

/** Whether two forms hold the same. */
export function areSameFields(one: PostFields, other: PostFields): boolean {
  return postFieldsSchema.keyof().options.every((name) => one[name] === other[name]);
}

/** Whole minutes, at least 1; whatever else was typed becomes 1 (spec, section 5). */
export function parseReadTime(typed: string): string {
  const minutes = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : 1;
  return String(Math.max(1, minutes));
}

/** Minutes that reading some Markdown takes, at least 1, and its words. */
export function measureReading(content: string): { words: number; minutes: number } {
  const withoutAddresses = content.replaceAll(/\]\([^)]*\)/g, "]").replaceAll(/https?:\S+/g, "");
  const words = withoutAddresses.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.,%-]*/gu)?.length ?? 0;
  return { words, minutes: Math.max(1, Math.round(words / wordsPerMinute)) };
}

/** What is wrong with a slug, in the words of section 5; undefined when nothing is. */
export function slugProblem(slug: string): string | undefined {
  return slugSchema.safeParse(slug).error?.issues[0]?.message;
}

/** The form as the API takes it, both dates derived from the one, or what is wrong with it. */
export function readFields(
  fields: PostFields,
): { payload: PostPayload; errors: null } | { payload: null; errors: PostFieldErrors } {
  const localDate = parseUsDate(fields.date);
  const payload = {
    slug: fields.slug,
    title: fields.title.trim(),
    shortDate: localDate ? toShortDate(localDate) : "",
    fullDate: localDate ? toFullDate(localDate) : "",
    content: fields.content,
    readTime: Number(parseReadTime(fields.readTime)),
  };
  const problems = postInputSchema.safeParse(payload).error?.issues ?? [];
  if (problems.length === 0) return { payload, errors: null };
  const problemWith = (name: string) => problems.find(({ path }) => path[0] === name)?.message;
  const all: PostFieldErrors = {
    ...toError("title", problemWith("title")),
    ...toError("slug", problemWith("slug")),
    ...toError("date", localDate ? undefined : contentScreen.dateInvalid),
    ...toError("readTime", problemWith("readTime")),
  };
  return { payload: null, errors: all };
}

function toError(name: keyof PostFields, message: string | undefined): PostFieldErrors {
  return message === undefined ? {} : { [name]: message };
}
