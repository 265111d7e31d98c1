"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SubmitButton } from "@/components/ui/submit-button";
import { adminSession, onSessionEnd } from "@/lib/client/admin";
import { adminLoginScreen } from "@/lib/messages/admin";
import { CredentialsForm } from "./credentials-form";
import { LoginStep, stepTexts } from "./security/login-step";
import { useCredentials, useLoginStages } from "./use-login";

const formId = "log-in-again";

/** Asks an editor whose session has ended to log in again. The calls that failed wait for it. */
export function LogInAgain() {
  const { isOpen, answer } = useLoginRequest();
  return isOpen ? <LogInAgainDialog onAnswer={answer} /> : null;
}

/** Opens one dialog for all calls that find the session ended. */
function useLoginRequest() {
  const [isOpen, setOpen] = useState(false);
  const waiting = useRef<((isLoggedIn: boolean) => void)[]>([]);

  const answer = useCallback((isLoggedIn: boolean) => {
    const callers = waiting.current;
    waiting.current = [];
    setOpen(false);
    for (const resolve of callers) resolve(isLoggedIn);
  }, []);

  useEffect(() => {
    const unregister = onSessionEnd(
      () =>
        new Promise((resolve) => {
          waiting.current.push(resolve);
          setOpen(true);
        }),
    );
    return () => {
      unregister();
      answer(false);
    };
  }, [answer]);

  return { isOpen, answer };
}

// One dialog for all steps, so that focus stays inside between them.
function LogInAgainDialog({ onAnswer }: { onAnswer: (isLoggedIn: boolean) => void }) {
  const { stage, events, onCredentials } = useLoginStages(() => onAnswer(true));
  const { submit, isBusy, failure } = useCredentials({
    leavesScreen: false,
    onAccepted: onCredentials,
  });
  useLoginElsewhere(() => onAnswer(true));
  const leave = () => onAnswer(false);
  const isFirst = stage.step === "credentials";
  return (
    <Dialog
      isOpen
      onOpenChange={leave}
      title={isFirst ? adminLoginScreen.againTitle : stepTexts[stage.step].title}
      description={isFirst ? adminLoginScreen.againDescription : stepTexts[stage.step].intro}
      actions={
        <>
          <Button variant="line" onClick={leave}>
            {adminLoginScreen.notNow}
          </Button>
          {isFirst && (
            <SubmitButton form={formId} isBusy={isBusy} disabled={isBusy}>
              {adminLoginScreen.submit}
            </SubmitButton>
          )}
        </>
      }
    >
      {isFirst ? (
        <CredentialsForm id={formId} onSubmit={submit} failure={failure} />
      ) : (
        <LoginStep key={stage.step} stage={stage} events={events} />
      )}
    </Dialog>
  );
}

/** Closes the dialog if the editor logged in in another tab; checked when this tab gets focus. */
function useLoginElsewhere(onLoggedIn: () => void): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const check = async () => {
      const session = await queryClient
        .fetchQuery({ ...adminSession(), staleTime: 0 })
        .catch(() => undefined);
      if (session?.authenticated) onLoggedIn();
    };
    const listen = () => void check();
    addEventListener("focus", listen);
    return () => removeEventListener("focus", listen);
  });
}
