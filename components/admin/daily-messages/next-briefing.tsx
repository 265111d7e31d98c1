import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { adminAddresses } from "@/lib/contracts/admin";
import { addDays } from "@/lib/contracts/calendar";
import type { CalendarDay, EditorCalendarView } from "@/lib/contracts/briefings";
import { dailyMessagesScreen } from "@/lib/messages/daily-messages";
import { dayAndMonth, shortDay, waitingTime, weekdayOf } from "./days";
import { headlinesOf } from "./headlines";
import { measureText } from "./segments";
import type { OpenCard } from "./open-card";

/** What `NextBriefing` takes. */
export type NextBriefingProps = {
  editorCalendar: EditorCalendarView;
  /** The service's clock, in milliseconds since 1970. */
  nowMs: number;
  /** The day it is where the editor is, YYYY-MM-DD. */
  editorDate: string;
  /** Whether a card is open already. */
  isBusy: boolean;
  onOpen: (card: OpenCard) => void;
};

/** What goes out next: the first thing an editor sees. */
export function NextBriefing(props: NextBriefingProps) {
  const { editorCalendar, nowMs, editorDate, isBusy, onOpen } = props;
  const { day, opensAt } = editorCalendar.next;
  const [message] = day.messages;
  const card: OpenCard = message ? { saved: message } : { saved: null, date: day.date };
  return (
    <section
      aria-labelledby="next-briefing"
      className="grid gap-x-10 gap-y-6 pb-8 md:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]"
    >
      <div>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
          <StateBadge day={day} />
          <span className="text-ink-3 tabular-nums">
            Goes out in {waitingTime(Date.parse(opensAt) - nowMs)}
          </span>
        </p>
        <h1 id="next-briefing" className="mt-3 text-h2">
          {nameOfDay(day.date, editorDate)},<br />
          {isNear(day.date, editorDate) ? shortDay(day.date) : dayAndMonth(day.date)}
        </h1>
      </div>
      <div>
        {message ? <Headlines message={message.message} /> : <Nothing />}
        <p className="mt-3 flex flex-wrap gap-x-7 gap-y-1 text-small text-ink-3 tabular-nums">
          {editorCalendar.next.smsText !== null && (
            <span>{costOf(editorCalendar.next.smsText)}</span>
          )}
          <span>
            Email from {leadTime(editorCalendar.emailLeadMinutes)}, text at 8:00, each subscriber’s
            time
          </span>
          <AttachedPost day={day} />
        </p>
        {!message?.isActive && (
          <Button
            variant="line"
            size="sm"
            className="mt-4"
            disabled={isBusy}
            onClick={() => onOpen(card)}
          >
            {message ? "Open it" : `Write ${weekdayOf(day.date)}’s`}
          </Button>
        )}
      </div>
    </section>
  );
}

function StateBadge({ day }: { day: CalendarDay }) {
  const [message] = day.messages;
  if (!message) return <Badge tone="alarm">No message</Badge>;
  return message.isActive ? (
    <Badge tone="accent">{dailyMessagesScreen.active}</Badge>
  ) : (
    <Badge>{dailyMessagesScreen.inactive}</Badge>
  );
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
          {line}
        </li>
      ))}
    </ol>
  );
}

function Nothing() {
  return (
    <p className="border-t-[3px] border-alarm border-b-rule pt-3 font-serif text-row text-ink-2">
      Nothing is written yet. Without an active message nothing goes out.
    </p>
  );
}

function AttachedPost({ day }: { day: CalendarDay }) {
  const [post, ...others] = day.posts;
  if (!post) return <span>No post of that date</span>;
  return (
    <Link href={adminAddresses.content} className="text-link">
      Post /r/{post.slug} attached{others.length > 0 && `, the newest of ${day.posts.length}`}
    </Link>
  );
}

function isNear(date: string, editorDate: string): boolean {
  return date <= addDays(editorDate, 1);
}

function nameOfDay(date: string, editorDate: string): string {
  if (date === editorDate) return "Today";
  return date === addDays(editorDate, 1) ? "Tomorrow" : weekdayOf(date);
}

function costOf(text: string): string {
  const count = measureText(text).segments.length;
  const link = text.includes("/r/") ? " with the link" : "";
  return `${Array.from(text).length} characters${link}, ${count} ${count === 1 ? "segment" : "segments"}`;
}

/** `15` → `7:45`. */
function leadTime(leadMinutes: number): string {
  const minutes = 8 * 60 - leadMinutes;
  return `${Math.floor(minutes / 60)}:${String(Math.floor(minutes % 60)).padStart(2, "0")}`;
}
