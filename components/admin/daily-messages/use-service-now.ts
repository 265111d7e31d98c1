import { useEffect, useState } from "react";

const everyMs = 15_000;

/**
 * The service's clock, carried on by this browser's: milliseconds since 1970, looked at again every
 * quarter of a minute.
 *
 * @param answeredNow ISO instant that the service's clock showed
 * @param answeredAtMs when that answer came, by this browser's clock
 */
export function useServiceNow(answeredNow: string, answeredAtMs: number): number {
  const [browserNow, setBrowserNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setBrowserNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return Date.parse(answeredNow) + Math.max(0, browserNow - answeredAtMs);
}
