import { dayMs } from "@/lib/calendar/units";
import type { AdminRole } from "./roles";

/** The most that an administrator may refund, in US cents. */
export type RefundLimits = {
  /** Of one subscription, all refunds together. */
  subscriptionCents: number;
  /** In a day that starts with the first refund. */
  dayCents: number;
};

/** What each role may refund; null without a limit. */
export const refundLimits = {
  owner: null,
  editor: { subscriptionCents: 0, dayCents: 0 },
  support: { subscriptionCents: 4_000, dayCents: 20_000 },
} as const satisfies Record<AdminRole, RefundLimits | null>;

/** How long `dayCents` counts. */
export const refundDayMs = dayMs;
