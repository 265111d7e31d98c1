"use client";
import { shortTimezone } from "@/lib/contracts/timezones";

import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { person as personQuery } from "@/lib/client/admin/person";
import type { Person } from "@/lib/contracts/admin/person";
import { localDateAt } from "@/lib/calendar/days";
import { formatShortMonthDayYear, formatTimeIn } from "@/lib/calendar/format";
import { planLabels } from "@/lib/messages/admin/subscribers";
import { personScreen as messages } from "@/lib/messages/admin/person-screen";
import { Loaded } from "../../shell/loaded";
import { ActionDialog, type ConfirmedAction } from "./action-dialog";
import { FailedPayment, RefundReview } from "./decisions";
import { PersonHead } from "./person-head";
import { PersonSide } from "./person-side";
import { PersonTimeline } from "./person-timeline";

/** One subscriber's whole story, and what can be done for them. */
export function PersonScreen({ id }: { id: number }) {
  const query = useQuery(personQuery(id));
  return (
    <main id="main" className="wrap w-full pt-8 pb-(--section)">
      <Loaded query={query} label={messages.loading} shape="person">
        {(person) => <LoadedPerson person={person} />}
      </Loaded>
    </main>
  );
}

function LoadedPerson({ person }: { person: Person }) {
  const [action, setAction] = useState<ConfirmedAction | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const act = (chosen: ConfirmedAction, from: HTMLElement | null) => {
    opener.current = from;
    setAction(chosen);
  };
  return (
    <>
      <PersonHead person={person} onAct={act} />
      <FailedPayment person={person} onAct={act} />
      <RefundReview person={person} onAct={act} />
      <section aria-labelledby="next" className="border-b border-rule py-5">
        <h2 id="next" className="text-row">
          {person.next.title}
        </h2>
        {person.next.explanation && (
          <p className="mt-1 text-label leading-6 text-ink-2">{person.next.explanation}</p>
        )}
        {person.next.localDate !== null && (
          <ul className="mt-1 text-label leading-6 text-ink-2">
            {person.channels.map(({ channel, explanation }) => (
              <li key={channel} className="wrap-anywhere">
                {explanation}
              </li>
            ))}
          </ul>
        )}
      </section>
      <Facts person={person} />
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-12 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] xl:gap-16">
        <PersonTimeline id={person.id} />
        <PersonSide person={person} />
      </div>
      {action && (
        <ActionDialog
          key={action}
          person={person}
          action={action}
          returnFocusTo={opener}
          onClose={() => setAction(null)}
        />
      )}
    </>
  );
}

function Facts({ person }: { person: Person }) {
  const { facts: labels } = messages;
  const [now] = useState(() => new Date());
  const { plan, status, timezone, nextChargeAt, endsAt, lastLoginAt, joinedAt } = person;
  const dayOf = (at: string | null) =>
    at ? formatShortMonthDayYear(localDateAt(new Date(at))) : labels.none;
  const zone = shortTimezone(timezone);
  const charge =
    status === "canceled"
      ? ([labels.ends, dayOf(endsAt)] as const)
      : status === "trialing"
        ? ([labels.firstCharge, dayOf(person.firstChargeAt ?? nextChargeAt)] as const)
        : ([labels.nextCharge, dayOf(nextChargeAt)] as const);
  const facts = [
    [labels.plan, plan ? planLabels[plan] : labels.none],
    charge,
    [labels.zone, labels.zoneNow(zone, formatTimeIn(now, timezone))],
    [labels.lastLogin, lastLoginAt ? dayOf(lastLoginAt) : labels.never],
    [labels.joined, dayOf(joinedAt)],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-b border-rule py-4 xl:flex xl:justify-between">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-fine text-ink-3">{name}</dt>
          <dd className="text-label tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
