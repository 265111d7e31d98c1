import { queryOptions } from "@tanstack/react-query";
import {
  historyEndpoints,
  presenceAnswerSchema,
  revisionDetailSchema,
  revisionListSchema,
  type Presence,
} from "@/lib/contracts/admin/history";
import { adminJson, adminQuery } from "../admin";
import { request } from "../fetcher";
import { silent } from "../query-client";

/** Things that have a history. */
export type HistorySubject = { kind: "posts" | "messages"; id: number };

const presenceIntervalMs = 10_000;

/** The versions of a post or a daily message, newest first. */
export function revisions({ kind, id }: HistorySubject) {
  return queryOptions({
    queryKey: ["history", kind, id],
    queryFn: async ({ signal }) => {
      const url = historyEndpoints[kind](id);
      return (await adminJson(url, revisionListSchema, { signal })).revisions;
    },
    staleTime: 0,
  });
}

/** One version, and the one before it. */
export function revision({ kind, id }: HistorySubject, number: number) {
  return {
    ...adminQuery(
      ["history", kind, id, number],
      `${historyEndpoints[kind](id)}/${number}`,
      revisionDetailSchema,
    ),
    // A version never changes.
    staleTime: Infinity,
  };
}

/** Says every few seconds that this editor has something open, and who else has. */
export function presence(subject: string) {
  return queryOptions({
    queryKey: ["presence", subject],
    queryFn: async ({ signal }) => {
      const options = { method: "POST", body: { subject } satisfies Presence, signal } as const;
      const response = await request(historyEndpoints.presence, options);
      return presenceAnswerSchema.parse(await response.json()).others;
    },
    refetchInterval: presenceIntervalMs,
    // Editors read their sources in other tabs.
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
    meta: silent,
  });
}

/** Says that this editor has left. */
export async function leave(subject: string): Promise<void> {
  const body = { subject, isHere: false } satisfies Presence;
  await request(historyEndpoints.presence, { method: "POST", body }).catch(() => undefined);
}
