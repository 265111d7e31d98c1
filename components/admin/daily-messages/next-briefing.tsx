import Link from "next/link";
import { NoBreakTitle } from "@/components/reading/no-break-title";
import { Button } from "@/components/ui/button";
import { adminAddresses } from "@/lib/contracts/admin";
import { addDays } from "@/lib/calendar/days";
import { formatLongWeekday } from "@/lib/calendar/format";
import type { CalendarDay, EditorCalendarView } from "@/lib/contracts/briefings";
import { type Timezone, timezones } from "@/lib/contracts/timezones";
import { editorMessages } from "@/lib/messages/admin";
import { editorCalendarMessages } from "@/lib/messages/briefings";
import { countOf } from "@/lib/messages/counts";
import { formatDuration, monthAndDay, shortDay } from "./days";
import type { OpenCard } from "./message-drafts";
import { headlinesOf, measureText } from "./message-text";
import { MessageBadge } from "./today-briefing";

const messages = editorCalendarMessages;

export type NextBriefingProps = {
  editorCalendar: EditorCalendarView;
  /** The server's clock, in milliseconds since 1970. */
  nowMs: number;
  /** Today where the editor is, YYYY-MM-DD. */
  editorDate: string;
  /** Whether a card is open. */
  isBusy: boolean;
  onOpen: (card: OpenCard) => void;
};

export function NextBriefing(props: NextBriefingProps) {
  const { editorCalendar, nowMs, editorDate, isBusy, onOpen } = props;
  const { day, opensAt } = editorCalendar.next;
  const [message] = day.messages;
  const card: OpenCard = message ? { saved: message } : { saved: null, date: day.date };
  return (
    <section
      aria-labelledby="next-briefing"
      className="grid gap-x-10 gap-y-6 pt-6 pb-8 md:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]"
    >
      <div>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
          <StateBadge day={day} />
          <span className="text-ink-3 tabular-nums">
            {messages.dueIn(formatDuration(Date.parse(opensAt) - nowMs))}
          </span>
        </p>
        <h2 id="next-briefing" className="mt-3 text-h3">
          {dayName(day.date, editorDate)},<br />
          {dateBeside(day.date, editorDate)}
        </h2>
      </div>
      <div>
        {message ? <Headlines message={message.message} /> : <NothingWritten />}
        <p className="mt-3 flex flex-wrap gap-x-7 gap-y-1 text-small text-ink-3">
          {editorCalendar.next.smsText !== null && (
            <span>{lengthOf(editorCalendar.next.smsText)}</span>
          )}
          <span>{messages.schedule(emailTime(editorCalendar.emailLeadMinutes))}</span>
          <AttachedPost day={day} />
        </p>
        {editorCalendar.next.late.map(({ channel, timezone, minutes }) => (
          <p key={`${channel} ${timezone}`} className="mt-3 text-small text-alarm">
            {messages.late(channel, zoneName(timezone), minutes)}
          </p>
        ))}
        <Button
          variant="line"
          size="sm"
          className="mt-4 max-sm:w-full"
          disabled={isBusy}
          onClick={() => onOpen(card)}
        >
          {editLabelOf(day)}
        </Button>
      </div>
    </section>
  );
}

/** Whether the day has an active message. */
export function StateBadge({
  day: {
    messages: [message],
  },
}: {
  day: CalendarDay;
}) {
  return <MessageBadge state={message ? (message.isActive ? "active" : "inactive") : "none"} />;
}

function Headlines({ message }: { message: string }) {
  const lines = headlinesOf(message);
  return (
    <ol className="border-t-[3px] border-ink">
      {lines.map((line, index) => (
        <li
          key={`${index} ${line}`}
          className="grid grid-cols-[1.5rem_minmax(0,1fr)] border-b border-rule py-2.5 font-serif text-row font-[440] wrap-anywhere"
        >
          <span aria-hidden="true" className="text-ink-3">
            {index + 1}
          </span>
          <span dir="auto">
            <NoBreakTitle>{line}</NoBreakTitle>
          </span>
        </li>
      ))}
    </ol>
  );
}

function NothingWritten() {
  return (
    <p className="border-t-[3px] border-alarm border-b-rule pt-3 font-serif text-row text-ink-2">
      {messages.nothingWritten}
    </p>
  );
}

function AttachedPost({ day }: { day: CalendarDay }) {
  const [post, ...others] = day.posts;
  if (!post) return <span>{messages.noPostForDate}</span>;
  return (
    <Link href={adminAddresses.content} className="text-link">
      {messages.includesPost(post.slug)}
      {others.length > 0 && messages.newestOf(day.posts.length)}
    </Link>
  );
}

/** `America/New_York` → `Eastern Time (ET)`. */
function zoneName(timezone: Timezone): string {
  return timezones.find(({ value }) => value === timezone)?.label ?? timezone;
}

/** What the button beside the next briefing says. */
export function editLabelOf({ date, messages: [message] }: CalendarDay): string {
  return message ? messages.editMessage : messages.writeMessage(formatLongWeekday(date));
}

/** The date after `dayName`: with the weekday if that doesn't name it. */
export function dateBeside(date: string, editorDate: string): string {
  return date <= addDays(editorDate, 1) ? shortDay(date) : monthAndDay(date);
}

/** `Today`, `Tomorrow`, or the weekday. */
export function dayName(date: string, editorDate: string): string {
  if (date === editorDate) return editorMessages.today;
  return date === addDays(editorDate, 1) ? messages.tomorrow : formatLongWeekday(date);
}

function lengthOf(text: string): string {
  const segments = countOf(measureText(text).segments.length, "segment");
  const link = text.includes("/r/") ? " with the link" : "";
  return `${countOf(Array.from(text).length, "character")}${link}, ${segments}`;
}

/** `15` minutes before 8:00 → `7:45`. */
function emailTime(leadMinutes: number): string {
  const minutes = 8 * 60 - leadMinutes;
  return `${Math.floor(minutes / 60)}:${String(Math.floor(minutes % 60)).padStart(2, "0")}`;
}
