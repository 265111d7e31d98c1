"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Spinner } from "@/components/ui/spinner";
import { dailyMessagesKey, editorCalendar } from "@/lib/client/daily-messages";
import { refetchAll } from "@/lib/client/query-client";
import type { EditorCalendarView } from "@/lib/contracts/briefings";
import { addDays, localDateAt } from "@/lib/contracts/calendar";
import { dailyMessagesScreen } from "@/lib/messages/daily-messages";
import { longDay } from "./days";
import { takeUpMessage } from "./drafts";
import { MessageCard } from "./message-card";
import { MessageList, type Today } from "./message-list";
import { DeliveryProgress } from "./delivery-progress";
import { NextBriefing } from "./next-briefing";
import type { OpenCard } from "./open-card";
import { OutOfDate } from "../stale-data-alert";
import { UnsavedNotice } from "./unsaved-notice";
import { useServiceNow } from "./use-service-now";
import { Weeks } from "./weeks";

/** What goes out and when: the next briefing, the weeks around it, and every message. */
export function DailyMessagesScreen() {
  const { data, isPending, isRefetchError, dataUpdatedAt, refetch } = useQuery(editorCalendar());
  return (
    <main id="main" className="wrap w-full pt-8 pb-(--section)">
      {isPending && <Spinner label="Loading the coming days" />}
      {!isPending && !data && (
        <ErrorCard
          title="The coming days could not be loaded"
          action={
            <Button variant="line" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      )}
      {isRefetchError && <OutOfDate onRetry={() => void refetch()} />}
      {data && <Desk current={data} answeredAtMs={dataUpdatedAt} />}
    </main>
  );
}

type DeskProps = { current: EditorCalendarView; answeredAtMs: number };

function Desk({ current, answeredAtMs }: DeskProps) {
  const nowMs = useServiceNow(current.now, answeredAtMs);
  const [opened, setOpened] = useState<{ card: OpenCard; draftName: string } | null>(null);
  const card = opened?.card ?? null;
  const weeks = useWeeks(current);
  const newMessage = useRef<HTMLButtonElement>(null);
  const isClosing = useRef(false);
  useFreshOutlook(current, nowMs);
  // Not before it is drawn: a button that is still disabled takes no focus.
  useEffect(() => {
    if (card || !isClosing.current) return;
    isClosing.current = false;
    newMessage.current?.focus();
  }, [card]);

  const today: Today = {
    editorDate: localDateAt(new Date(nowMs)),
    newYorkDate: localDateAt(new Date(nowMs), "America/New_York"),
  };
  const open = (next: OpenCard) => setOpened({ card: next, draftName: takeUpMessage(next) });
  const openNew = () => open({ saved: null, date: firstFreeDay(current) });
  const close = () => {
    isClosing.current = true;
    setOpened(null);
  };

  return (
    <>
      <NextBriefing
        editorCalendar={current}
        nowMs={nowMs}
        editorDate={today.editorDate}
        isBusy={card !== null}
        onOpen={open}
      />
      <DeliveryProgress date={today.newYorkDate} />
      <TwoDates {...today} />
      <Weeks
        {...weeks}
        editorDate={today.editorDate}
        openDate={card && (card.saved?.date ?? dateOfNew(card))}
        onOpen={open}
      >
        <Button ref={newMessage} size="sm" disabled={card !== null} onClick={openNew}>
          <Plus aria-hidden="true" size={16} strokeWidth={1.6} />
          {dailyMessagesScreen.newMessage}
        </Button>
      </Weeks>
      {opened ? (
        <MessageCard
          key={opened.draftName}
          {...opened}
          longest={current.longestMessage}
          onClose={close}
        />
      ) : (
        <UnsavedNotice onOpen={open} />
      )}
      <MessageList
        today={today}
        openId={card && (card.saved?.id ?? "new")}
        onNew={openNew}
        onEdit={(saved) => open({ saved })}
      />
    </>
  );
}

/** The weeks that are shown: those around today, until somebody turns to others. */
function useWeeks(current: EditorCalendarView) {
  const [from, setFrom] = useState<string>();
  const turned = useQuery({
    ...editorCalendar(from),
    enabled: from !== undefined,
    placeholderData: keepPreviousData,
  });
  const days = (from !== undefined && turned.data?.days) || current.days;
  return {
    days,
    isTurning: turned.isFetching && !turned.isRefetching,
    failure:
      from !== undefined && turned.isError
        ? { isMore: turned.data === undefined, onRetry: () => void turned.refetch() }
        : null,
    /** Two weeks on, or back. Each press counts, also while the weeks before are on their way. */
    onTurn: (direction: 1 | -1) =>
      setFrom((before) =>
        addDays(before ?? current.days[0]?.date ?? current.next.day.date, 14 * direction),
      ),
  };
}

function dateOfNew(card: OpenCard): string | null {
  return card.saved ? null : card.date;
}

/** The first coming weekday without a message; when all have one, the Monday after them. */
function firstFreeDay({ days, next }: EditorCalendarView): string {
  const free = days.find(
    ({ date, isWeekday, messages }) => isWeekday && date >= next.day.date && messages.length === 0,
  );
  return free?.date ?? addDays(days.at(-1)?.date ?? next.day.date, 1);
}

/** What is shown as next is not next any more once its first zone has begun. */
function useFreshOutlook({ next }: EditorCalendarView, nowMs: number): void {
  const queryClient = useQueryClient();
  const isStale = nowMs >= Date.parse(next.opensAt);
  useEffect(() => {
    if (!isStale) return;
    void refetchAll(queryClient, dailyMessagesKey);
  }, [isStale, queryClient]);
}

/** Said where the editor's date and New York's are not the same. */
function TwoDates({ editorDate, newYorkDate }: Today) {
  if (editorDate === newYorkDate) return null;
  return (
    <p className="mb-4 text-label text-ink-2">
      Today is {longDay(editorDate)} where you are; in New York it is {longDay(newYorkDate)}.
    </p>
  );
}
