import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { notify } from "@/components/feedback/notify";
import { adminAccount } from "@/lib/client/admin-account";
import { FetchError } from "@/lib/client/fetcher";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { adminSecurityScreen } from "@/lib/messages/admin-security";
import { failureReason } from "../failure-reason";

export type AccountFormOptions<Input, Result> = {
  /** Prefix of the fields' ids, which end in the API's names for them. */
  id: string;
  run: (input: Input) => Promise<Result>;
  onDone: (result: Result) => void;
};

/**
 * Sends a form of the security screen, one call at a time, and then fetches the account again. An
 * error about one field is shown there, which gets focus; any other as a toast, and as `failure`.
 */
export function useAccountForm<Input, Result>({
  id,
  run,
  onDone,
}: AccountFormOptions<Input, Result>) {
  const queryClient = useQueryClient();
  const [error, setError] = useState<{ field: string | undefined; message: string }>();
  const { mutate, isBusy } = useSingleMutation({
    mutationFn: run,
    onMutate: () => setError(undefined),
    onSuccess: async (result) => {
      onDone(result);
      await refetchAll(queryClient, adminAccount().queryKey);
    },
    onError: (failure) => {
      const message = failureReason(failure);
      const field = failure instanceof FetchError ? failure.field : undefined;
      setError({ field, message });
      if (field !== undefined) return;
      notify({ title: adminSecurityScreen.error, description: message, variant: "destructive" });
    },
  });

  useEffect(() => {
    if (error?.field) document.getElementById(`${id}-${error.field}`)?.focus();
  }, [id, error]);

  return {
    submit: mutate,
    isBusy,
    /** The text below a field. */
    errorOf: (field: string) => (error?.field === field ? error.message : undefined),
    failure: error?.field === undefined ? error?.message : undefined,
  };
}
