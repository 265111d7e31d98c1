import { useQuery } from "@tanstack/react-query";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { dailyMessage } from "@/lib/client/daily-messages";
import type { DailyMessageView } from "@/lib/contracts/daily-messages";
import { editorMessages } from "@/lib/messages/admin";
import {
  dailyMessagesScreen,
  messageCardMessages as messages,
} from "@/lib/messages/daily-messages";
import { shortDate } from "./days";

export type MessageConflictProps = {
  saved: DailyMessageView;
  onTheirs: (theirs: DailyMessageView) => void;
  /** Called with the version the editor saw when choosing to overwrite it. */
  onMine: (theirs: DailyMessageView) => void;
};

/** Shows the other editor's version and lets this editor choose. */
export function MessageConflict({ saved, onTheirs, onMine }: MessageConflictProps) {
  const { data: theirs, isError, refetch } = useQuery(dailyMessage(saved.id));
  return (
    <div className="mt-5">
      <Alert title={messages.conflictTitle}>
        {theirs && (
          <>
            <p className="mt-2">
              {`${shortDate(theirs.date)}, ${theirs.isActive ? dailyMessagesScreen.active : dailyMessagesScreen.inactive}`}
            </p>
            <blockquote className="mt-2 border-l border-edge pl-3 whitespace-pre-line wrap-anywhere">
              {theirs.message}
            </blockquote>
          </>
        )}
        {isError && (
          <p className="mt-2">
            {messages.theirsFailed}{" "}
            <button type="button" className="text-link" onClick={() => void refetch()}>
              {editorMessages.tryAgain}
            </button>
          </p>
        )}
        <div className="mt-3 button-row">
          <Button
            variant="line"
            size="sm"
            disabled={!theirs}
            onClick={() => theirs && onTheirs(theirs)}
          >
            {messages.loadTheirs}
          </Button>
          <Button
            variant="line"
            size="sm"
            disabled={!theirs}
            onClick={() => theirs && onMine(theirs)}
          >
            {messages.overwrite}
          </Button>
        </div>
      </Alert>
    </div>
  );
}
