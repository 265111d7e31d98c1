import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ActionError } from "@/components/feedback/action-error";
import { Button } from "@/components/ui/button";
import { approval, approve } from "@/lib/client/admin/approval";
import { serverMessage } from "@/lib/client/fetcher";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { formatDateTimeHere } from "@/lib/calendar/format";
import { approvalMessages as messages } from "@/lib/messages/admin/approval";
import { useMayDo } from "../shell/gate";

export type ApprovalProps = {
  /** YYYY-MM-DD */
  date: string;
  /** Whether the card has something that isn't saved. */
  isDirty: boolean;
  /** When the message in the card was saved, as an ISO instant. */
  savedAt: string;
  /** The version that the preview shows; undefined while it's loading. */
  shownVersion: string | null | undefined;
  /** Puts what is saved now into the card. */
  onReload: () => void;
};

/** Whether a second editor has approved the saved briefing, and the button that does; nothing unless required. */
export function Approval(props: ApprovalProps) {
  const { date, isDirty, savedAt, shownVersion, onReload } = props;
  const queryClient = useQueryClient();
  const query = approval(date);
  const { data } = useQuery(query);
  const hasPermission = useMayDo("approve");
  const { mutate, isBusy, error } = useSingleMutation({
    mutationFn: approve,
    onSuccess: async (view) => {
      // A briefing that's still loading has no approval yet.
      await queryClient.cancelQueries({ queryKey: query.queryKey });
      queryClient.setQueryData(query.queryKey, view);
    },
    onError: () => refetchAll(queryClient, query.queryKey),
  });
  if (!data?.isRequired || data.version === null) return null;
  const { version, messageSavedAt, approval: given, lastSavedBy, mayApprove } = data;
  // Only what the editor can see may be approved.
  const isShown = messageSavedAt === savedAt && (isDirty || version === shownVersion);
  return (
    <section aria-labelledby="approval" className="grid gap-3">
      <h3 id="approval" className="border-b border-rule pb-2 font-sans text-small text-ink-3">
        {messages.title}
      </h3>
      {given ? (
        <p className="text-label">{messages.approvedBy(given.by, formatDateTimeHere(given.at))}</p>
      ) : (
        <>
          <p className="text-label text-ink-2">
            {mayApprove ? messages.needed(lastSavedBy) : messages.own}
          </p>
          {!isShown && shownVersion !== undefined && (
            <p className="text-small">
              {messages.outdated}{" "}
              <button type="button" className="text-link" onClick={onReload}>
                {messages.reload}
              </button>
            </p>
          )}
          {mayApprove && hasPermission && (
            <div>
              <Button
                size="sm"
                isBusy={isBusy}
                disabled={isDirty || !isShown}
                onClick={() => mutate({ date, version })}
              >
                {messages.approve}
              </Button>
              {isDirty && <p className="mt-2 text-small text-ink-3">{messages.unsaved}</p>}
            </div>
          )}
        </>
      )}
      <ActionError>{error && (serverMessage(error) ?? messages.failed)}</ActionError>
    </section>
  );
}
