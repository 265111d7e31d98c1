import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { notify } from "@/components/feedback/notify";
import { adminSession, logIn } from "@/lib/client/admin";
import { FetchError } from "@/lib/client/fetcher";
import type { AdminLogin } from "@/lib/contracts/admin";
import { adminLoginScreen } from "@/lib/contracts/admin-screens";
import { setAdminFlag } from "./admin-flag";

const say = adminLoginScreen;

/** What follows a try to log in. */
export type LoginEvents = { onLoggedIn: () => void; onRefused: () => void };

/** Logs an editor in, once at a time, and tells in a toast why it did not work. */
export function useLogin({ onLoggedIn, onRefused }: LoginEvents) {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  // A second press can come before the first one has drawn anything.
  const isSending = useRef(false);

  const refuse = (title: string, description: string) => {
    isSending.current = false;
    setBusy(false);
    notify({ title, description, variant: "destructive" });
    onRefused();
  };
  const { mutate } = useMutation({
    mutationFn: logIn,
    onSuccess: ({ success, message }) => {
      if (!success) {
        refuse(say.refusedTitle, message || say.invalidCredentials);
        return;
      }
      queryClient.setQueryData(adminSession().queryKey, { authenticated: true });
      setAdminFlag();
      isSending.current = false;
      onLoggedIn();
    },
    onError: (error) => {
      if (error instanceof FetchError) refuse(say.refusedTitle, error.userMessage || say.failed);
      else refuse(say.networkTitle, say.networkError(error.message));
    },
  });

  const submit = (credentials: AdminLogin) => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    mutate(credentials);
  };
  return { submit, isBusy };
}
