"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "@/components/ui/icons";
import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Spinner } from "@/components/ui/spinner";
import { dailyMessagesKey, editorCalendar } from "@/lib/client/daily-messages";
import { refetchAll } from "@/lib/client/query-client";
import { editParameter } from "@/lib/contracts/daily-messages";
import { addDays, localDateAt } from "@/lib/calendar/days";
import { formatLongWeekdayMonthDay } from "@/lib/calendar/format";
import type { EditorCalendarView } from "@/lib/contracts/briefings";
import { adminNavigationLabels } from "@/lib/messages/admin";
import { editorCalendarMessages } from "@/lib/messages/briefings";
import { dailyMessagesScreen } from "@/lib/messages/daily-messages";
import { AdminPage } from "../shell/page";
import { StaleDataAlert } from "../stale-data-alert";
import { lastUrgentDay } from "./days";
import { DaysOff } from "./days-off";
import { MessageCard } from "./message-card";
import { UnsavedDrafts, claimMessageDraft, type OpenCard } from "./message-drafts";
import { MessageList, type Today } from "./message-list";
import { NextBriefing } from "./next-briefing";
import { TodayBriefing } from "./today-briefing";
import { useServerNow } from "./use-server-now";
import { Weeks } from "./weeks";

const messages = editorCalendarMessages;

/** `/daily-messages-admin`: the next briefing, the weeks around it, and every message. */
export function DailyMessagesScreen() {
  const { data, isPending, isRefetchError, dataUpdatedAt, refetch } = useQuery(editorCalendar());
  const editDate = useSearchParams().get(editParameter) ?? undefined;
  return (
    <AdminPage title={adminNavigationLabels.dailyMessages}>
      {isPending && <Spinner label={messages.loading} />}
      {!isPending && !data && <ErrorCard title={messages.failed} onRetry={() => void refetch()} />}
      {isRefetchError && <StaleDataAlert onRetry={() => void refetch()} />}
      {data && (
        <Workspace key={editDate} current={data} receivedAtMs={dataUpdatedAt} editDate={editDate} />
      )}
    </AdminPage>
  );
}

type WorkspaceProps = {
  current: EditorCalendarView;
  receivedAtMs: number;
  /** YYYY-MM-DD, if the address asks for that day's card. */
  editDate: string | undefined;
};

/** The open card, and the draft that it restores from. */
type Opened = { card: OpenCard; draftName: string };

function Workspace({ current, receivedAtMs, editDate }: WorkspaceProps) {
  const nowMs = useServerNow(current.now, receivedAtMs);
  const [opened, setOpened] = useState(() => openedAt(current, editDate));
  const card = opened?.card ?? null;
  const weeks = useWeeks(current);
  const newMessage = useRef<HTMLButtonElement>(null);
  const isClosing = useRef(false);
  useFreshCalendar(current, nowMs);
  // The button is disabled while a card is open, so it can take focus only after this render.
  useEffect(() => {
    if (card || !isClosing.current) return;
    isClosing.current = false;
    newMessage.current?.focus();
  }, [card]);

  const today: Today = {
    editorDate: localDateAt(new Date(nowMs)),
    newYorkDate: localDateAt(new Date(nowMs), "America/New_York"),
  };
  const open = (next: OpenCard) => setOpened({ card: next, draftName: claimMessageDraft(next) });
  const openNew = () => open({ saved: null, date: firstOpenDate(current) });
  const close = () => {
    isClosing.current = true;
    setOpened(null);
  };

  return (
    <>
      {current.today !== null && (
        <TodayBriefing
          date={current.today}
          day={current.days.find(({ date }) => date === current.today)}
          isBusy={card !== null}
          onOpen={open}
        />
      )}
      <NextBriefing
        editorCalendar={current}
        nowMs={nowMs}
        editorDate={today.editorDate}
        isBusy={card !== null}
        onOpen={open}
      />
      <TwoDates {...today} />
      <Weeks
        {...weeks}
        editorDate={today.editorDate}
        urgentUntil={lastUrgentDay(current.next.day.date, current.days)}
        openDate={card && (card.saved?.date ?? dateOfNew(card))}
        onOpen={open}
      >
        <Button ref={newMessage} size="sm" disabled={card !== null} onClick={openNew}>
          <Plus size={16} strokeWidth={1.6} />
          {dailyMessagesScreen.newMessage}
        </Button>
      </Weeks>
      {opened ? (
        <MessageCard
          key={opened.draftName}
          {...opened}
          maxLength={current.longestMessage}
          onClose={close}
        />
      ) : (
        <UnsavedDrafts onOpen={open} />
      )}
      <DaysOff />
      <MessageList
        today={today}
        openId={card && (card.saved?.id ?? "new")}
        onNew={openNew}
        onEdit={(saved) => open({ saved })}
      />
    </>
  );
}

/** The card of the next briefing or of another coming day, if the address asks for it. */
function openedAt({ next, days }: EditorCalendarView, date: string | undefined): Opened | null {
  const day = [next.day, ...days].find((each) => each.date === date);
  if (!day || day.isOver || !day.isWeekday || day.isDayOff) return null;
  const [saved] = day.messages;
  const card: OpenCard = saved ? { saved } : { saved: null, date: day.date };
  return { card, draftName: claimMessageDraft(card) };
}

/** The weeks shown: those around today, until the editor pages to others. */
function useWeeks(current: EditorCalendarView) {
  const [from, setFrom] = useState<string>();
  const paged = useQuery({
    ...editorCalendar(from),
    enabled: from !== undefined,
    placeholderData: keepPreviousData,
  });
  const days = (from !== undefined && paged.data?.days) || current.days;
  return {
    days,
    isPaging: paged.isFetching && !paged.isRefetching,
    failure:
      from !== undefined && paged.isError
        ? { isMore: paged.data === undefined, onRetry: () => void paged.refetch() }
        : null,
    /** Moves by two weeks per press, even while earlier presses are still loading. */
    onPage: (direction: 1 | -1) =>
      setFrom((before) =>
        addDays(before ?? current.days[0]?.date ?? current.next.day.date, 14 * direction),
      ),
    onToday: () => setFrom(undefined),
  };
}

function dateOfNew(card: OpenCard): string | null {
  return card.saved ? null : card.date;
}

/** The first coming weekday without a message, or the Monday after the weeks shown. */
function firstOpenDate({ days, next }: EditorCalendarView): string {
  const free = days.find(
    (day) =>
      day.isWeekday && !day.isDayOff && day.date >= next.day.date && day.messages.length === 0,
  );
  return free?.date ?? addDays(days.at(-1)?.date ?? next.day.date, 1);
}

/** Refetches everything once the first zone of the next briefing has started. */
function useFreshCalendar({ next }: EditorCalendarView, nowMs: number): void {
  const queryClient = useQueryClient();
  const isStale = nowMs >= Date.parse(next.opensAt);
  useEffect(() => {
    if (!isStale) return;
    void refetchAll(queryClient, [dailyMessagesKey]);
  }, [isStale, queryClient]);
}

/** Shown when the editor's date and New York's differ. */
function TwoDates({ editorDate, newYorkDate }: Today) {
  if (editorDate === newYorkDate) return null;
  return (
    <p className="mb-4 text-label text-ink-2">
      {messages.twoDates(
        formatLongWeekdayMonthDay(editorDate),
        formatLongWeekdayMonthDay(newYorkDate),
      )}
    </p>
  );
}
