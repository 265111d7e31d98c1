import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { auditEndpoints, auditPageSchema, type AuditGroup } from "@/lib/contracts/admin/audit";
import { adminJson } from "../admin";

export const auditPeriods = ["day", "week", "month", "all"] as const;

/** What the audit screen filters by. */
export type AuditView = {
  q: string;
  period: (typeof auditPeriods)[number];
  by: AuditGroup | "all";
};

const daysOf = { day: 1, week: 7, month: 30, all: null } as const;

/** A view as the query of the list and the export. */
export function toAuditQuery({ q, period, by }: AuditView): URLSearchParams {
  const query = new URLSearchParams();
  if (q !== "") query.set("q", q);
  if (by !== "all") query.set("by", by);
  const days = daysOf[period];
  if (days !== null) query.set("days", String(days));
  return query;
}

/** The entries of a view, page by page. */
export function auditEntries(view: AuditView) {
  return infiniteQueryOptions({
    queryKey: ["admin", "audit", view],
    queryFn: ({ pageParam, signal }) => {
      const query = toAuditQuery(view);
      if (pageParam !== null) query.set("cursor", pageParam);
      return adminJson(`${auditEndpoints.list}?${query}`, auditPageSchema, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}
