import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { adminJson, adminRequest } from "./admin";
import { silent } from "./query-client";
import { type PostListItemView, type PostView, postEndpoints } from "@/lib/contracts/posts";

/** Posts per page of the editors' list. */
export const adminPostPageSize = 30;

/** First part of the query keys that go stale when a post changes. */
export const adminPostsKey = "admin-posts";

const sharedFields = {
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  shortDate: z.string(),
  fullDate: z.string(),
  readTime: z.int(),
  createdAt: z.string(),
  updatedAt: z.string().nullable(),
  isScheduled: z.boolean().default(false),
  isDraft: z.boolean().default(false),
};

const rowsSchema: z.ZodType<PostListItemView[]> = z.array(
  z.object({ ...sharedFields, preview: z.string() }),
);

const postSchema: z.ZodType<PostView> = z.object({
  ...sharedFields,
  content: z.string(),
  savedBy: z.string().nullable().default(null),
  threadTerms: z.string().nullable().default(null),
  thread: z
    .object({
      terms: z.array(z.string()),
      posts: z.array(z.object({ slug: z.string(), title: z.string(), date: z.string() })),
    })
    .optional(),
  sent: z.object({ people: z.int(), isOver: z.boolean() }).nullish(),
});

const freeSlugsSchema = z.object({
  suggestions: z.array(z.string()),
  length: z.union([z.literal(2), z.literal(3)]),
  freeCount: z.int(),
  holder: z.object({ id: z.int(), title: z.string(), fullDate: z.string() }).nullish(),
});

/** Body of `POST /api/posts`. */
export type PostPayload = Pick<
  PostView,
  "slug" | "title" | "shortDate" | "fullDate" | "content" | "readTime" | "isDraft" | "threadTerms"
>;

/** Pages of all posts, including scheduled ones, newest first. `search` may be empty. */
export function adminPosts(search: string) {
  return infiniteQueryOptions({
    queryKey: [adminPostsKey, "list", search],
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: String(adminPostPageSize) });
      if (search) query.set("q", search);
      if (pageParam !== null) query.set("before", String(pageParam));
      const response = await adminRequest(`${postEndpoints.list}?${query.toString()}`, { signal });
      const posts = rowsSchema.parse(await response.json());
      return { posts, totalCount: Number(response.headers.get("x-total-count")) };
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ posts }) =>
      posts.length < adminPostPageSize ? null : (posts.at(-1)?.id ?? null),
  });
}

/** A few free slugs, how many are free in all, and which post has `slug`. */
export function freeSlugs(wanted: { start?: string; slug?: string }) {
  const query = Object.keys(wanted).length > 0 ? `?${new URLSearchParams(wanted).toString()}` : "";
  return queryOptions({
    queryKey: [adminPostsKey, "slugs", wanted],
    queryFn: ({ signal }) =>
      adminJson(`${postEndpoints.slugs}${query}`, freeSlugsSchema, { signal }),
    meta: silent,
  });
}

/** The current version of a post, with who saved it. Throws FetchError. */
export function fetchPost(id: number): Promise<PostView> {
  return adminJson(postEndpoints.one(id), postSchema);
}

/** Throws FetchError, 409 `slug_taken`. */
export function createPost(post: PostPayload): Promise<PostView> {
  return adminJson(postEndpoints.list, postSchema, { method: "POST", body: post });
}

/**
 * @param post.updatedAt of the version that the editor saw
 * @throws FetchError, 409 `post_changed` if someone saved after that version, 409 `slug_taken`
 */
export function updatePost(
  id: number,
  post: PostPayload & { updatedAt: string | null },
): Promise<PostView> {
  return adminJson(postEndpoints.one(id), postSchema, { method: "PUT", body: post });
}

/** Throws FetchError. */
export async function deletePost(id: number): Promise<void> {
  await adminRequest(postEndpoints.one(id), { method: "DELETE" });
}

/** Restores a deleted post. Throws FetchError. */
export async function restorePost(id: number): Promise<void> {
  await adminRequest(postEndpoints.restore(id), { method: "POST" });
}
