import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notify } from "@/components/feedback/notify";
import { FetchError } from "@/lib/client/fetcher";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { apiScreen } from "@/lib/messages/admin/api";
import { failureReason } from "../failure-reason";

/**
 * A change of a token or webhook, after which a list is fetched again. An error about a field is shown
 * there, any other as a toast, and as `failure`.
 */
export function useChange<Input, Result>(options: {
  run: (input: Input) => Promise<Result>;
  changes: readonly unknown[];
  onDone: (result: Result) => void;
}) {
  const queryClient = useQueryClient();
  const [error, setError] = useState<{ field: string | undefined; message: string }>();
  const { mutate, isBusy } = useSingleMutation({
    mutationFn: options.run,
    onMutate: () => setError(undefined),
    onSuccess: async (result) => {
      await refetchAll(queryClient, options.changes);
      options.onDone(result);
    },
    onError: (failure) => {
      const message = failureReason(failure);
      const field = failure instanceof FetchError ? failure.field : undefined;
      setError({ field, message });
      if (field !== undefined) return;
      notify({ title: apiScreen.failed, description: message, variant: "destructive" });
    },
  });
  const errorOf = (field: string) => (error?.field === field ? error.message : undefined);
  const failure = error?.field === undefined ? error?.message : undefined;
  return { submit: mutate, isBusy, errorOf, failure };
}
