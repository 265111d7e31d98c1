"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { notify } from "@/components/feedback/notify";
import { refreshUserData, requestLoginLink } from "@/lib/client/account";
import { trackEvent } from "@/lib/client/analytics";
import { FetchError } from "@/lib/client/fetcher";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { clearUserData, useUserData } from "@/lib/client/user-data";
import { loginScreen } from "@/lib/messages/account";
import { LinkSent } from "./link-sent";
import { readLoginFailure } from "./login-failure";
import { LoginForm } from "./login-form";

/** Asks for a login link, then says where it went. */
export function LoginScreen() {
  useLeadOn();
  const [email, setEmail] = useState("");
  const { send, sentTo, startOver, isAgain, isBusy } = useLoginLink();
  if (sentTo !== null) return <LinkSent email={sentTo} onTryAnother={startOver} />;
  return (
    <LoginForm
      email={email}
      onEmailChange={setEmail}
      onSubmit={() => send(email)}
      isBusy={isBusy}
      isAgain={isAgain}
    />
  );
}

/**
 * Leads somebody on who turns out to be logged in: the link may have been opened in another tab.
 * What is displayed of somebody whose session has ended is forgotten.
 */
function useLeadOn(): void {
  const router = useRouter();
  const hasUserData = Boolean(useUserData());
  useEffect(() => {
    if (!hasUserData) return;
    refreshUserData().then(
      () => router.replace("/account/details"),
      (error: unknown) => {
        if (error instanceof FetchError && error.status === 401) clearUserData();
      },
    );
  }, [hasUserData, router]);
}

/** Asks for a link, once at a time. */
function useLoginLink() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isAgain, setAgain] = useState(false);
  const { mutate, isBusy } = useSingleMutation({
    mutationFn: requestLoginLink,
    onSuccess: (_, email) => {
      setSentTo(email);
      notify({ title: loginScreen.sent });
      trackEvent("magic link requested");
    },
    onError: (error) => {
      const { kind, title, description } = readLoginFailure(error);
      notify({ title, description, variant: "destructive" });
      trackEvent("error shown", { screen: "login", kind });
    },
  });
  const send = (typed: string) => {
    const email = typed.trim();
    if (email === "") return notify({ title: loginScreen.emailRequired, variant: "destructive" });
    mutate(email);
  };
  const startOver = () => {
    setSentTo(null);
    setAgain(true);
  };
  return { send, sentTo, startOver, isAgain, isBusy };
}
