import { useEffect, useState } from "react";

const clockIntervalMs = 15_000;

/**
 * The server's clock in milliseconds since 1970, advanced by this browser's.
 *
 * @param serverNow ISO instant from the server
 * @param receivedAtMs when it arrived, by this browser's clock
 */
export function useServerNow(serverNow: string, receivedAtMs: number): number {
  const [browserNow, setBrowserNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setBrowserNow(Date.now()), clockIntervalMs);
    return () => clearInterval(timer);
  }, []);
  return Date.parse(serverNow) + Math.max(0, browserNow - receivedAtMs);
}
