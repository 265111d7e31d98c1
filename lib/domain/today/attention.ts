import type { AttentionItem } from "@/lib/contracts/admin/today";
import { adminAddresses } from "@/lib/contracts/admin";
import { deliveriesAddress } from "@/lib/contracts/admin/deliveries";
import { subscribersPath, type AttentionFilter } from "@/lib/contracts/admin/subscribers";
import { localDateAt } from "@/lib/calendar/days";
import { formatShortWeekdayMonthDay, formatLongWeekday } from "@/lib/calendar/format";
import type { DeliveryProblem } from "@/lib/contracts/responses/health";
import { deliveriesMessages } from "@/lib/messages/admin/deliveries";
import { todayMessages } from "@/lib/messages/admin/today";
import { findBackups, isBackupOverdue } from "../status/backups";
import { listOpenRefundsOfAll } from "../billing/review-refunds";
import type { Context } from "../context";
import { listFigureCounts, listReasons } from "../delivery/monitoring/figures/figures";
import { summarizeMissedDays } from "../delivery/ledger/missed-days";
import { listDeliveryProblems } from "../delivery/monitoring/health";
import { countUnreachable } from "../delivery/monitoring/unreachable";
import { countSetAsideReports } from "../delivery/reports/retry-reports";
import { summarizeUnfinishedSignUps } from "../onboarding/unfinished-sign-ups";

const { items: texts } = todayMessages;

/** Finds things that need a person. Each returns its items, or none. */
type Finder = (
  ctx: Context,
  problems: readonly DeliveryProblem[],
) => Promise<readonly AttentionItem[]>;

/** A link to the list of exactly these people. */
function seeAll(attention: AttentionFilter, count: number): AttentionItem["action"] {
  const query = new URLSearchParams({ attention });
  return { do: "open", label: texts.seeAll(count), href: `${subscribersPath}?${query}` };
}

async function findMissedDays(ctx: Context): Promise<AttentionItem[]> {
  const { people, mornings, mostPerPerson, first, last, givingBack } =
    await summarizeMissedDays(ctx);
  const giving: AttentionItem[] =
    givingBack === 0
      ? []
      : [
          {
            key: "giving_back",
            kind: "giving_back",
            isOurFault: false,
            title: texts.givingTitle(givingBack),
            text: texts.givingText,
            action: null,
          },
        ];
  if (people === 0 || first === null || last === null) return giving;
  const counts = await listFigureCounts(ctx, first, last);
  const [reason] = listReasons(counts).filter(({ outcome }) => outcome === "missed");
  const title =
    mornings === 1 ? texts.missedOne(formatLongWeekday(last)) : texts.missedMany(mornings);
  return [
    {
      key: `missed_days:${first}:${last}`,
      kind: "missed_days",
      isOurFault: true,
      title: texts.missedTitle(people, title),
      text: texts.missedText(reason?.label ?? deliveriesMessages.notInTime),
      action: {
        do: "give_back",
        label: texts.giveBack(mostPerPerson),
        through: last,
        people,
        days: mostPerPerson,
      },
    },
    ...giving,
  ];
}

const linksOfProblems: Partial<Record<DeliveryProblem["code"], { label: string; href: string }>> = {
  not_ready: { label: texts.writeMessage, href: adminAddresses.dailyMessages },
  no_message: { label: texts.seeDeliveries, href: deliveriesAddress },
  unsent: { label: texts.seeDeliveries, href: deliveriesAddress },
};

/** One item per kind of delivery problem. Missed deliveries have an item of their own. */
const describeProblems: Finder = async (_, problems) => {
  const codes = [...new Set(problems.map(({ code }) => code))];
  return codes.flatMap((code): AttentionItem[] => {
    if (code === "missed") return [];
    const link = linksOfProblems[code];
    const details = problems.filter((each) => each.code === code).map(({ message }) => message);
    const text = details.join("; ");
    return [
      {
        key: `delivery:${code}`,
        kind: "delivery",
        isOurFault: true,
        title: texts.problems[code],
        text: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
        action: link ? { do: "open", ...link } : null,
      },
    ];
  });
};

async function findSetAsideEvents(ctx: Context): Promise<AttentionItem[]> {
  const count = await countSetAsideReports(ctx);
  if (count === 0) return [];
  return [
    {
      key: "webhook_events",
      kind: "webhook_events",
      isOurFault: true,
      title: texts.eventsTitle(count),
      text: texts.eventsText,
      action: { do: "retry_reports", label: texts.retry, reports: count },
    },
  ];
}

async function findUnfinishedSignUps(ctx: Context): Promise<AttentionItem[]> {
  const { people, oldest } = await summarizeUnfinishedSignUps(ctx);
  if (!oldest) return [];
  const day = formatShortWeekdayMonthDay(localDateAt(oldest, "America/New_York"));
  return [
    {
      key: "unfinished_sign_ups",
      kind: "unfinished_sign_ups",
      isOurFault: false,
      title: texts.unfinishedTitle(people),
      text: texts.unfinishedText(day),
      action: seeAll("unfinished_sign_up", people),
    },
  ];
}

async function findUnreachable(ctx: Context): Promise<AttentionItem[]> {
  const count = await countUnreachable(ctx);
  if (count === 0) return [];
  return [
    {
      key: "unreachable",
      kind: "unreachable",
      isOurFault: false,
      title: texts.unreachableTitle(count),
      text: texts.unreachableText,
      action: seeAll("unreachable", count),
    },
  ];
}

async function findOpenRefunds(ctx: Context): Promise<AttentionItem[]> {
  const open = await listOpenRefundsOfAll(ctx);
  return open.map(({ kind, subscriberId, paddleSubscriptionId: name, transactionId }) => ({
    key: `${kind}:${transactionId}`,
    kind,
    isOurFault: false,
    title: kind === "chargeback" ? texts.chargebackTitle(name) : texts.refundTitle(name),
    text: kind === "chargeback" ? texts.chargebackText : texts.refundText,
    action: { do: "open", label: texts.seePerson, href: `${subscribersPath}/${subscriberId}` },
  }));
}

async function findMissingBackup(ctx: Context): Promise<AttentionItem[]> {
  const { lastGood } = await findBackups(ctx.db);
  const isUnneeded = !lastGood && ctx.settings.isSandbox;
  if (isUnneeded || !isBackupOverdue(lastGood, ctx.clock.now())) return [];
  return [
    {
      key: "backup",
      kind: "backup",
      isOurFault: true,
      title: texts.backupTitle,
      text: lastGood
        ? texts.backupText(
            formatShortWeekdayMonthDay(localDateAt(lastGood.finishedAt, "America/New_York")),
          )
        : texts.backupNever,
      action: { do: "open", label: texts.seeStatus, href: adminAddresses.settings },
    },
  ];
}

/** A new kind of thing that needs attention is one more of these. */
const finders: readonly Finder[] = [
  describeProblems,
  findMissedDays,
  findSetAsideEvents,
  findUnfinishedSignUps,
  findUnreachable,
  findOpenRefunds,
  findMissingBackup,
];

/**
 * What needs attention now, what's broken first.
 *
 * @param problems as health has them
 */
export async function listAttention(
  ctx: Context,
  problems: readonly DeliveryProblem[],
): Promise<AttentionItem[]> {
  const found = await Promise.all(finders.map((find) => find(ctx, problems)));
  return found.flat().toSorted((a, b) => Number(b.isOurFault) - Number(a.isOurFault));
}

/** How many things need a person, for the navigation. Progress of what's under way doesn't count. */
export async function countAttention(ctx: Context): Promise<number> {
  const items = await listAttention(ctx, await listDeliveryProblems(ctx));
  return items.filter(({ kind }) => kind !== "giving_back").length;
}
