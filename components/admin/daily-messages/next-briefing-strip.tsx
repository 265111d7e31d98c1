import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { classNames } from "@/components/ui/class-names";
import { deliveryProgress, editorCalendar } from "@/lib/client/daily-messages";
import type { EditorCalendarView } from "@/lib/contracts/briefings";
import { localDateAt } from "@/lib/calendar/days";
import { editMessageAddress } from "@/lib/contracts/daily-messages";
import { briefingStateMessages } from "@/lib/messages/admin/briefing-state";
import { editorCalendarMessages } from "@/lib/messages/briefings";
import { headlineOf, zoneNames, zonesToGo } from "../briefing/headline";
import { formatDuration } from "./days";
import { headlinesOf } from "./message-text";
import { StateBadge, dateBeside, dayName, editLabelOf } from "./next-briefing";
import { MessageBadge, isUnderWay } from "./today-briefing";
import { useServerNow } from "./use-server-now";

const messages = editorCalendarMessages;

export type NextBriefingStripProps = {
  /** Opens the next briefing's post. */
  onEditPost: (id: number) => void;
};

/**
 * Today's briefing until its last zone is over, and the next one, in a few lines: for screens that are about
 * something else. Empty until it's loaded.
 */
export function NextBriefingStrip({ onEditPost }: NextBriefingStripProps) {
  const { data, dataUpdatedAt } = useQuery(editorCalendar());
  if (!data) return null;
  return (
    <>
      {data.today !== null && <TodayStrip date={data.today} />}
      <Strip current={data} receivedAtMs={dataUpdatedAt} onEditPost={onEditPost} />
    </>
  );
}

function TodayStrip({ date }: { date: string }) {
  const { data } = useQuery(deliveryProgress(date));
  if (!data || !isUnderWay(data)) return null;
  const { text, isAlarm } = headlineOf(data);
  const left = zonesToGo(data);
  return (
    <section aria-label={briefingStateMessages.today} className={stripClass}>
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className={classNames("font-serif text-row", isAlarm && "text-alarm")}>{text}</span>
          <MessageBadge state={data.message} />
        </p>
        {left.length > 0 && (
          <p className="mt-1 text-label text-ink-2">
            {briefingStateMessages.toGo(zoneNames(left))}
          </p>
        )}
      </div>
      {data.message !== "active" && left.length > 0 && (
        <Link
          href={editMessageAddress(date)}
          className={classNames(buttonClass({ size: "sm" }), "max-md:min-h-11 max-sm:w-full")}
        >
          {briefingStateMessages.fix[data.message]}
        </Link>
      )}
    </section>
  );
}

const stripClass =
  "mb-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-rule pb-5";

type StripProps = NextBriefingStripProps & { current: EditorCalendarView; receivedAtMs: number };

function Strip({ current, receivedAtMs, onEditPost }: StripProps) {
  const nowMs = useServerNow(current.now, receivedAtMs);
  const { day, opensAt } = current.next;
  const editorDate = localDateAt(new Date(nowMs));
  const [message] = day.messages;
  const [post] = day.posts;
  const [headline] = message ? headlinesOf(message.message) : [];
  return (
    <section aria-label={messages.nextBriefing} className={stripClass}>
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
