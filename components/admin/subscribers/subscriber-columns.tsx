import { shortTimezone } from "@/lib/contracts/timezones";
import Link from "next/link";
import type { DataColumn } from "@/components/data/data-table";
import { localDateAt } from "@/lib/calendar/days";
import {
  formatShortWeekday,
  formatTimeHere,
  formatShortMonthDayYear,
  formatShortMonthDay,
} from "@/lib/calendar/format";
import {
  subscribersPath,
  type SubscriberRow,
  type SubscriberSort,
} from "@/lib/contracts/admin/subscribers";
import {
  channelLabels,
  personStatusLabels,
  planLabels,
  subscribersScreen,
} from "@/lib/messages/admin/subscribers";
import { StatusBadge } from "./status-badge";

const messages = subscribersScreen;
const { columns } = messages;

/** What a subscriber is called in a list. */
export function nameOf({ name, email }: Pick<SubscriberRow, "name" | "email">): string {
  return name?.trim() || email;
}

export const subscriberColumns: readonly DataColumn<SubscriberRow, SubscriberSort>[] = [
  { key: "name", label: columns.name, sort: "name", cell: (row) => <Person row={row} /> },
  {
    key: "status",
    label: columns.status,
    sort: "status",
    className: "w-26 max-md:hidden",
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: "plan",
    label: columns.plan,
    sort: "plan",
    className: "w-24 max-md:hidden",
    cell: ({ plan }) => (plan ? planLabels[plan] : "–"),
  },
  {
    key: "zone",
    label: columns.zone,
    sort: "zone",
    className: "w-26 max-lg:hidden",
    cell: ({ timezone }) => shortTimezone(timezone),
  },
  {
    key: "channels",
    label: columns.channels,
    className: "w-28 max-xl:hidden",
    cell: (row) => <Channels row={row} />,
  },
  { key: "last", label: columns.last, className: "w-34 max-md:hidden", cell: lastOf },
  {
    key: "joined",
    label: columns.joined,
    sort: "joined",
    className: "w-32 text-right! tabular-nums max-lg:hidden",
    cell: ({ joinedAt }) => formatShortMonthDayYear(localDateAt(new Date(joinedAt))),
  },
];

/** The name is the link. On wide screens the address is beside it; on phones, a line of facts is below. */
function Person({ row }: { row: SubscriberRow }) {
  const { id, name, email, status, plan, timezone } = row;
  const facts = [
    personStatusLabels[status],
    plan ? planLabels[plan] : messages.noPlan,
    shortTimezone(timezone),
  ];
  return (
    <>
      <Link
        href={`${subscribersPath}/${id}`}
        prefetch={false}
        className="block gap-x-2.5 no-underline hover:[&_b]:underline min-[80rem]:flex min-[80rem]:items-baseline"
      >
        <b className="block max-w-full truncate min-[80rem]:flex-none font-medium decoration-1 underline-offset-[.2em] group-hover:underline">
          {name?.trim() || email}
        </b>
        <span className="block min-w-0 truncate text-small text-ink-3">
          {name?.trim() ? email : `ID ${id}`}
        </span>
      </Link>
      <span className="block truncate text-small text-ink-3 md:hidden">
        {facts.join(", ")} · <span className="text-ink-2">{lastOf(row)}</span>
      </span>
    </>
  );
}

function Channels({ row: { emailChannel, smsChannel } }: { row: SubscriberRow }) {
  return (
    <span className="inline-flex gap-1.5 text-ink-2">
      <Channel name={channelLabels.email} {...emailChannel} />
      <span aria-hidden="true" className="text-ink-3">
        ·
      </span>
      <Channel name={channelLabels.sms} {...smsChannel} />
    </span>
  );
}

function Channel(props: { name: string; isOn: boolean; isSuppressed: boolean }) {
  const { name, isOn, isSuppressed } = props;
  if (isOn && !isSuppressed) return name;
  const why = isOn ? messages.suppressed : messages.off;
  return (
    <s title={why} className="text-ink-3 decoration-1">
      {name}
      <span className="sr-only"> ({why})</span>
    </s>
  );
}

/** The latest briefing, or when the next thing happens instead. */
function lastOf({ lastBriefing, pausedUntil, endsAt, status }: SubscriberRow): string {
  if (pausedUntil) return messages.backOn(formatShortMonthDay(pausedUntil));
  if (status === "canceled" && endsAt && Date.parse(endsAt) > Date.now()) {
    return messages.stops(formatShortMonthDay(localDateAt(new Date(endsAt))));
  }
  if (!lastBriefing) return messages.none;
  const { localDate, outcome, at } = lastBriefing;
  const isToday = localDate === localDateAt(new Date());
  const day = isToday ? messages.today : formatShortWeekday(localDate);
  if (outcome === "sent" && at) return `${day}, ${formatTimeHere(at)}`;
  if (outcome === "waiting") return messages.waiting;
  const said = isToday ? day.toLowerCase() : day;
  return outcome === "failed" ? messages.missed(said) : messages.notSent(said);
}
