import { infiniteQueryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { adminJson, adminQuery, adminRequest } from "./admin";
import { freeSlugsSchema, postListItemSchema, postSchema } from "@/lib/contracts/responses/posts";
import { silent } from "./query-client";
import {
  type PostState,
  type PostView,
  postEndpoints,
  type postInputSchema,
} from "@/lib/contracts/posts";

/** Posts per page of the editors' list. */
export const adminPostPageSize = 30;

/** First part of the query keys that go stale when a post changes. */
export const adminPostsKey = "admin-posts";

/** Body of `POST /api/posts`. */
export type PostPayload = z.input<typeof postInputSchema>;

/** Pages of all posts, or those in a state, newest first. `search` may be empty. */
export function adminPosts(search: string, state: PostState | null = null) {
  return infiniteQueryOptions({
    queryKey: [adminPostsKey, "list", search, state],
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: String(adminPostPageSize) });
      if (search) query.set("q", search);
      if (state) query.set("state", state);
      if (pageParam !== null) query.set("before", String(pageParam));
      const response = await adminRequest(`${postEndpoints.list}?${query.toString()}`, { signal });
      const posts = z.array(postListItemSchema).parse(await response.json());
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
  return {
    ...adminQuery(
      [adminPostsKey, "slugs", wanted],
      `${postEndpoints.slugs}${query}`,
      freeSlugsSchema,
    ),
    meta: silent,
  };
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
