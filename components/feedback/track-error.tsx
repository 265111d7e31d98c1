"use client";

import { useEffect } from "react";
import { trackError } from "@/lib/client/analytics";

/** Reports once that the screen shows an error that no failed call reports. Renders nothing. */
export function TrackError({ kind }: { kind: string }) {
  useEffect(() => trackError(kind), [kind]);
  return null;
}
