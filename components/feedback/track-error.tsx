"use client";

import { useEffect } from "react";

/**
 * Reports once that the screen shows an error that no failed call reports. Renders nothing. Error screens are
 * part of every page's script, so the code that reports it loads only when one is shown.
 *
 * @param error what the screen replaces. It's reported as if nothing had caught it.
 */
export function TrackError({ kind, error }: { kind: string; error?: unknown }) {
  useEffect(() => {
    if (error !== undefined) reportError(error);
    import("@/lib/client/analytics").then(
      ({ trackError }) => trackError(kind),
      () => undefined,
    );
  }, [kind, error]);
  return null;
}
