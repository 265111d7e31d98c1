import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import { notify } from "@/components/feedback/notify";
import { useFieldErrors } from "@/components/ui/field-errors";
import { FetchError, serverMessage } from "@/lib/client/fetcher";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { editorMessages } from "@/lib/messages/admin";

export type AdminActionOptions<Input, Result> = {
  run: (input: Input) => Promise<Result>;
  /** What to fetch again. */
  changes: readonly QueryKey[];
  /** The text of the toast; no toast without one. */
  describe?: (result: Result, input: Input) => string;
  onDone?: (result: Result, input: Input) => void;
  /** Fields that show what is wrong with them; any other error is a toast, and `failure`. */
  fields?: readonly string[];
  /** Prefix of these fields' ids, which end in their names: the first wrong one gets focus. */
  formId?: string;
  /** Title of the toast about an error. */
  failed?: string;
  /** The text of an error that the server doesn't explain. */
  unexplained?: string;
};

/** An action of an admin screen, one at a time. It says what it did, and refetches what it changed. */
export function useAdminAction<Input = void, Result = string>(
  options: AdminActionOptions<Input, Result>,
) {
  const { run, changes, describe, onDone, fields = [], formId } = options;
  const { failed = editorMessages.error, unexplained = editorMessages.noAnswer } = options;
  const queryClient = useQueryClient();
  const { errors, setErrors, clearError } = useFieldErrors(formId && `${formId}-`);
  const [failure, setFailure] = useState<string>();
  const { mutate, isBusy, variables } = useSingleMutation({
    mutationFn: run,
    onMutate: () => setFailure(undefined),
    onSuccess: async (result, input) => {
      setErrors({});
      if (describe) {
        notify({ title: editorMessages.success, description: describe(result, input) });
      }
      onDone?.(result, input);
      await Promise.all(changes.map((queryKey) => refetchAll(queryClient, queryKey)));
    },
    onError: (error) => {
      const message = serverMessage(error) ?? unexplained;
      const field = error instanceof FetchError ? error.field : undefined;
      if (field !== undefined && fields.includes(field)) {
        setErrors({ [field]: message });
        return;
      }
      setErrors({});
      setFailure(message);
      notify({ title: failed, description: message, variant: "destructive" });
    },
  });
  return { submit: mutate, isBusy, input: variables, errors, setErrors, clearError, failure };
}
