import { useQueryClient } from "@tanstack/react-query";
import { notify } from "@/components/feedback/notify";
import {
  createDailyMessage,
  dailyMessagesKey,
  updateDailyMessage,
} from "@/lib/client/daily-messages";
import { FetchError, serverMessage } from "@/lib/client/fetcher";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import type { DailyMessageInput, DailyMessageView } from "@/lib/contracts/daily-messages";
import { editorMessages } from "@/lib/messages/admin";
import { dailyMessagesScreen } from "@/lib/messages/daily-messages";
import { notifyFailure } from "../failure-reason";

const messages = dailyMessagesScreen;

/** Why a save failed, in the cases where the card offers a way out. */
export type SaveProblem = "date-taken" | "changed" | "deleted" | null;

/** One save: over `replaced`, or as a new message. */
export type Save = {
  input: DailyMessageInput;
  /** The version the editor saw; null for a new message. */
  replaced: DailyMessageView | null;
};

/** Saves a message, one call at a time, and shows a toast with the result. */
export function useSaveMessage(onSaved: () => void) {
  const queryClient = useQueryClient();
  const {
    mutate: save,
    isBusy,
    error,
    variables,
    reset: clearProblem,
  } = useSingleMutation({
    mutationFn: ({ input, replaced }: Save) =>
      replaced === null
        ? createDailyMessage(input)
        : updateDailyMessage(replaced.id, { ...input, updatedAt: replaced.updatedAt }),
    onSuccess: async (_, { replaced }) => {
      notify({
        title: editorMessages.success,
        description: replaced === null ? messages.created : messages.updated,
      });
      onSaved();
      await refetchAll(queryClient, [dailyMessagesKey]);
    },
    onError: (problem, tried) => notifyFailure(describe(problem, tried)),
  });
  const failure = error && variables && describe(error, variables);
  return { save, isBusy, problem: problemOf(error), failure, clearProblem };
}

function describe(error: Error, { replaced }: Save): string {
  return (
    serverMessage(error) ?? (replaced === null ? messages.createFailed : messages.updateFailed)
  );
}

function problemOf(error: unknown): SaveProblem {
  if (!(error instanceof FetchError)) return null;
  if (error.code === "active_message_exists") return "date-taken";
  if (error.code === "message_changed") return "changed";
  return error.status === 404 ? "deleted" : null;
}
