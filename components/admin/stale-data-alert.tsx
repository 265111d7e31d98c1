import { editorMessages } from "@/lib/messages/admin";
import { Alert } from "../ui/alert";

export type StaleDataAlertProps = {
  /** Whether only the next page failed, so what is shown is still current. */
  isMore?: boolean;
  onRetry: () => void;
};

/** Shown when data couldn't be fetched again. */
export function StaleDataAlert({ isMore = false, onRetry }: StaleDataAlertProps) {
  return (
    <div className="my-4">
      <Alert title={isMore ? editorMessages.moreFailed : editorMessages.staleTitle}>
        {!isMore && `${editorMessages.stale} `}
        <button type="button" className="text-link" onClick={onRetry}>
          {editorMessages.tryAgain}
        </button>
      </Alert>
    </div>
  );
}
