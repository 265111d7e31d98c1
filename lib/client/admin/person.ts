import { infiniteQueryOptions } from "@tanstack/react-query";
import {
  bulkResultSchema,
  noteSchema,
  personEndpoints,
  personSchema,
  timelineSchema,
  type BulkInput,
  type BulkResult,
  type PersonAction,
  type TimelineKind,
} from "@/lib/contracts/admin/person";
import { subscriberEndpoints } from "@/lib/contracts/admin/subscribers";
import { adminJson, adminMessage, adminQuery } from "../admin";
import { adminSubscribersKey } from "./subscribers";

/** First part of the query keys of one subscriber. */
export const personKey = (id: number) => [adminSubscribersKey, "person", id] as const;

export function person(id: number) {
  return {
    ...adminQuery([...personKey(id), "facts"], personEndpoints.one(id), personSchema),
    staleTime: 0,
  };
}

export function personTimeline(id: number, kind: TimelineKind) {
  return infiniteQueryOptions({
    queryKey: [...personKey(id), "timeline", kind],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ kind });
      if (pageParam !== null) query.set("cursor", pageParam);
      const url = `${personEndpoints.timeline(id)}?${query.toString()}`;
      return adminJson(url, timelineSchema, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
}

/** Does something for a subscriber. Returns what to tell the administrator. Throws FetchError. */
export function actForPerson(id: number, action: PersonAction, body: object): Promise<string> {
  return adminMessage(personEndpoints.action(id, action), "POST", body);
}

/** Does the same for several subscribers. Throws FetchError. */
export function actForSelected(input: BulkInput): Promise<BulkResult> {
  return adminJson(subscriberEndpoints.bulk, bulkResultSchema, { method: "POST", body: input });
}

/** Throws FetchError. */
export function addPersonNote(id: number, body: string) {
  return adminJson(personEndpoints.action(id, "notes"), noteSchema, {
    method: "POST",
    body: { body },
  });
}
