"use client";

import { useEffect } from "react";

/**
 * Reports once that the screen shows an error that no failed call reports. Renders nothing. Error
 * screens are part of every page's script, so what reports it loads only when one shows.
 */
export function TrackError({ kind }: { kind: string }) {
  useEffect(() => {
    import("@/lib/client/analytics").then(
      ({ trackError }) => trackError(kind),
      () => undefined,
    );
  }, [kind]);
  return null;
}
