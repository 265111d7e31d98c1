import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash } from "@/components/ui/icons";
import { useState, type ReactNode } from "react";
import { notify } from "@/components/feedback/notify";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { dailyMessages, dailyMessagesKey, deleteDailyMessage } from "@/lib/client/daily-messages";
import { serverMessage } from "@/lib/client/fetcher";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import type { DailyMessageRow, DailyMessageView } from "@/lib/contracts/daily-messages";
import { editorMessages } from "@/lib/messages/admin";
import { editorCalendarMessages } from "@/lib/messages/briefings";
import { formatCount } from "@/lib/messages/counts";
import { dailyMessageMessages, dailyMessagesScreen } from "@/lib/messages/daily-messages";
import { notifyFailure } from "../failure-reason";
import { StaleDataAlert } from "../stale-data-alert";
import { shortDate } from "./days";
import { deleteDraftsOf } from "./message-drafts";

const text = dailyMessagesScreen;

/** Today's date, YYYY-MM-DD, where the editor is and in New York. */
export type Today = { editorDate: string; newYorkDate: string };

export type MessageListProps = {
  today: Today;
  /** The message whose card is open, or null. */
  openId: number | "new" | null;
  onNew: () => void;
  onEdit: (message: DailyMessageView) => void;
};

/** Every message, newest first: what is still to come, then the past. */
export function MessageList({ today, openId, onNew, onEdit }: MessageListProps) {
  const list = useInfiniteQuery(dailyMessages());
  const [toDelete, setToDelete] = useState<DailyMessageView | null>(null);
  const rows = list.data?.pages.flatMap(({ messages }) => messages) ?? [];
  const totalCount = list.data?.pages[0]?.totalCount ?? 0;
  return (
    <section aria-labelledby="all-messages" className="mt-10">
      <div className="flex items-baseline justify-between gap-4 border-b border-ink py-4">
        <h2 id="all-messages" className="text-h3">
          {text.allMessages}
        </h2>
        {list.data && <span className="text-small text-ink-3">{formatCount(totalCount)}</span>}
      </div>
      {list.isRefetchError && <StaleDataAlert onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton label={text.loadingList} />}
      {list.isError && !list.data && (
        <ErrorCard title={text.listFailed} onRetry={() => void list.refetch()} />
      )}
      {list.data && rows.length === 0 && (
        <EmptyState
          title={text.empty}
          action={openId === null && <Button onClick={onNew}>{text.create}</Button>}
        />
      )}
      {partsOf(rows, today).map(({ title, messages }) => (
        <section key={title} aria-label={title}>
          <h3 className="border-b border-rule pt-6 pb-2 font-sans text-label font-medium text-ink-2">
            {title}
          </h3>
          <ol aria-label={title}>
            {messages.map((message) => (
              <Row key={message.id} message={message} badges={<Badges {...{ message, today }} />}>
                <Button
                  variant="icon"
                  size="sm"
                  disabled={openId !== null}
                  aria-label={text.editMessage(shortDate(message.date))}
                  onClick={() => onEdit(message)}
                >
                  <Pencil size={16} strokeWidth={1.6} />
                </Button>
                <Button
                  variant="icon"
                  size="sm"
                  disabled={openId === message.id}
                  aria-label={text.deleteMessage(shortDate(message.date))}
                  onClick={() => setToDelete(message)}
                >
                  <Trash size={16} strokeWidth={1.6} />
                </Button>
              </Row>
            ))}
          </ol>
        </section>
      ))}
      {list.isFetchNextPageError && (
        <StaleDataAlert isMore onRetry={() => void list.fetchNextPage()} />
      )}
      {list.hasNextPage && !list.isFetchNextPageError && (
        <div className="mt-6 flex items-center gap-5">
          <Button
            variant="line"
            isBusy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {text.showMore}
          </Button>
          <span className="text-small text-ink-3">
            {formatCount(rows.length)} of {formatCount(totalCount)}
          </span>
        </div>
      )}
      <DeleteDialog message={toDelete} onClose={() => setToDelete(null)} />
    </section>
  );
}

/** Both parts, as far as they have messages. The windows of a New York date close before the next begins. */
function partsOf(rows: readonly DailyMessageRow[], { newYorkDate }: Today) {
  const isUpcoming = ({ date }: DailyMessageRow) => date >= newYorkDate;
  return [
    { title: text.upcoming, messages: rows.filter(isUpcoming) },
    { title: text.past, messages: rows.filter((row) => !isUpcoming(row)) },
  ].filter(({ messages }) => messages.length > 0);
}

type RowProps = { message: DailyMessageView; badges: ReactNode; children: ReactNode };

function Row({ message: { date, message }, badges, children }: RowProps) {
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-x-6 gap-y-2 border-b border-rule py-4 md:grid-cols-[9.5rem_minmax(0,1fr)_auto_auto]">
      <span className="text-label font-medium whitespace-nowrap tabular-nums">
        {shortDate(date)}
      </span>
      <p
        dir="auto"
        className="max-w-[62ch] text-label whitespace-pre-line wrap-anywhere text-ink-2 max-md:col-span-2 max-md:row-start-2"
      >
        {message}
      </p>
      <span className="flex flex-wrap justify-end gap-1.5">{badges}</span>
      <span className="flex gap-1.5 max-md:col-span-2 max-md:row-start-3 md:-my-1.5">
        {children}
      </span>
    </li>
  );
}

type BadgesProps = { message: DailyMessageRow; today: Today };

/** Past messages say whether they were sent; if not, their state says why. */
function Badges({ message, today }: BadgesProps) {
  const { editorDate, newYorkDate } = today;
  const { date, isActive, isSent } = message;
  const isPast = date < newYorkDate;
  return (
    <>
      {date === editorDate && <Badge tone="ink">{editorMessages.today}</Badge>}
      {date === newYorkDate && newYorkDate !== editorDate && (
        <Badge tone="tint">{text.todayInNewYork}</Badge>
      )}
      {isPast && (
        <span className="inline-flex h-6 items-center text-small text-ink-3">
          {isSent ? editorCalendarMessages.sent : editorCalendarMessages.notSent}
        </span>
      )}
      {!(isPast && isSent) && (
        <Badge tone={isActive ? "tint" : "outline"}>{isActive ? text.active : text.inactive}</Badge>
      )}
    </>
  );
}

type DeleteDialogProps = { message: DailyMessageView | null; onClose: () => void };

function DeleteDialog({ message, onClose }: DeleteDialogProps) {
  const queryClient = useQueryClient();
  const { mutate, isBusy, error, reset } = useSingleMutation({
    mutationFn: ({ id }: DailyMessageView) => deleteDailyMessage(id),
    onSuccess: (_, deleted) => {
      deleteDraftsOf(deleted);
      notify({ title: editorMessages.success, description: dailyMessageMessages.deleted });
      onClose();
      // The next can be deleted before the list has been fetched again.
      void refetchAll(queryClient, [dailyMessagesKey]);
    },
    onError: (problem) => notifyFailure(serverMessage(problem) ?? text.deleteFailed),
  });
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Dialog
      isOpen={message !== null}
      onOpenChange={(isOpen) => (isOpen || isBusy ? undefined : close())}
      failure={error ? (serverMessage(error) ?? text.deleteFailed) : undefined}
      title={text.deleteQuestion}
      description={
        message && `${shortDate(message.date)}, ${message.isActive ? text.active : text.inactive}`
      }
      actions={
        <>
          <Button variant="line" data-autofocus disabled={isBusy} onClick={close}>
            {editorMessages.cancel}
          </Button>
          <Button variant="ink" isBusy={isBusy} onClick={() => message && mutate(message)}>
            {text.delete}
          </Button>
        </>
      }
    >
      {message && (
        <p
          dir="auto"
          className="line-clamp-4 border-s border-edge ps-3 whitespace-pre-line wrap-anywhere text-ink-2"
        >
          {message.message}
        </p>
      )}
    </Dialog>
  );
}
