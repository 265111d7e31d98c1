import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { notify } from "@/components/feedback/notify";
import { FetchError, serverMessage } from "@/lib/client/fetcher";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { clearUserData } from "@/lib/client/user-data";
import { accountDetailsScreen } from "@/lib/messages/account";

/** What `useAccountAction` takes. */
export type AccountAction<Input, Result> = {
  run: (input: Input) => Promise<Result>;
  /** Called when it has worked, while the account is fetched anew. */
  onDone?: (result: Result) => void;
  /** Takes the sentence that says why it did not work. */
  onFailed: (sentence: string) => void;
};

/**
 * Something that a person does to their account, once at a time. When it has worked the page's
 * data are fetched anew; `isBusy` until they are there. A session that has ended meanwhile leads to
 * the login.
 */
export function useAccountAction<Input, Result = void>({
  run,
  onDone,
  onFailed,
}: AccountAction<Input, Result>) {
  const router = useRouter();
  const [isRefreshing, startRefresh] = useTransition();
  const { mutate: act, isBusy } = useSingleMutation({
    mutationFn: run,
    onSuccess: (result) => {
      startRefresh(() => router.refresh());
      onDone?.(result);
    },
    onError: (error) => {
      if (error instanceof FetchError && error.status === 401) return leaveEndedSession();
      onFailed(serverMessage(error) ?? accountDetailsScreen.failed);
    },
  });
  return { act, isBusy: isBusy || isRefreshing };
}

/** Says that the session has ended; what is stored goes, and with it the screen. */
function leaveEndedSession(): void {
  const { sessionEnded: title, loginAgain: description } = accountDetailsScreen;
  notify({ title, description, variant: "destructive" });
  clearUserData();
}

/** Says in a toast what did not work, and why. */
export function failWith(title: string) {
  return (description: string) => notify({ title, description, variant: "destructive" });
}
