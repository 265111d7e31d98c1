import { useCallback, useEffect, useRef, useState } from "react";
import { notify } from "@/components/feedback/notify";
import { verifyLogin } from "@/lib/client/account";
import { trackEvent } from "@/lib/client/analytics";
import { FetchError, serverMessage } from "@/lib/client/fetcher";
import { type VerifyAnswer, confirmationRequiredCode } from "@/lib/contracts/account";
import { verifyScreen } from "@/lib/messages/account";

/** How far a login link has been looked at. `waiting`: for a press on Continue. */
export type Verification =
  | { state: "verifying" }
  | { state: "waiting"; isBusy: boolean }
  | { state: "verified"; answer: VerifyAnswer }
  | { state: "failed"; message: string };

/** Looks at a login link as soon as the page is there, once; again when Continue is pressed. */
export function useVerification(token: string) {
  const [verification, setVerification] = useState<Verification>({ state: "verifying" });
  const isStarted = useRef(false);

  const verify = useCallback(
    async (isConfirmed: boolean) => {
      const next = await tryLogin(token, isConfirmed);
      setVerification(next);
      if (next.state === "waiting") return;
      // Nothing more can be done with it: it need not stay in the address and the history.
      history.replaceState(null, "", location.pathname);
      report(next);
    },
    [token],
  );
  const confirm = () => {
    setVerification({ state: "waiting", isBusy: true });
    void verify(true);
  };

  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    void verify(false);
  }, [verify]);
  return { verification, confirm };
}

async function tryLogin(token: string, isConfirmed: boolean): Promise<Verification> {
  try {
    return { state: "verified", answer: await verifyLogin(token, isConfirmed) };
  } catch (error) {
    if (error instanceof FetchError && error.code === confirmationRequiredCode) {
      return { state: "waiting", isBusy: false };
    }
    return { state: "failed", message: serverMessage(error) ?? verifyScreen.invalidToken };
  }
}

function report({ state }: Verification): void {
  if (state === "verified") trackEvent("magic link verified");
  if (state !== "failed") return;
  notify({ title: verifyScreen.failedToast, variant: "destructive" });
  trackEvent("error shown", { screen: "login verification" });
}
