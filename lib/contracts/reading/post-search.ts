import { z } from "zod";

export const searchPath = "/read/search";

/** The page that is sent in place of results when there are too many searches, or one fails. */
export const searchFailedPath = `${searchPath}/failed`;

export const monthPath = (month: string) => `/read/month/${month}`;

export const searchMaxLength = 200;

/** Results that a page shows at first, and each time a reader asks for more. */
export const searchPageSize = 20;

/** Results that one page shows at most. */
export const searchMaxResults = 200;

/** A month as `YYYY-MM`. */
export const monthSchema = z.string().regex(/^(?:19|[2-9]\d)\d{2}-(?:0[1-9]|1[0-2])$/);

const countSchema = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .pipe(z.int().min(searchPageSize).max(searchMaxResults));

/**
 * The query of the search page. Values that our links can't contain are ignored, so that a reader gets
 * results instead of an error.
 */
export const postSearchSchema = z.object({
  q: z
    .string()
    .transform((text) =>
      text
        .toWellFormed()
        .replaceAll(/[\s\p{Cc}]+/gu, " ")
        .trim(),
    )
    .pipe(z.string().max(searchMaxLength))
    .catch(""),
  /** Only posts of this month. */
  month: monthSchema.optional().catch(undefined),
  /** Only posts before this month. */
  before: monthSchema.optional().catch(undefined),
  /** How many results to show. */
  show: countSchema.catch(searchPageSize),
  /** Searches for the words as typed. */
  exact: z
    .literal("1")
    .optional()
    .catch(undefined)
    .transform((value) => value !== undefined),
});

export type PostSearch = z.output<typeof postSearchSchema>;

/** The address of a search. */
export function searchUrl(search: Pick<PostSearch, "q"> & Partial<PostSearch>): string {
  const { q, month, before, show, exact } = search;
  const query = new URLSearchParams({ q });
  if (month) query.set("month", month);
  if (before) query.set("before", before);
  if (show !== undefined && show > searchPageSize) query.set("show", String(show));
  if (exact) query.set("exact", "1");
  return `${searchPath}?${query.toString()}`;
}

/** Part of an excerpt. */
export type ExcerptPart = { text: string; isMatch: boolean };

export type MonthCount = {
  /** YYYY-MM */
  month: string;
  count: number;
};
