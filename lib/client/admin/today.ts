import { queryOptions } from "@tanstack/react-query";
import {
  attentionCountSchema,
  giveBackAnswerSchema,
  retryReportsAnswerSchema,
  todayEndpoints,
  todaySchema,
  type GiveBack,
  type TodayView,
} from "@/lib/contracts/admin/today";
import { adminJson, adminQuery } from "../admin";
import { messageSchema } from "@/lib/contracts/responses/message";
import { getJson } from "../fetcher";
import { silent } from "../query-client";

/** First part of the query keys for the screen Today. */
export const todayKey = "today";

const sendingIntervalMs = 4_000;
const idleIntervalMs = 60_000;
const minIntervalMs = 5_000;

/** Milliseconds until Today may have changed: a few seconds while something is being sent. */
export function todayIntervalMs({ now, phase, slots, attention }: TodayView): number {
  const isGivingBack = attention.some(({ kind }) => kind === "giving_back");
  // An open window that waits may be planned at any moment.
  const isOpen = slots.some(
    ({ state, opensAt, closesAt }) => state === "waiting" && opensAt <= now && now < closesAt,
  );
  if (isOpen || phase === "sending" || isGivingBack) return sendingIntervalMs;
  const untilMs = slots
    .map(({ opensAt }) => Date.parse(opensAt) - Date.parse(now))
    .filter((ms) => ms > 0);
  return Math.max(minIntervalMs, Math.min(idleIntervalMs, ...untilMs));
}

/** The briefing and what needs attention; fetched again while the tab is visible. */
export function today() {
  return queryOptions({
    ...adminQuery([todayKey, "view"], todayEndpoints.today, todaySchema),
    refetchInterval: ({ state: { data } }) => (data ? todayIntervalMs(data) : idleIntervalMs),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    staleTime: sendingIntervalMs,
  });
}

/** How many things need a person, for the navigation. */
export function attentionCount() {
  return queryOptions({
    queryKey: [todayKey, "attention"],
    queryFn: ({ signal }) => getJson(todayEndpoints.attention, attentionCountSchema, signal),
    refetchInterval: idleIntervalMs,
    refetchIntervalInBackground: false,
    staleTime: idleIntervalMs,
    meta: silent,
  });
}

/** Asks to make up for missed days. Throws FetchError. */
export async function giveBackDays(body: GiveBack) {
  return adminJson(todayEndpoints.giveBack, giveBackAnswerSchema, {
    method: "POST",
    body,
  });
}

/** Dismisses missed days. Throws FetchError. */
export async function dismissMissedDays(body: GiveBack) {
  return adminJson(todayEndpoints.dismiss, giveBackAnswerSchema, {
    method: "POST",
    body,
  });
}

/** Hides something that needs attention until it grows. Throws FetchError. */
export async function markSeen(key: string) {
  return adminJson(todayEndpoints.seen, messageSchema, { method: "POST", body: { key } });
}

/** Ends the hold after a restore. Throws FetchError. */
export async function resumeBriefings() {
  return adminJson(todayEndpoints.resume, messageSchema, { method: "POST" });
}

/** Applies delivery reports again that couldn't be applied. Throws FetchError. */
export async function retryReports() {
  return adminJson(todayEndpoints.retryReports, retryReportsAnswerSchema, { method: "POST" });
}
