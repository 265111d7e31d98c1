import { infiniteQueryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { getJson } from "./fetcher";
import { postEndpoints } from "@/lib/contracts/posts";

/** How many posts one click on "Load more" fetches. */
export const postPageSize = 30;

const rowsSchema = z.array(
  z.object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    shortDate: z.string(),
    fullDate: z.string(),
    readTime: z.int(),
  }),
);

/** The posts after this one in the list, page by page. */
export function postsAfter(id: number) {
  return infiniteQueryOptions({
    queryKey: ["posts", "after", id],
    queryFn: ({ pageParam, signal }) =>
      getJson(
        `${postEndpoints.list}?limit=${postPageSize}&before=${pageParam}`,
        rowsSchema,
        signal,
      ),
    initialPageParam: id,
    getNextPageParam: (page) => (page.length < postPageSize ? null : page.at(-1)?.id),
  });
}
