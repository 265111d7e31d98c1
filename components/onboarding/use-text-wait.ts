import { useEffect, useState } from "react";
import { rememberText, secondsToWait } from "./last-text";

/** Counts down, in whole seconds, to the next text that may be asked for. */
export function useTextWait() {
  const [wait, setWait] = useState(secondsToWait);
  const isWaiting = wait > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => setWait(secondsToWait()), 250);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const startWaiting = () => {
    rememberText();
    setWait(secondsToWait());
  };
  return { wait, startWaiting };
}
