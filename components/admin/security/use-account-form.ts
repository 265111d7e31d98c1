import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { notify } from "@/components/feedback/notify";
import { adminAccount } from "@/lib/client/admin-account";
import { FetchError, serverMessage } from "@/lib/client/fetcher";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { editorMessages } from "@/lib/messages/admin";
import { adminSecurityScreen } from "@/lib/messages/admin-security";

export type AccountFormOptions<Input, Result> = {
  /** Prefix of the fields' ids, which end in the API's names for them. */
  id: string;
  run: (input: Input) => Promise<Result>;
  onDone: (result: Result) => void;
};

/**
 * Sends a form of the security screen, one call at a time, and then fetches the account again. An
 * error about one field is shown there, which gets focus; any other as a toast.
 */
export function useAccountForm<Input, Result>({
  id,
  run,
  onDone,
}: AccountFormOptions<Input, Result>) {
  const queryClient = useQueryClient();
  const [error, setError] = useState<{ field: string; message: string }>();
  const { mutate, isBusy } = useSingleMutation({
    mutationFn: run,
    onSuccess: async (result) => {
      setError(undefined);
      onDone(result);
      await queryClient.invalidateQueries({ queryKey: adminAccount().queryKey });
    },
    onError: (failure) => {
      const message = serverMessage(failure);
      const field = failure instanceof FetchError ? failure.field : undefined;
      setError(field === undefined || message === undefined ? undefined : { field, message });
      if (field !== undefined && message !== undefined) return;
      notify({
        title: adminSecurityScreen.error,
        description: message ?? editorMessages.noAnswer,
        variant: "destructive",
      });
    },
  });

  useEffect(() => {
    if (error) document.getElementById(`${id}-${error.field}`)?.focus();
  }, [id, error]);

  return {
    submit: mutate,
    isBusy,
    /** The text below a field. */
    errorOf: (field: string) => (error?.field === field ? error.message : undefined),
  };
}
