import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { adminJson, adminRequest } from "./admin";
import { getJson, request } from "./fetcher";
import {
  type BriefingPreviewInput,
  type BriefingTest,
  type DeliveryProgressView,
  type ZoneProgress,
  briefingEndpoints,
  briefingPreviewSchema,
  deliveryProgressSchema,
  editorCalendarSchema,
} from "@/lib/contracts/briefings";
import {
  type DailyMessageInput,
  type DailyMessageUpdate,
  dailyMessageEndpoints,
  dailyMessageSchema,
} from "@/lib/contracts/daily-messages";

/** The first part of the query key of everything that a changed message changes. */
export const dailyMessagesKey = "daily-messages";

/** How many messages one press on "Show more" brings. */
const pageSize = 30;

const rowsSchema = z.array(dailyMessageSchema);
const messageSchema = z.object({ message: z.string() });

/** Every daily message, newest first, page by page; each page knows how many there are in all. */
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

/** One message as it is saved at the moment of asking; an error 404 when it is gone. */
export function dailyMessage(id: number) {
  return queryOptions({
    queryKey: [dailyMessagesKey, "one", id],
    queryFn: ({ signal }) =>
      adminJson(dailyMessageEndpoints.one(id), dailyMessageSchema, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Writes a new message. Throws FetchError. */
export async function createDailyMessage(input: DailyMessageInput): Promise<void> {
  await adminRequest(dailyMessageEndpoints.list, { method: "POST", body: input });
}

/** Replaces a message. Throws FetchError, `message_changed` when somebody saved meanwhile. */
export async function updateDailyMessage(id: number, input: DailyMessageUpdate): Promise<void> {
  await adminRequest(dailyMessageEndpoints.one(id), { method: "PUT", body: input });
}

/** Removes a message. Throws FetchError. */
export async function deleteDailyMessage(id: number): Promise<void> {
  await adminRequest(dailyMessageEndpoints.one(id), { method: "DELETE" });
}

/** What is to come. @param from YYYY-MM-DD, for the two weeks from its Monday */
export function editorCalendar(from?: string) {
  return queryOptions({
    queryKey: [dailyMessagesKey, "editorCalendar", from ?? "now"],
    queryFn: ({ signal }) =>
      adminJson(
        from === undefined
          ? briefingEndpoints.calendar
          : `${briefingEndpoints.calendar}?from=${from}`,
        editorCalendarSchema,
        { signal },
      ),
  });
}

/** A message, saved or not, as its readers would get it. */
export function briefingPreview(input: BriefingPreviewInput) {
  return queryOptions({
    queryKey: [dailyMessagesKey, "preview", input.date, input.message],
    // Nobody asked for it by hand, so a session that ended is no reason to interrupt the typing.
    queryFn: async ({ signal }) => {
      const options = { method: "POST", body: input, signal } as const;
      const response = await request(briefingEndpoints.preview, options);
      return briefingPreviewSchema.parse(await response.json());
    },
    // Every pause in typing asks for another one.
    gcTime: 60_000,
  });
}

/** Sends a message to an editor's own inbox or phone; answers what to tell them. Throws FetchError. */
export async function sendTestBriefing(input: BriefingTest): Promise<string> {
  const { message } = await adminJson(briefingEndpoints.test, messageSchema, {
    method: "POST",
    body: input,
  });
  return message;
}

const underWayMs = 4_000;
const betweenMs = 60_000;
const soonestMs = 5_000;

/**
 * How far the mornings of a date are: asked again every few seconds while something goes out, and
 * seldom before and between.
 */
export function deliveryProgress(date: string) {
  return queryOptions({
    queryKey: [dailyMessagesKey, "progress", date],
    queryFn: ({ signal }) =>
      getJson(`${briefingEndpoints.progress}?date=${date}`, deliveryProgressSchema, signal),
    refetchInterval: ({ state: { data } }) => (data ? nextLookMs(data) : false),
  });
}

/** In how many milliseconds a look at a date's progress may show something new; false for never. */
export function nextLookMs({ now, zones }: DeliveryProgressView): number | false {
  const open = zones.filter(({ isClosed }) => !isClosed);
  if (open.length === 0) return false;
  if (open.some(isGoingOut)) return underWayMs;
  const untilMs = open
    .filter(({ hasStarted }) => !hasStarted)
    .map(({ opensAt }) => Date.parse(opensAt) - Date.parse(now))
    // One that opened a while ago waits for a message, which nobody knows when to expect.
    .filter((ms) => ms > -betweenMs);
  return Math.max(soonestMs, Math.min(betweenMs, ...untilMs));
}

/** Whether something of a zone's morning waits to leave. */
export function isGoingOut({ hasStarted, isClosed, email, sms }: ZoneProgress): boolean {
  const waits = email.finalized < email.planned || sms.finalized < sms.planned;
  return hasStarted && !isClosed && waits;
}
