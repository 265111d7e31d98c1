"use client";

import { useEffect } from "react";
import { type AnalyticsEvent, trackEvent } from "@/lib/client/analytics";

/** At most one detail, as a string, so that the effect can compare it. */
export type TrackViewProps = { event: AnalyticsEvent; detail?: "variant" | "slug"; value?: string };

/** Reports an event when it mounts. Renders nothing. */
export function TrackView({ event, detail, value }: TrackViewProps) {
  useEffect(() => {
    trackEvent(event, detail && value ? { [detail]: value } : undefined);
  }, [event, detail, value]);
  return null;
}
