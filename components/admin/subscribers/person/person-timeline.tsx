"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Segments } from "@/components/data/segments";
import { TimelineList } from "@/components/data/timeline";
import { Button } from "@/components/ui/button";
import { personTimeline } from "@/lib/client/admin/person";
import { timelineKinds, type TimelineKind } from "@/lib/contracts/admin/person";
import { cityHere } from "@/lib/calendar/zones";
import { personScreen as messages } from "@/lib/messages/admin/person-screen";
import { timesAre } from "@/lib/messages/admin/times";
import { Loaded } from "../../shell/loaded";
import { AdminSection } from "../../shell/page";

/** What happened to one subscriber, with a choice of what to show. */
export function PersonTimeline({ id }: { id: number }) {
  const [kind, setKind] = useState<TimelineKind>("all");
  const query = useInfiniteQuery(personTimeline(id, kind));
  return (
    <AdminSection
      id="timeline"
      title={messages.timeline}
      action={
        <Segments
          label={messages.timelineShow}
          options={timelineKinds.map((value) => ({ value, label: messages.kinds[value] }))}
          value={kind}
          onChange={setKind}
        />
      }
    >
      <Loaded query={query} label={messages.loadingTimeline}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          const more = pages.at(-1)?.moreCount ?? 0;
          if (entries.length === 0) return <p className="text-ink-2">{messages.noEntries}</p>;
          return (
            <>
              <TimelineList label={messages.timeline} entries={entries} byLabel={messages.by} />
              <p className="flex flex-wrap items-center gap-x-3 pt-4 text-small text-ink-3">
                {timesAre(cityHere())}
                {more > 0 && (
                  <Button
                    variant="quiet"
                    size="sm"
                    isBusy={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >
                    {messages.showMore(more)}
                  </Button>
                )}
              </p>
            </>
          );
        }}
      </Loaded>
    </AdminSection>
  );
}
