import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { approval as approvalQuery } from "@/lib/client/admin/approval";
import { daysOff as daysOffQuery } from "@/lib/client/admin/days-off";
import { isBriefingDay, isWeekday, localDateAt } from "@/lib/calendar/days";
import { formatLongWeekdayMonthDay } from "@/lib/calendar/format";
import type { PostView } from "@/lib/contracts/posts";
import { approvalMessages } from "@/lib/messages/admin/approval";
import { historyMessages } from "@/lib/messages/admin/history";
import { contentScreen as messages } from "@/lib/messages/posts";
import { AlsoHere } from "../history/also-here";
import { HistoryButton, type HistoryProps } from "../history/history-dialog";

export type PostStateProps = Pick<HistoryProps, "isDirty" | "onRestore"> & { post: PostView };

/** Whether a post is a draft, its versions, and who else has it open. */
export function PostState({ post, isDirty, onRestore }: PostStateProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Badge tone="tint">{stateOf(post)}</Badge>
      <HistoryButton
        subject={{ kind: "posts", id: post.id }}
        isDirty={isDirty}
        onRestore={onRestore}
      />
      <AlsoHere subject={`post:${post.id}`} />
    </div>
  );
}

function stateOf({ isDraft, isScheduled }: PostView): string {
  if (isDraft) return messages.draft;
  return isScheduled ? messages.scheduled : messages.published;
}

/** What publishing or updating does, and for whom. `localDate` is the form's, YYYY-MM-DD. */
export function WhatHappens({ localDate, post }: { localDate: string; post: PostView | null }) {
  const [today] = useState(() => localDateAt(new Date(), "Europe/London"));
  const { data: approval } = useQuery(approvalQuery(localDate));
  const { data } = useQuery(daysOffQuery());
  const daysOff = (data?.days ?? []).filter(({ isDayOff }) => isDayOff).map(({ date }) => date);
  const isDue = isBriefingDay(localDate, daysOff);
  const isSent = isDue && localDate >= today && !post?.sent?.isOver;
  return (
    <p className="text-label text-ink-2">
      {describe(localDate, today, isDue, post)}
      {approval?.isRequired && isSent && ` ${approvalMessages.saving}`}
    </p>
  );
}

function describe(localDate: string, today: string, isDue: boolean, post: PostView | null): string {
  if (post?.sent) {
    const { people, isOver } = post.sent;
    return isOver ? historyMessages.sentTo(people) : historyMessages.sendingTo(people);
  }
  if (localDate < today || (localDate === today && !isDue)) {
    const isPublic = post && !post.isDraft && !post.isScheduled;
    return isPublic ? messages.changesSite : messages.onSiteAtOnce;
  }
  if (localDate === today) return messages.goesOutToday;
  const notSentOn = isDue ? null : isWeekday(localDate) ? "days off" : "weekends";
  return messages.goesOut(formatLongWeekdayMonthDay(localDate), notSentOn);
}
