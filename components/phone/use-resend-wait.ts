import { useEffect, useState } from "react";
import { resendWaitMs } from "@/lib/contracts/durations";

// Shared by all screens until the page is reloaded: a text sent on one delays the button on the next.
let lastTextAtMs = Number.NEGATIVE_INFINITY;

/** Call when a text to the user's number was just sent. */
export function recordTextSent(): void {
  lastTextAtMs = performance.now();
}

function secondsToWait(): number {
  return Math.max(0, Math.ceil((lastTextAtMs + resendWaitMs - performance.now()) / 1_000));
}

/** Counts down the whole seconds until another text can be requested. */
export function useResendWait() {
  const [wait, setWait] = useState(secondsToWait);
  const isWaiting = wait > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => setWait(secondsToWait()), 250);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const startWaiting = () => {
    recordTextSent();
    setWait(secondsToWait());
  };
  return { wait, startWaiting };
}
