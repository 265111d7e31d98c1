import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition, type RefObject } from "react";
import { notify } from "@/components/feedback/notify";
import { FetchError, serverMessage } from "@/lib/client/fetcher";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { clearUserData } from "@/lib/client/user-data";
import { onboardingErrorCodes } from "@/lib/contracts/onboarding";
import { accountDetailsScreen } from "@/lib/messages/account";

export type AccountAction<Input, Result> = {
  run: (input: Input) => Promise<Result>;
  /** Called on success, once the page shows its new data. */
  onDone?: (result: Result) => void;
  /** Title of the toast about an error. */
  failed?: string;
  /** Called with the message about an error, to show it at a field. */
  onFailed?: (message: string) => void;
};

/**
 * Runs an action on the subscriber's own account, one at a time, and then refetches the page's
 * data; `isBusy` until that has arrived. If the session has ended, the user goes to the login.
 */
export function useAccountAction<Input, Result = void>({
  run,
  onDone,
  failed,
  onFailed,
}: AccountAction<Input, Result>) {
  const router = useRouter();
  const [isRefreshing, startRefresh] = useTransition();
  const [failure, setFailure] = useState<string>();
  const finish = useRef<() => void>(undefined);
  useEffect(() => {
    if (!isRefreshing) runOnce(finish);
  }, [isRefreshing]);
  // This control may be gone once the new data is shown.
  useEffect(() => () => runOnce(finish), []);
  const { mutate: act, isBusy } = useSingleMutation({
    mutationFn: run,
    onMutate: () => setFailure(undefined),
    onSuccess: (result) => {
      finish.current = () => onDone?.(result);
      startRefresh(() => router.refresh());
    },
    onError: (error) => {
      if (error instanceof FetchError && error.status === 401) return leaveEndedSession();
      // The subscription isn't a free trial anymore.
      if (error instanceof FetchError && error.code === onboardingErrorCodes.trialUsed) {
        startRefresh(() => router.refresh());
      }
      const message = serverMessage(error) ?? accountDetailsScreen.failed;
      setFailure(message);
      onFailed?.(message);
      if (failed) notify({ title: failed, description: message, variant: "destructive" });
    },
  });
  return { act, isBusy: isBusy || isRefreshing, failure };
}

function runOnce(task: RefObject<(() => void) | undefined>): void {
  task.current?.();
  task.current = undefined;
}

/** Clearing `userData` makes the details screen redirect to the login. */
function leaveEndedSession(): void {
  const { sessionEnded: title, loginAgain: description } = accountDetailsScreen;
  notify({ title, description, variant: "destructive" });
  clearUserData();
}
