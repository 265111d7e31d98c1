import type { AttentionAction, AttentionItem } from "@/lib/contracts/admin/today";
import { adminAddresses } from "@/lib/contracts/admin";
import { subscribersPath, type AttentionFilter } from "@/lib/contracts/admin/subscribers";
import { attentionMessages as texts } from "@/lib/messages/admin/attention";
import { listUnclearReplies } from "../contact/texts/unclear-replies";
import { findBackups, isBackupOverdue } from "../status/backups";
import { listUnappliedEvents } from "../billing/alert-unapplied-event";
import { listOpenRefundsOfAll } from "../billing/review-refunds";
import { nameOf } from "../audit";
import type { Context } from "../context";
import { type FoundProblem, listDeliveryProblems } from "../delivery/monitoring/health";
import { summarizeUnreachable } from "../delivery/monitoring/unreachable";
import { summarizeSetAsideReports } from "../delivery/reports/retry-reports";
import { summarizeUnfinishedSignUps } from "../onboarding/unfinished-sign-ups";
import { describeProblems } from "./delivery-problems";
import { dayOf, todayOf, type Found } from "./found";
import { findMissedDays, findNothingSent } from "./missed";

/** Finds things that need a person. Returns no items if there are none. */
type Finder = (ctx: Context, problems: readonly FoundProblem[]) => Promise<readonly Found[]>;

/** A link to the list of exactly these people. */
function seeAll(attention: AttentionFilter, count: number): AttentionAction {
  const query = new URLSearchParams({ attention });
  return { do: "open", label: texts.seeAll(count), href: `${subscribersPath}?${query}` };
}

const seePerson = (id: number): AttentionAction => ({
  do: "open",
  label: texts.seePerson,
  href: `${subscribersPath}/${id}`,
});

async function findSetAsideEvents(ctx: Context): Promise<Found[]> {
  const { count, oldest } = await summarizeSetAsideReports(ctx);
  if (!oldest) return [];
  return [
    {
      key: "webhook_events",
      kind: "webhook_events",
      isOurFault: true,
      title: texts.eventsTitle(count),
      text: texts.eventsText(dayOf(ctx, oldest)),
      size: count,
      actions: [{ do: "retry_reports", label: texts.retry, reports: count }],
    },
  ];
}

async function findPaymentEvents(ctx: Context): Promise<Found[]> {
  const events = await listUnappliedEvents(ctx);
  return events.map(({ key, subject, body, createdAt }) => ({
    key,
    kind: "payment_event",
    isOurFault: true,
    title: subject,
    text: texts.paymentDay(dayOf(ctx, createdAt), body.split("\n\n")[0] ?? body),
    size: 1,
    actions: [],
  }));
}

async function findUnfinishedSignUps(ctx: Context): Promise<Found[]> {
  const { people, oldest } = await summarizeUnfinishedSignUps(ctx);
  if (!oldest) return [];
  return [
    {
      key: "unfinished_sign_ups",
      kind: "unfinished_sign_ups",
      isOurFault: false,
      title: texts.unfinishedTitle(people),
      text: texts.unfinishedText(dayOf(ctx, oldest)),
      size: people,
      actions: [seeAll("unfinished_sign_up", people)],
    },
  ];
}

async function findUnreachable(ctx: Context): Promise<Found[]> {
  const { people, since } = await summarizeUnreachable(ctx);
  if (since === null) return [];
  return [
    {
      key: "unreachable",
      kind: "unreachable",
      isOurFault: false,
      title: texts.unreachableTitle(people),
      text: texts.unreachableText(dayOf(ctx, since)),
      size: people,
      actions: [seeAll("unreachable", people)],
    },
  ];
}

async function findOpenRefunds(ctx: Context): Promise<Found[]> {
  const open = await listOpenRefundsOfAll(ctx);
  return open.map(({ kind, subscriberId, email, paddleSubscriptionId, transactionId, at }) => {
    const who = email ?? paddleSubscriptionId;
    const day = dayOf(ctx, at);
    const isDisputed = kind === "chargeback";
    return {
      key: `${kind}:${transactionId}`,
      kind,
      isOurFault: false,
      title: isDisputed ? texts.chargebackTitle(who) : texts.refundTitle(who),
      text: isDisputed ? texts.chargebackText(day) : texts.refundText(day),
      size: 1,
      actions: subscriberId === null ? [] : [seePerson(subscriberId)],
    };
  });
}

async function findUnclearReplies(ctx: Context): Promise<Found[]> {
  const replies = await listUnclearReplies(ctx);
  return replies.map(({ id, body, phone, email, receivedAt, subscriberId }) => {
    const day = dayOf(ctx, receivedAt);
    return {
      key: `reply:${id}`,
      kind: "reply",
      isOurFault: false,
      title: texts.replyTitle(body),
      text: email === null ? texts.replyOfUnknown(phone, day) : texts.replyText(email, day),
      size: 1,
      actions: subscriberId === null ? [] : [seePerson(subscriberId)],
    };
  });
}

async function findMissingBackup(ctx: Context): Promise<Found[]> {
  const { lastGood } = await findBackups(ctx.db);
  if (!isBackupOverdue(ctx, lastGood)) return [];
  return [
    {
      key: "backup",
      kind: "backup",
      isOurFault: true,
      title: texts.backupTitle,
      text: lastGood ? texts.backupText(dayOf(ctx, lastGood.finishedAt)) : texts.backupNever,
      size: 1,
      actions: [{ do: "open", label: texts.seeStatus, href: adminAddresses.status }],
    },
  ];
}

/** To add a kind of thing that needs attention, add a finder. */
const finders: readonly Finder[] = [
  async (ctx, problems) => describeProblems(problems, todayOf(ctx)),
  findNothingSent,
  findMissedDays,
  findSetAsideEvents,
  findPaymentEvents,
  findUnfinishedSignUps,
  findUnreachable,
  findOpenRefunds,
  findUnclearReplies,
  findMissingBackup,
];

/**
 * What needs attention now. Items not marked as seen come first, and among those, what's broken.
 *
 * @param problems from the health check
 */
export async function listAttention(
  ctx: Context,
  problems: readonly FoundProblem[],
): Promise<AttentionItem[]> {
  const [found, marks] = await Promise.all([
    Promise.all(finders.map((find) => find(ctx, problems))),
    ctx.db.attentionSeen.findMany(),
  ]);
  const seenOf = ({ key, size }: Found): AttentionItem["seen"] => {
    const mark = marks.find((each) => each.key === key && each.size >= size);
    return mark ? { by: nameOf(mark.by), at: mark.at.toISOString() } : null;
  };
  const rank = ({ isOurFault, seen }: AttentionItem) =>
    Number(isOurFault) - 2 * Number(seen !== null);
  return found
    .flat()
    .map((item) => ({ ...item, seen: seenOf(item) }))
    .toSorted((a, b) => rank(b) - rank(a));
}

/** How many things that we can fix aren't marked as seen, for the navigation. */
export async function countAttention(ctx: Context): Promise<number> {
  const items = await listAttention(ctx, await listDeliveryProblems(ctx));
  return items.filter(({ isOurFault, seen }) => isOurFault && seen === null).length;
}
