import { z } from "zod";
import { isLocalDate } from "@/lib/calendar/days";
import { formatShortMonthDayYear } from "@/lib/calendar/format";
import type { TimelineEntry, TimelineKind } from "@/lib/contracts/admin/person";
import { formatAmount } from "@/lib/contracts/money";
import { formatPhoneNumber } from "@/lib/contracts/phone-format";
import { timezones } from "@/lib/contracts/timezones";
import { timelineMessages } from "@/lib/messages/admin/person";
import { channelLabels } from "@/lib/messages/admin/subscribers";
import { teamReason } from "./describe";

type Described = Pick<TimelineEntry, "tone" | "title" | "detail" | "by"> & {
  group: Exclude<TimelineKind, "all">;
};

const bad = new Set([
  "payment.failed",
  "payment.charged_back",
  "subscription.past_due",
  "email_change.stopped",
  "email_change.taken",
]);
const off = new Set([
  "suppression.added",
  "briefings.paused",
  "email.turned_off",
  "sms.turned_off",
]);

const text = z.string().optional().catch(undefined);

/** Fields before or after a change. */
const fields = z.record(z.string(), z.unknown()).optional().catch(undefined);

const detailSchema = z
  .object({
    before: fields,
    after: fields,
    reason: text,
    channel: text,
    /** The reason that an administrator gave. */
    why: text,
    phone: text,
    amount: z.number().optional().catch(undefined),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional()
      .catch(undefined),
  })
  .catch({
    before: undefined,
    after: undefined,
    reason: undefined,
    channel: undefined,
    why: undefined,
    phone: undefined,
    amount: undefined,
    currency: undefined,
  });

type Detail = z.output<typeof detailSchema>;

/** How a subscriber's timeline shows an audit event; null if another entry covers it. */
export function describeAudit(
  row: { actor: string; action: string; detail: unknown },
  subscriberId: number,
): Described | null {
  const { actor, action } = row;
  const title = timelineMessages.actions[action];
  if (!title) return null;
  const detail = detailSchema.parse(row.detail ?? {});
  const facts = [factOf(action, detail), detail.why && timelineMessages.reason(detail.why)];
  return {
    title,
    detail: facts.filter(Boolean).join(" ") || null,
    tone: bad.has(action) ? "bad" : off.has(action) ? "off" : "plain",
    by: whoDid(actor, subscriberId),
    group: groupOf(action),
  };
}

function factOf(action: string, detail: Detail): string | undefined {
  const { before, after, channel, phone, amount, currency } = detail;
  const range = rangeOf(action, { before, after });
  if (range) return `${timelineMessages.fromTo(readable(range[0]), readable(range[1]))}.`;
  const until = action === "briefing.given" ? after?.["until"] : undefined;
  if (typeof until === "string") return `${timelineMessages.until(readable(until))}.`;
  const newEmail = action.startsWith("email_change.") ? after?.["email"] : undefined;
  if (typeof newEmail === "string") return `${newEmail}.`;
  const reason = detail.reason ?? (action === "suppression.added" ? after?.["reason"] : undefined);
  if (action.startsWith("suppression.") && typeof reason === "string") return teamReason(reason);
  if (channel === "email" || channel === "sms") return `${channelLabels[channel]}.`;
  if (amount !== undefined && currency) return `${formatAmount(amount, currency)}.`;
  return phone && `${formatPhoneNumber(phone)}.`;
}

/** From what to what: a changed value, or the dates of a pause. */
function rangeOf(
  action: string,
  { before, after }: Pick<Detail, "before" | "after">,
): [from: string, to: string] | null {
  const values: Record<string, unknown[]> = {
    "timezone.changed": [before?.["timezone"], after?.["timezone"]],
    "email_change.started": [before?.["email"], after?.["email"]],
    "email.changed": [before?.["email"], after?.["email"]],
    "subscription.trial_extended": [before?.["firstCharge"], after?.["firstCharge"]],
    "subscription.plan_changed": [before?.["plan"], after?.["plan"]],
    "subscription.plan_scheduled": [before?.["plan"], after?.["plan"]],
    "briefings.paused": [after?.["first"], after?.["last"]],
    "briefings.resumed": [before?.["first"], before?.["last"]],
  };
  const [from, to] = values[action] ?? [];
  return typeof from === "string" && typeof to === "string" ? [from, to] : null;
}

function readable(value: string): string {
  if (isLocalDate(value)) return formatShortMonthDayYear(value);
  return timezones.find((zone) => zone.value === value)?.label ?? value;
}

function whoDid(actor: string, subscriberId: number): string | null {
  if (actor.startsWith("admin:")) return actor.slice("admin:".length);
  if (actor === `subscriber:${subscriberId}`) return timelineMessages.me;
  return actor === "operator" ? timelineMessages.operator : null;
}

function groupOf(action: string): Described["group"] {
  if (action.startsWith("subscription.") || action.startsWith("payment.")) return "money";
  if (action === "briefing.resent" || action.startsWith("suppression.")) return "deliveries";
  return "changes";
}
