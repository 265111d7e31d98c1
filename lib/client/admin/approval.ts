import { queryOptions } from "@tanstack/react-query";
import {
  approvalEndpoint,
  approvalSchema,
  type ApprovalInput,
  type ApprovalView,
} from "@/lib/contracts/admin/approval";
import { adminJson } from "../admin";
import { dailyMessagesKey } from "../daily-messages";
import { getJson } from "../fetcher";
import { silent } from "../query-client";

const intervalMs = 10_000;

/** Whether a date's saved briefing is approved. */
export function approval(date: string) {
  return queryOptions({
    queryKey: [dailyMessagesKey, "approval", date],
    queryFn: ({ signal }) =>
      getJson(`${approvalEndpoint}?${new URLSearchParams({ date })}`, approvalSchema, signal),
    refetchInterval: intervalMs,
    meta: silent,
  });
}

/** Throws FetchError, 409 `briefing_changed` if someone saved since. */
export function approve(input: ApprovalInput): Promise<ApprovalView> {
  return adminJson(approvalEndpoint, approvalSchema, { method: "POST", body: input });
}
