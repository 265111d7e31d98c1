import { infiniteQueryOptions } from "@tanstack/react-query";
import {
  deliveriesEndpoints,
  deliveryDaySchema,
  deliveryPeopleSchema,
  deliveryPeriodSchema,
  domainsSchema,
  trackingSchema,
  type PeopleQuery,
} from "@/lib/contracts/admin/deliveries";
import { adminJson, adminQuery } from "../admin";

/** First part of the query keys for Deliveries. */
export const deliveriesKey = "deliveries";

/** Long enough to look at, short enough that today's figures aren't old. */
const staleMs = 30_000;

/** How the deliveries of the last days ended. */
export function deliveryPeriod(days: number) {
  return {
    ...adminQuery(
      [deliveriesKey, "period", days],
      `${deliveriesEndpoints.period}?days=${days}`,
      deliveryPeriodSchema,
    ),
    staleTime: staleMs,
  };
}

/** One day (YYYY-MM-DD) by zone and reason. */
export function deliveryDay(date: string) {
  return {
    ...adminQuery([deliveriesKey, "day", date], deliveriesEndpoints.day(date), deliveryDaySchema),
    staleTime: staleMs,
  };
}

/** Emails by domain. */
export function deliveryDomains(days: number) {
  return {
    ...adminQuery(
      [deliveriesKey, "domains", days],
      `${deliveriesEndpoints.domains}?days=${days}`,
      domainsSchema,
    ),
    staleTime: staleMs,
  };
}

/** Who is behind a day's figures, page by page. */
export type PeopleFilter = Omit<PeopleQuery, "cursor" | "limit">;

/** Pages of the people behind a day's figures. */
export function deliveryPeople(date: string, filter: PeopleFilter) {
  return infiniteQueryOptions({
    queryKey: [deliveriesKey, "people", date, filter],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(
        Object.entries({ ...filter, cursor: pageParam }).filter(
          (entry): entry is [string, string] => typeof entry[1] === "string",
        ),
      );
      const url = `${deliveriesEndpoints.people(date)}?${query}`;
      return adminJson(url, deliveryPeopleSchema, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: staleMs,
  });
}

/** Turns open and click tracking on or off. Throws FetchError. */
export async function setTracking(isTracking: boolean) {
  return adminJson(deliveriesEndpoints.tracking, trackingSchema, {
    method: "PUT",
    body: { isTracking },
  });
}
