import { queryOptions } from "@tanstack/react-query";
import {
  briefingCheckEndpoints,
  briefingChecksSchema,
  type BriefingChecksInput,
  type CheckWaiver,
} from "@/lib/contracts/admin/briefing-checks";
import { adminRequest } from "../admin";
import { request } from "../fetcher";
import { silent } from "../query-client";

/** First part of the query keys that go stale when something is waived. */
export const briefingChecksKey = "briefing-checks";

const checkingIntervalMs = 1_000;

/** What was found in a briefing, saved or not. Asks again while links are being checked. */
export function briefingChecks(input: BriefingChecksInput) {
  return queryOptions({
    queryKey: [briefingChecksKey, input] as const,
    // Not `adminRequest`: a background call mustn't interrupt typing with a login dialog.
    queryFn: async ({ signal }) => {
      const options = { method: "POST", body: input, signal } as const;
      const response = await request(briefingCheckEndpoints.checks, options);
      return briefingChecksSchema.parse(await response.json()).checks;
    },
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === "checking") ? checkingIntervalMs : false,
    // What isn't in the form may have been saved in the meantime.
    staleTime: 0,
    // Each pause in typing creates another query.
    gcTime: 60_000,
    meta: silent,
  });
}

/** Accepts a finding for a reason, or undoes that. Throws FetchError. */
export async function waiveCheck(waiver: CheckWaiver): Promise<void> {
  await adminRequest(briefingCheckEndpoints.waivers, { method: "POST", body: waiver });
}
