import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { classNames } from "@/components/ui/class-names";
import { editorCalendar } from "@/lib/client/daily-messages";
import type { EditorCalendarView } from "@/lib/contracts/briefings";
import { localDateAt } from "@/lib/calendar/days";
import { editMessageAddress } from "@/lib/contracts/daily-messages";
import { editorCalendarMessages } from "@/lib/messages/briefings";
import { formatDuration } from "./days";
import { headlinesOf } from "./message-text";
import { StateBadge, dateBeside, dayName, editLabelOf } from "./next-briefing";
import { useServerNow } from "./use-server-now";

const messages = editorCalendarMessages;

export type NextBriefingStripProps = {
  /** Opens the next briefing's post. */
  onEditPost: (id: number) => void;
};

/** The next briefing in a few lines, for screens that are about something else. Empty until it's loaded. */
export function NextBriefingStrip({ onEditPost }: NextBriefingStripProps) {
  const { data, dataUpdatedAt } = useQuery(editorCalendar());
  if (!data) return null;
  return <Strip current={data} receivedAtMs={dataUpdatedAt} onEditPost={onEditPost} />;
}

type StripProps = NextBriefingStripProps & { current: EditorCalendarView; receivedAtMs: number };

function Strip({ current, receivedAtMs, onEditPost }: StripProps) {
  const nowMs = useServerNow(current.now, receivedAtMs);
  const { day, opensAt } = current.next;
  const editorDate = localDateAt(new Date(nowMs));
  const [message] = day.messages;
  const [post] = day.posts;
  const [headline] = message ? headlinesOf(message.message) : [];
  return (
    <section
      aria-label={messages.nextBriefing}
      className="mb-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-rule pb-5"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="font-serif text-row">
            {dayName(day.date, editorDate)}, {dateBeside(day.date, editorDate)}
          </span>
          <StateBadge day={day} />
          <span className="text-small text-ink-3 tabular-nums">
            {messages.dueIn(formatDuration(Date.parse(opensAt) - nowMs))}
          </span>
        </p>
        <p dir="auto" className="mt-1 line-clamp-1 text-label wrap-anywhere text-ink-2">
          {headline ?? messages.nothingWritten}
        </p>
      </div>
      <div className="button-row max-sm:w-full">
        <Link
          href={editMessageAddress(day.date)}
          className={classNames(buttonClass({ variant: "line", size: "sm" }), "max-md:min-h-11")}
        >
          {editLabelOf(day)}
        </Link>
        {post && (
          <Button variant="line" size="sm" onClick={() => onEditPost(post.id)}>
            {messages.editPost(post.slug)}
          </Button>
        )}
      </div>
    </section>
  );
}
