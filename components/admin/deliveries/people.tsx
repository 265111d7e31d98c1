"use client";
import { shortTimezone } from "@/lib/contracts/timezones";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { SiteLink } from "@/components/layout/site-link";
import { Button } from "@/components/ui/button";
import { deliveryPeople, type PeopleFilter } from "@/lib/client/admin/deliveries";
import type { DeliveryPeopleView } from "@/lib/contracts/admin/deliveries";
import { formatShortWeekdayMonthDay } from "@/lib/calendar/format";
import { deliveriesMessages as texts } from "@/lib/messages/admin/deliveries";
import { Loaded } from "../shell/loaded";

/** The people behind a figure, with a link to each. */
export function People({
  date,
  filter,
  onClose,
}: {
  date: string;
  filter: PeopleFilter;
  onClose: () => void;
}) {
  const query = useInfiniteQuery(deliveryPeople(date, filter));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="people" className="mt-12">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-ink py-4">
        <h2 id="people" ref={heading} tabIndex={-1} className="text-h3">
          {texts.people.title(formatShortWeekdayMonthDay(date))}
          <span className="ml-3 font-sans text-small text-ink-3">{describe(filter)}</span>
        </h2>
        <Button variant="quiet" size="sm" onClick={onClose}>
          {texts.people.close}
        </Button>
      </div>
      <Loaded query={query} label={texts.people.loading} shape="table">
        {({ pages }) => <PeopleTable people={pages.flatMap((page) => page.people)} />}
      </Loaded>
      {query.hasNextPage && (
        <Button
          variant="line"
          size="sm"
          className="mt-6"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {texts.people.more}
        </Button>
      )}
    </section>
  );
}

function describe({ channel, timezone, outcome }: PeopleFilter): string {
  return [
    channel && texts.channels[channel],
    timezone && shortTimezone(timezone),
    outcome && (outcome === "undelivered" ? texts.day.notDelivered : texts.outcomes[outcome]),
  ]
    .filter(Boolean)
    .join(", ");
}

function PeopleTable({ people }: { people: DeliveryPeopleView["people"] }) {
  if (people.length === 0) return <p className="text-ink-2">{texts.people.none}</p>;
  const { person: personLabel, channel, zone, what, deleted } = texts.people;
  return (
    <table className="w-full border-collapse border-b border-ink text-label leading-5">
      <thead>
        <tr className="border-b border-ink text-left text-fine text-ink-3 [&>th]:py-2.5 [&>th]:pr-4 [&>th]:font-medium">
          <th scope="col">{personLabel}</th>
          <th scope="col">{channel}</th>
          <th scope="col" className="max-md:hidden">
            {zone}
          </th>
          <th scope="col">{what}</th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr
            key={`${person.channel} ${person.subscriberId}`}
            className="border-b border-rule align-top [&>*]:py-2.5 [&>*]:pr-4"
          >
            <th scope="row" className="text-left font-normal break-all">
              {person.email === null ? (
                <span className="text-ink-3">{deleted}</span>
              ) : (
                <SiteLink href={`/admin/subscribers/${person.subscriberId}`}>
                  {person.email}
                </SiteLink>
              )}
              {person.name !== null && (
                <span className="block text-fine text-ink-3">{person.name}</span>
              )}
            </th>
            <td>{texts.channels[person.channel]}</td>
            <td className="max-md:hidden">{shortTimezone(person.timezone)}</td>
            <td>
              {texts.outcomes[person.outcome]}
              {person.label !== "" && <span className="text-ink-2">: {person.label}</span>}
              {person.words !== null && (
                <span className="mt-0.5 block text-fine [overflow-wrap:anywhere] text-ink-3">
                  {person.words}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
