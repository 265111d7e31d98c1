import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { adminMessage, adminQuery, adminRequest } from "./admin";
import { getJson, request } from "./fetcher";
import { silent } from "./query-client";
import {
  type BriefingPreviewInput,
  type BriefingTest,
  type DeliveryProgressView,
  briefingEndpoints,
  briefingPreviewSchema,
  deliveryProgressSchema,
  editorCalendarSchema,
} from "@/lib/contracts/briefings";
import {
  type DailyMessageInput,
  type DailyMessageUpdate,
  dailyMessageEndpoints,
  dailyMessageRowSchema,
  dailyMessageSchema,
} from "@/lib/contracts/daily-messages";

/** First part of the query keys that go stale when a message changes. */
export const dailyMessagesKey = "daily-messages";

const pageSize = 30;

const rowsSchema = z.array(dailyMessageRowSchema);

/** Pages of all daily messages, newest first. */
export function dailyMessages() {
  return infiniteQueryOptions({
    queryKey: [dailyMessagesKey, "list"],
    queryFn: async ({ pageParam, signal }) => {
      const before = pageParam === 0 ? "" : `&before=${pageParam}`;
      const url = `${dailyMessageEndpoints.list}?limit=${pageSize}${before}`;
      const response = await adminRequest(url, { signal });
      const messages = rowsSchema.parse(await response.json());
      return { messages, totalCount: Number(response.headers.get("x-total-count")) };
    },
    initialPageParam: 0,
    getNextPageParam: ({ messages }) => (messages.length < pageSize ? null : messages.at(-1)?.id),
  });
}

/** The current version of a message; FetchError 404 if it was deleted. */
export function dailyMessage(id: number) {
  return {
    ...adminQuery([dailyMessagesKey, "one", id], dailyMessageEndpoints.one(id), dailyMessageSchema),
    staleTime: 0,
    gcTime: 0,
  };
}

/** Throws FetchError, 409 `active_message_exists`. */
export async function createDailyMessage(input: DailyMessageInput): Promise<void> {
  await adminRequest(dailyMessageEndpoints.list, { method: "POST", body: input });
}

/** Throws FetchError, 409 `message_changed` if someone saved after `input.updatedAt`. */
export async function updateDailyMessage(id: number, input: DailyMessageUpdate): Promise<void> {
  await adminRequest(dailyMessageEndpoints.one(id), { method: "PUT", body: input });
}

/** Throws FetchError. */
export async function deleteDailyMessage(id: number): Promise<void> {
  await adminRequest(dailyMessageEndpoints.one(id), { method: "DELETE" });
}

/** The next briefing, and the coming weeks, or the two weeks from the Monday of `from` (YYYY-MM-DD). */
export function editorCalendar(from?: string) {
  const url = briefingEndpoints.calendar;
  return adminQuery(
    [dailyMessagesKey, "editorCalendar", from ?? "now"],
    from === undefined ? url : `${url}?from=${from}`,
    editorCalendarSchema,
  );
}

/** A message as subscribers would get it, saved or not. */
export function briefingPreview(input: BriefingPreviewInput) {
  return queryOptions({
    queryKey: [dailyMessagesKey, "preview", input] as const,
    staleTime: 0,
    // Not `adminRequest`: a background call mustn't interrupt typing with a login dialog.
    queryFn: async ({ signal }) => {
      const options = { method: "POST", body: input, signal } as const;
      const response = await request(briefingEndpoints.preview, options);
      return briefingPreviewSchema.parse(await response.json());
    },
    // Each pause in typing creates another query.
    gcTime: 60_000,
  });
}

/** Sends a test to an inbox, a phone, or both; returns the server's message. Throws FetchError. */
export function sendTestBriefing(input: BriefingTest): Promise<string> {
  return adminMessage(briefingEndpoints.test, "POST", input);
}

const sendingIntervalMs = 4_000;
const idleIntervalMs = 60_000;
const minIntervalMs = 5_000;

/** Delivery progress of a date, refetched every few seconds while a zone is sending. */
export function deliveryProgress(date: string) {
  return queryOptions({
    queryKey: [dailyMessagesKey, "progress", date],
    queryFn: ({ signal }) =>
      getJson(`${briefingEndpoints.progress}?date=${date}`, deliveryProgressSchema, signal),
    refetchInterval: ({ state: { data } }) => (data ? refetchIntervalMs(data) : false),
    meta: silent,
  });
}

/** Milliseconds until progress may have changed; false once every zone is over. */
export function refetchIntervalMs({ now, zones }: DeliveryProgressView): number | false {
  const open = zones.filter(({ closesAt }) => closesAt > now);
  if (open.length === 0) return false;
  if (open.some(({ state }) => state === "sending")) return sendingIntervalMs;
  const untilMs = open
    .filter(({ state }) => state === "waiting")
    .map(({ opensAt }) => Date.parse(opensAt) - Date.parse(now))
    // A zone that opened a while ago is waiting for a message, which could come anytime.
    .filter((ms) => ms > -idleIntervalMs);
  return Math.max(minIntervalMs, Math.min(idleIntervalMs, ...untilMs));
}
