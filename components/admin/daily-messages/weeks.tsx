import { ArrowLeft, ArrowRight } from "@/components/ui/icons";
import type { ReactNode } from "react";
import { SiteLink } from "@/components/layout/site-link";
import { NoBreakTitle } from "@/components/reading/no-break-title";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { deliveriesOfDay } from "@/lib/contracts/admin/deliveries";
import type { CalendarDay } from "@/lib/contracts/briefings";
import { formatLongWeekdayMonthDay, formatLongWeekday } from "@/lib/calendar/format";
import { editorMessages } from "@/lib/messages/admin";
import { editorCalendarMessages } from "@/lib/messages/briefings";
import { daysOffMessages } from "@/lib/messages/days-off";
import { StaleDataAlert, type StaleDataAlertProps } from "../stale-data-alert";
import {
  dayOfMonth,
  messageState,
  postState,
  shortDay,
  spanOfDays,
  type DayState,
  type DotLook,
} from "./days";
import type { OpenCard } from "./message-drafts";
import { headlinesOf } from "./message-text";

const messages = editorCalendarMessages;

export type WeeksProps = {
  /** Whole weeks, starting on a Monday. */
  days: readonly CalendarDay[];
  /** Today where the editor is, YYYY-MM-DD. */
  editorDate: string;
  /** The last day on which a missing message is shown as urgent, YYYY-MM-DD. */
  urgentUntil: string;
  /** The date of the open card, or null. */
  openDate: string | null;
  onOpen: (card: OpenCard) => void;
  /** Moves two weeks forward or back. */
  onPage: (direction: 1 | -1) => void;
  /** Goes back to the weeks around today. */
  onToday: () => void;
  /** Whether other weeks are loading. */
  isPaging: boolean;
  /** Set when the weeks couldn't be loaded or refreshed. */
  failure: StaleDataAlertProps | null;
  children: ReactNode;
};

/** A calendar that shows which days have no message or post. */
export function Weeks(props: WeeksProps) {
  const { days, editorDate, urgentUntil, openDate, onOpen, onPage, onToday, children } = props;
  const [first, last] = [days.at(0)?.date ?? editorDate, days.at(-1)?.date ?? editorDate];
  return (
    <section aria-labelledby="weeks">
      <div className="flex flex-wrap items-center justify-between gap-4 border-t border-ink py-4">
        <h2 id="weeks" className="text-h3 leading-7 whitespace-nowrap">
          {spanOfDays(first, last)}
        </h2>
        <div className="flex flex-1 items-center justify-end gap-2 max-sm:flex-wrap max-sm:*:first:mr-auto max-sm:*:nth-3:ml-auto">
          <Button
            variant="icon"
            size="sm"
            aria-label={messages.previousWeeks}
            onClick={() => onPage(-1)}
          >
            <ArrowLeft size={16} strokeWidth={1.6} />
          </Button>
          <Button variant="line" size="sm" onClick={onToday}>
            {editorMessages.today}
          </Button>
          <Button
            variant="icon"
            size="sm"
            aria-label={messages.nextWeeks}
            onClick={() => onPage(1)}
          >
            <ArrowRight size={16} strokeWidth={1.6} />
          </Button>
          <span className="max-sm:flex max-sm:basis-full max-sm:*:flex-1">{children}</span>
        </div>
      </div>
      {props.failure && <StaleDataAlert {...props.failure} />}
      <WeekdayNames days={days.slice(0, 7)} />
      <ol
        aria-label="Days"
        aria-busy={props.isPaging}
        className={classNames(
          "grid border-rule md:grid-cols-[repeat(5,minmax(0,1fr))_repeat(2,4.875rem)] md:border-l",
          props.isPaging && "opacity-50",
        )}
      >
        {days.map((day, index) => (
          <li
            key={day.date}
            className={classNames(
              "relative md:border-r md:border-b md:border-rule",
              day.isWeekday ? "max-md:border-b max-md:border-rule" : "bg-well",
              !day.isWeekday && day.messages.length === 0 && "max-md:hidden",
              formatLongWeekday(day.date) === "Monday" && "max-md:border-t max-md:border-t-ink",
            )}
          >
            <Day
              day={day}
              month={monthLabelOf(day, days[index - 1])}
              urgentUntil={urgentUntil}
              isToday={day.date === editorDate}
              isOpen={day.date === openDate}
              isDisabled={openDate !== null}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

function WeekdayNames({ days }: { days: readonly CalendarDay[] }) {
  return (
    <div
      aria-hidden="true"
      className="hidden border-t border-l border-rule text-fine text-ink-3 md:grid md:grid-cols-[repeat(5,minmax(0,1fr))_repeat(2,4.875rem)]"
    >
      {days.map(({ date }) => (
        <span key={date} className="border-r border-b border-rule px-3 py-1.5">
          {formatLongWeekday(date).slice(0, 3)}
        </span>
      ))}
    </div>
  );
}

const dayClass =
  "flex size-full flex-col gap-1.5 text-left text-small max-md:grid max-md:grid-cols-[6rem_minmax(0,1fr)] max-md:gap-x-3 max-md:gap-y-0.5 max-md:py-3 md:min-h-34 md:px-3 md:pt-2.5 md:pb-3";

type DayProps = {
  day: CalendarDay;
  month: MonthLabel | null;
  urgentUntil: string;
  isToday: boolean;
  isOpen: boolean;
  isDisabled: boolean;
  onOpen: (card: OpenCard) => void;
};

function Day({ day, month, urgentUntil, isToday, isOpen, isDisabled, onOpen }: DayProps) {
  const [message] = day.messages;
  const frame = classNames(
    dayClass,
    isToday && "shadow-[inset_0_3px_0_var(--color-ink)]",
    isOpen && "bg-sheet shadow-[inset_0_0_0_2px_var(--color-accent)]! max-md:px-3",
  );
  const content = (
    <>
      <DayName day={day} month={month} isToday={isToday} />
      {isOpen ? (
        <span className="text-ink-2">{messages.editing}</span>
      ) : (
        message && <Headline message={message.message} isMuted={day.isOver || day.isDayOff} />
      )}
      {day.holiday && (
        <span className="text-fine text-ink-3">
          {daysOffMessages.holiday(day.holiday.name, day.holiday.markets)}
        </span>
      )}
      <States day={day} urgentUntil={urgentUntil} />
    </>
  );
  if (day.isOver && day.isWeekday && day.hasStarted) {
    return (
      <SiteLink
        href={deliveriesOfDay(day.date)}
        className={classNames(frame, "no-underline hover:bg-well")}
      >
        {content}
        <span className="sr-only">{messages.seeDeliveries}</span>
      </SiteLink>
    );
  }
  if (day.isOver || !day.isWeekday) return <div className={frame}>{content}</div>;
  if (day.isDayOff) {
    return (
      <a href="#days-off" className={classNames(frame, "no-underline hover:bg-well")}>
        {content}
      </a>
    );
  }
  return (
    <button
      type="button"
      disabled={isDisabled}
      aria-current={isToday ? "date" : undefined}
      className={classNames(frame, "enabled:hover:bg-well disabled:cursor-default")}
      onClick={() => onOpen(message ? { saved: message } : { saved: null, date: day.date })}
    >
      {content}
      <span className="sr-only">{message ? "Edit message" : "Write message"}</span>
    </button>
  );
}

type MonthLabel = {
  /** `Nov` */
  name: string;
  /** Whether the month began on the weekend before, which a phone doesn't show. */
  isForPhones: boolean;
};

/** The month's name where it changes, and on the first day. */
function monthLabelOf({ date, isWeekday }: CalendarDay, before?: CalendarDay): MonthLabel | null {
  const name = shortDay(date).split(" ")[1] ?? "";
  if (!before || date.endsWith("-01")) return { name, isForPhones: false };
  const isAfterWeekend = isWeekday && !before.isWeekday && Number(date.slice(8)) <= 3;
  return isAfterWeekend ? { name, isForPhones: true } : null;
}

type DayNameProps = Pick<DayProps, "day" | "month" | "isToday">;

function DayName({ day, month, isToday }: DayNameProps) {
  return (
    <span className="flex min-h-6 flex-wrap items-center justify-between gap-x-2 gap-y-1 font-serif text-[1.1875rem] leading-6 font-heading max-md:row-span-3 max-md:flex-col max-md:items-start max-md:justify-start">
      <span className={day.isOver || !day.isWeekday ? "text-ink-3" : undefined}>
        <span className="sr-only">{formatLongWeekdayMonthDay(day.date)}</span>
        <span aria-hidden="true">
          <span className="mr-1.5 font-sans text-small font-normal text-ink-3 md:hidden">
            {formatLongWeekday(day.date).slice(0, 3)}
          </span>
          {month && (
            <span
              className={classNames(
                "mr-1.5 font-sans text-small font-normal text-ink-3",
                month.isForPhones && "md:hidden",
              )}
            >
              {month.name}
            </span>
          )}
          {dayOfMonth(day.date)}
        </span>
      </span>
      {isToday && <Badge tone="ink">{editorMessages.today}</Badge>}
    </span>
  );
}

function Headline({ message, isMuted }: { message: string; isMuted: boolean }) {
  const [headline = message] = headlinesOf(message);
  return (
    <span
      dir="auto"
      className={classNames(
        "line-clamp-3 wrap-anywhere max-md:line-clamp-2",
        isMuted ? "text-ink-3" : "text-ink-2",
      )}
    >
      <NoBreakTitle>{headline}</NoBreakTitle>
    </span>
  );
}

function States({ day, urgentUntil }: Pick<DayProps, "day" | "urgentUntil">) {
  if (!day.isWeekday) {
    if (day.messages.length === 0) return null;
    return <span className="text-fine text-ink-3">{messages.notOnWeekends}</span>;
  }
  return (
    <span className="mt-auto flex flex-wrap gap-x-3 gap-y-0.5 max-md:mt-0.5">
      <State {...messageState(day, urgentUntil)} />
      <State {...postState(day)} />
    </span>
  );
}

const dots: Record<DotLook, string> = {
  on: "bg-accent",
  off: "border-[1.5px] border-ink-3",
  sent: "bg-edge",
  missing: "border-[1.5px] border-alarm",
};

function State({ label, look }: DayState) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1.5 text-fine leading-4 whitespace-nowrap",
        look === "missing" ? "font-medium text-alarm" : "text-ink-3",
      )}
    >
      <span
        aria-hidden="true"
        className={`state-mark size-2 flex-none rounded-full ${dots[look]}`}
      />
      {label}
    </span>
  );
}
