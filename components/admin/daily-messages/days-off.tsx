import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateField, useTypedDate } from "@/components/ui/date-field";
import { formatLongWeekdayMonthDay } from "@/lib/calendar/format";
import { daysOff, setDayOff } from "@/lib/client/admin/days-off";
import { dailyMessagesKey } from "@/lib/client/daily-messages";
import type { DayOffView } from "@/lib/contracts/days-off";
import { editorMessages } from "@/lib/messages/admin";
import { daysOffMessages as messages } from "@/lib/messages/days-off";
import { useMayDo } from "../shell/gate";
import { Loaded } from "../shell/loaded";
import { AdminSection } from "../shell/page";
import { useAdminAction } from "../use-admin-action";
import { shortDate } from "./days";

/** How many market holidays are offered at first. */
const shownHolidays = 4;

/** Days without a briefing, market holidays to mark, and a field for any other date. */
export function DaysOff() {
  const query = useQuery(daysOff());
  return (
    <AdminSection id="days-off" title={messages.title} className="mt-12">
      <p className="max-w-measure pb-4 text-label text-ink-2">{messages.explanation}</p>
      <Loaded query={query} label={messages.loading}>
        {({ days }) => <DaysOffList days={days} />}
      </Loaded>
    </AdminSection>
  );
}

/** The days off and the next market holidays, with what can be done about each. */
export function DaysOffList({ days }: { days: readonly DayOffView[] }) {
  const mayWrite = useMayDo("write");
  const [isAll, setAll] = useState(false);
  const { submit, isBusy, failure } = useAdminAction({
    run: setDayOff,
    changes: [[dailyMessagesKey]],
    describe: ({ date, isDayOff }) => {
      const day = formatLongWeekdayMonthDay(date);
      return isDayOff ? messages.marked(day) : messages.unmarked(day);
    },
    unexplained: messages.failed,
  });
  const offered = days.filter(({ isDayOff }) => !isDayOff);
  const hidden = new Set(isAll ? [] : offered.slice(shownHolidays).map(({ date }) => date));
  return (
    <>
      <ul className="border-b border-rule">
        {days
          .filter(({ date }) => !hidden.has(date))
          .map((day) => (
            <li
              key={day.date}
              className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-rule py-2"
            >
              <span className="w-40 text-label tabular-nums">{shortDate(day.date)}</span>
              <span className="min-w-0 flex-1 basis-48 text-label text-ink-2">
                {day.holiday && messages.holiday(day.holiday.name, day.holiday.markets)}
              </span>
              {day.isDayOff && <Badge tone="tint">{messages.dayOff}</Badge>}
              {mayWrite && day.canChange && (
                <Button
                  variant="line"
                  size="sm"
                  disabled={isBusy}
                  aria-label={nameOf(day)}
                  onClick={() => submit({ date: day.date, isDayOff: !day.isDayOff })}
                >
                  {day.isDayOff ? messages.unmark : messages.mark}
                </Button>
              )}
            </li>
          ))}
      </ul>
      {hidden.size > 0 && (
        <Button variant="quiet" size="sm" className="mt-3 mr-5" onClick={() => setAll(true)}>
          {messages.showHolidays}
        </Button>
      )}
      {mayWrite && (
        <OtherDate isBusy={isBusy} onMark={(date) => submit({ date, isDayOff: true })} />
      )}
      <ActionError className="mt-3">{failure}</ActionError>
    </>
  );
}

/** What the button of a day does, for screen readers; it contains the visible words. */
function nameOf({ date, isDayOff }: DayOffView): string {
  const day = formatLongWeekdayMonthDay(date);
  return isDayOff ? messages.unmarkDay(day) : messages.markDay(day);
}

function OtherDate({ isBusy, onMark }: { isBusy: boolean; onMark: (date: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [date, setDate] = useState("");
  const { isInvalid, ...typed } = useTypedDate(date, setDate);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (date !== "") onMark(date);
  };
  if (!isOpen) {
    return (
      <Button variant="line" size="sm" className="mt-4" onClick={() => setOpen(true)}>
        {messages.otherDay}
      </Button>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="mt-6 flex flex-wrap items-end gap-4">
      <div className="min-w-0 basis-80">
        <DateField
          {...typed}
          id="day-off-date"
          label={messages.otherDayField}
          todayLabel={editorMessages.today}
          error={isInvalid ? editorMessages.dateInvalid : undefined}
        />
      </div>
      <Button type="submit" variant="line" className="min-h-12" disabled={isBusy || date === ""}>
        {messages.mark}
      </Button>
    </form>
  );
}
