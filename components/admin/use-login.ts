import { useQueryClient } from "@tanstack/react-query";
import { notify } from "@/components/feedback/notify";
import { LoginRefused, adminSession, logIn } from "@/lib/client/admin";
import { FetchError } from "@/lib/client/fetcher";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { adminLoginScreen, adminMessages } from "@/lib/messages/admin";
import { setAdminFlag } from "./admin-flag";

const messages = adminLoginScreen;

export type LoginEvents = { onLoggedIn: () => void; onRefused: () => void };

/** Logs an editor in, one call at a time, and shows a toast if it fails. */
export function useLogin({ onLoggedIn, onRefused }: LoginEvents) {
  const queryClient = useQueryClient();
  const refuse = (title: string, description: string) => {
    notify({ title, description, variant: "destructive" });
    onRefused();
  };
  const { mutate: submit, isBusy } = useSingleMutation({
    mutationFn: logIn,
    leavesScreen: true,
    onSuccess: () => {
      queryClient.setQueryData(adminSession().queryKey, { authenticated: true });
      setAdminFlag();
      onLoggedIn();
    },
    onError: (error) => {
      if (error instanceof LoginRefused)
        refuse(messages.refusedTitle, error.message || adminMessages.invalidCredentials);
      else if (error instanceof FetchError)
        refuse(messages.refusedTitle, error.userMessage || messages.failed);
      else refuse(messages.networkTitle, messages.networkError(error.message));
    },
  });

  return { submit, isBusy };
}
