import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { notify } from "@/components/feedback/notify";
import { LoginRefused, adminSession, logIn } from "@/lib/client/admin";
import { storeItem } from "@/lib/client/browser-storage";
import { FetchError, serverMessage } from "@/lib/client/fetcher";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { loginExpiredCode, type AdminLoginStep } from "@/lib/contracts/admin/security";
import { adminLoginScreen, adminMessages } from "@/lib/messages/admin";

const messages = adminLoginScreen;

/** The step that a login is at. */
export type LoginStage =
  | { step: "credentials" }
  | { step: "code" }
  | { step: "two-factor" }
  | { step: "recovery-codes"; codes: readonly string[]; next: AdminLoginStep | null }
  | { step: "password"; username: string; hasSecondFactor: boolean };

/** What the form of a step reports. */
export type LoginStepEvents = {
  onProgress: (next: AdminLoginStep | null) => void;
  onEnrolled: (result: { recoveryCodes: string[]; next: AdminLoginStep | null }) => void;
  onError: (error: Error) => void;
  onStartOver: () => void;
  /** The text below the field, if the error isn't shown as a toast. */
  describe: (error: Error | null) => string | undefined;
};

/** Takes a login through its steps; failures show a toast, or a text at the field. */
export function useLoginStages(onLoggedIn: () => void) {
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<LoginStage>({ step: "credentials" });
  const username = useRef("");
  const hasSecondFactor = useRef(false);

  const onProgress = (next: AdminLoginStep | null) => {
    if (next === null) {
      void refetchAll(queryClient, adminSession().queryKey);
      // It protects nothing; the server decides.
      storeItem("adminFlag", "true");
      onLoggedIn();
      return;
    }
    if (next === "code") hasSecondFactor.current = true;
    setStage(
      next === "password"
        ? { step: next, username: username.current, hasSecondFactor: hasSecondFactor.current }
        : { step: next },
    );
  };

  const onStartOver = useCallback(() => {
    hasSecondFactor.current = false;
    setStage({ step: "credentials" });
  }, []);

  const onError = useCallback(
    (error: Error) => {
      if (isFieldError(error)) return;
      showFailure(error);
      if (isExpired(error)) onStartOver();
    },
    [onStartOver],
  );

  const events: LoginStepEvents = {
    onProgress,
    onEnrolled: ({ recoveryCodes, next }) => {
      hasSecondFactor.current = true;
      setStage({ step: "recovery-codes", codes: recoveryCodes, next });
    },
    onError,
    onStartOver,
    describe: (error) => (error && isFieldError(error) ? serverMessage(error) : undefined),
  };
  const onCredentials = (name: string, next: AdminLoginStep | null) => {
    username.current = name;
    onProgress(next);
  };
  return { stage, events, onCredentials };
}

export type CredentialsOptions = {
  /** A login leads to another screen, so the form stays busy until that appears. */
  leavesScreen: boolean;
  onAccepted: (username: string, next: AdminLoginStep | null) => void;
};

/** Sends the username and password, one call at a time. */
export function useCredentials({ leavesScreen, onAccepted }: CredentialsOptions) {
  const {
    mutate: submit,
    isBusy,
    error,
  } = useSingleMutation({
    mutationFn: logIn,
    leavesScreen,
    onSuccess: (next, { username }) => onAccepted(username, next),
    onError: showFailure,
  });
  return { submit, isBusy, failure: error ? failureOf(error).description : undefined };
}

function isExpired(error: Error): boolean {
  return error instanceof FetchError && error.code === loginExpiredCode;
}

/** Whether the server says what is wrong with the input. */
function isFieldError(error: Error): boolean {
  return error instanceof FetchError && error.status < 500 && !isExpired(error);
}

function showFailure(error: Error): void {
  notify({ ...failureOf(error), variant: "destructive" });
}

function failureOf(error: Error): { title: string; description: string } {
  const title = messages.refusedTitle;
  if (error instanceof LoginRefused) {
    return { title, description: error.message || adminMessages.invalidCredentials };
  }
  if (error instanceof FetchError)
    return { title, description: error.userMessage || messages.failed };
  return { title: messages.networkTitle, description: messages.networkError(error.message) };
}
