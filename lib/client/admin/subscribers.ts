import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  savedViewSchema,
  subscriberEndpoints,
  subscriberPageSchema,
  subscriberViewsSchema,
  type NewView,
  type SavedView,
} from "@/lib/contracts/admin/subscribers";
import { adminJson, adminQuery, adminRequest } from "../admin";

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
  const text = parameters.toString();
  const url = `${subscriberEndpoints.list}?${text}`;
  return queryOptions({
    ...adminQuery([adminSubscribersKey, "list", text], url, subscriberPageSchema),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Everyone's views with their counts, and the administrator's own. */
export function subscriberViews() {
  return {
    ...adminQuery([adminSubscribersKey, "views"], subscriberEndpoints.views, subscriberViewsSchema),
    staleTime: 30_000,
  };
}

/** Throws FetchError. */
export function saveSubscriberView(view: NewView): Promise<SavedView> {
  return adminJson(subscriberEndpoints.views, savedViewSchema, { method: "POST", body: view });
}

/** Throws FetchError. */
export async function deleteSubscriberView(id: number): Promise<void> {
  await adminRequest(subscriberEndpoints.view(id), { method: "DELETE" });
}
