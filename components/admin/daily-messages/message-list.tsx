import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { notify } from "@/components/feedback/notify";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { ListSkeleton } from "@/components/ui/list-skeleton";
import { dailyMessages, dailyMessagesKey, deleteDailyMessage } from "@/lib/client/daily-messages";
import { serverMessage } from "@/lib/client/fetcher";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import type { DailyMessageView } from "@/lib/contracts/daily-messages";
import { editorMessages } from "@/lib/messages/admin";
import { formatCount } from "@/lib/messages/counts";
import { dailyMessageMessages, dailyMessagesScreen } from "@/lib/messages/daily-messages";
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

/** Every message, newest first. */
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
      {list.isPending && <ListSkeleton label={text.loadingList} />}
      {list.isError && !list.data && (
        <ErrorCard
          title={text.listFailed}
          action={
            <Button variant="line" onClick={() => void list.refetch()}>
              {editorMessages.tryAgain}
            </Button>
          }
        />
      )}
      {list.data && rows.length === 0 && (
        <EmptyState
          title={text.empty}
          action={openId === null && <Button onClick={onNew}>{text.create}</Button>}
        />
      )}
      <ol aria-label="Messages">
        {rows.map((message) => (
          <Row key={message.id} message={message} badges={<Badges {...{ message, today }} />}>
            <Button
              variant="icon"
              size="sm"
              disabled={openId !== null}
              aria-label={text.editMessage(shortDate(message.date))}
              onClick={() => onEdit(message)}
            >
              <Pencil aria-hidden="true" size={16} strokeWidth={1.6} />
            </Button>
            <Button
              variant="icon"
              size="sm"
              disabled={openId === message.id}
              aria-label={text.deleteMessage(shortDate(message.date))}
              onClick={() => setToDelete(message)}
            >
              <Trash2 aria-hidden="true" size={16} strokeWidth={1.6} />
            </Button>
          </Row>
        ))}
      </ol>
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

function Badges({ message, today }: { message: DailyMessageView; today: Today }) {
  const { editorDate, newYorkDate } = today;
  return (
    <>
      {message.date === editorDate && <Badge tone="ink">{editorMessages.today}</Badge>}
      {message.date === newYorkDate && newYorkDate !== editorDate && (
        <Badge tone="tint">{text.todayInNewYork}</Badge>
      )}
      {message.isActive ? (
        <Badge tone="accent">{text.active}</Badge>
      ) : (
        <Badge>{text.inactive}</Badge>
      )}
    </>
  );
}

type DeleteDialogProps = { message: DailyMessageView | null; onClose: () => void };

function DeleteDialog({ message, onClose }: DeleteDialogProps) {
  const queryClient = useQueryClient();
  const { mutate, isBusy } = useSingleMutation({
    mutationFn: ({ id }: DailyMessageView) => deleteDailyMessage(id),
    onSuccess: async (_, deleted) => {
      deleteDraftsOf(deleted);
      notify({ title: editorMessages.success, description: dailyMessageMessages.deleted });
      await refetchAll(queryClient, dailyMessagesKey);
    },
    onError: (error) =>
      notify({
        title: editorMessages.error,
        description: serverMessage(error) ?? text.deleteFailed,
        variant: "destructive",
      }),
    onSettled: onClose,
  });
  return (
    <Dialog
      isOpen={message !== null}
      onOpenChange={(isOpen) => (isOpen || isBusy ? undefined : onClose())}
      title={text.deleteQuestion}
      description={
        message && `${shortDate(message.date)}, ${message.isActive ? text.active : text.inactive}`
      }
      actions={
        <>
          <Button variant="line" data-autofocus disabled={isBusy} onClick={onClose}>
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
