import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
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
import { dailyMessagesScreen } from "@/lib/messages/daily-messages";

const messages = dailyMessagesScreen;

/** What stands in the way of a save, as far as the card can do something about it. */
export type Obstacle = "date-taken" | "changed" | "gone" | null;

/** What is saved: in place of `replaced`, or as a new message. */
export type Save = {
  input: DailyMessageInput;
  /** The state the editor saw; null for a new message. */
  replaced: DailyMessageView | null;
};

/** Saves a message, once at a time, and tells in a toast how it went. */
export function useSaving(onSaved: () => void) {
  const queryClient = useQueryClient();
  const [obstacle, setObstacle] = useState<Obstacle>(null);
  const { mutate: save, isBusy } = useSingleMutation({
    onMutate: () => setObstacle(null),
    mutationFn: ({ input, replaced }: Save) =>
      replaced === null
        ? createDailyMessage(input)
        : updateDailyMessage(replaced.id, { ...input, updatedAt: replaced.updatedAt }),
    onSuccess: async (_, { replaced }) => {
      notify({
        title: messages.successTitle,
        description: replaced === null ? messages.created : messages.updated,
      });
      onSaved();
      await refetchAll(queryClient, dailyMessagesKey);
    },
    onError: (error, { replaced }) => {
      const failed = replaced === null ? messages.createFailed : messages.updateFailed;
      setObstacle(obstacleOf(error));
      notify({
        title: messages.errorTitle,
        description: serverMessage(error) ?? failed,
        variant: "destructive",
      });
    },
  });
  return { save, isBusy, obstacle, forgetObstacle: () => setObstacle(null) };
}

function obstacleOf(error: unknown): Obstacle {
  if (!(error instanceof FetchError)) return null;
  if (error.code === "active_message_exists") return "date-taken";
  if (error.code === "message_changed") return "changed";
  return error.status === 404 ? "gone" : null;
}
