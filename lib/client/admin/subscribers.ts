import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  savedViewSchema,
  subscriberEndpoints,
  subscriberPageSchema,
  subscriberViewsSchema,
  type NewView,
  type SavedView,
} from "@/lib/contracts/admin/subscribers";
import { adminJson, adminRequest } from "../admin";

/** First part of the query keys that go stale when a subscriber changes. */
export const adminSubscribersKey = "admin-subscribers";

/**
 * One page of the list; the previous page stays until it has arrived.
 *
 * @param query the list's query string
 */
export function subscriberPage(query: string, cursor: string | null) {
  const parameters = new URLSearchParams(query);
  if (cursor !== null) parameters.set("cursor", cursor);
  return queryOptions({
    queryKey: [adminSubscribersKey, "list", parameters.toString()],
    queryFn: ({ signal }) =>
      adminJson(`${subscriberEndpoints.list}?${parameters.toString()}`, subscriberPageSchema, {
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Everyone's views with their counts, and the administrator's own. */
export function subscriberViews() {
  return queryOptions({
    queryKey: [adminSubscribersKey, "views"],
    queryFn: ({ signal }) =>
      adminJson(subscriberEndpoints.views, subscriberViewsSchema, { signal }),
    staleTime: 30_000,
  });
}

/** Throws FetchError. */
export function saveSubscriberView(view: NewView): Promise<SavedView> {
  return adminJson(subscriberEndpoints.views, savedViewSchema, { method: "POST", body: view });
}

/** Throws FetchError. */
export async function deleteSubscriberView(id: number): Promise<void> {
  await adminRequest(subscriberEndpoints.view(id), { method: "DELETE" });
}
