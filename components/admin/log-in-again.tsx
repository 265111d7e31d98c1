"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SubmitButton } from "@/components/ui/submit-button";
import { adminSession, whenSessionEnds } from "@/lib/client/admin";
import { adminLoginScreen } from "@/lib/messages/admin";
import { CredentialsForm, passwordFieldId } from "./credentials-form";
import { useLogin } from "./use-login";

const formId = "log-in-again";

/**
 * Asks an editor whose session has ended to log in again, over the screen as it stands. The calls
 * that found it ended wait for the answer.
 */
export function LogInAgain() {
  const { isAsked, answer } = useQuestion();
  return isAsked ? <LogInAgainDialog onAnswer={answer} /> : null;
}

/** All calls that find the session ended while the question stands share its answer. */
function useQuestion() {
  const [isAsked, setAsked] = useState(false);
  const waiting = useRef<((isLoggedIn: boolean) => void)[]>([]);

  const answer = useCallback((isLoggedIn: boolean) => {
    const callers = waiting.current;
    waiting.current = [];
    setAsked(false);
    for (const resolve of callers) resolve(isLoggedIn);
  }, []);

  useEffect(() => {
    const takeBack = whenSessionEnds(
      () =>
        new Promise((resolve) => {
          waiting.current.push(resolve);
          setAsked(true);
        }),
    );
    return () => {
      takeBack();
      answer(false);
    };
  }, [answer]);

  return { isAsked, answer };
}

function LogInAgainDialog({ onAnswer }: { onAnswer: (isLoggedIn: boolean) => void }) {
  const { submit, isBusy } = useLogin({
    onLoggedIn: () => onAnswer(true),
    onRefused: () => document.getElementById(passwordFieldId(formId))?.focus(),
  });
  useLoginElsewhere(() => onAnswer(true));
  return (
    <Dialog
      isOpen
      onOpenChange={() => onAnswer(false)}
      title="Please log in again"
      description="Your session has ended. Nothing you typed is lost. Log in here or in another tab, and it goes on where it stopped."
      actions={
        <>
          <Button variant="line" onClick={() => onAnswer(false)}>
            Not now
          </Button>
          <SubmitButton form={formId} isBusy={isBusy} disabled={isBusy}>
            {adminLoginScreen.submit}
          </SubmitButton>
        </>
      }
    >
      <CredentialsForm id={formId} onSubmit={submit} />
    </Dialog>
  );
}

/** Notices, when the person comes back to this tab, that they have logged in in another one. */
function useLoginElsewhere(onLoggedIn: () => void): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const look = async () => {
      const session = await queryClient
        .fetchQuery({ ...adminSession(), staleTime: 0 })
        .catch(() => undefined);
      if (session?.authenticated) onLoggedIn();
    };
    const listen = () => void look();
    addEventListener("focus", listen);
    return () => removeEventListener("focus", listen);
  });
}
