"use client";

import { useEffect } from "react";
import { type AnalyticsEvent, trackEvent } from "@/lib/client/analytics";

/** What `TrackView` takes: one detail at most, so that the effect can compare it. */
export type TrackViewProps = { event: AnalyticsEvent; detail?: "variant" | "slug"; value?: string };

/** Reports an event once its part of the page is there. Shows nothing. */
export function TrackView({ event, detail, value }: TrackViewProps) {
  useEffect(() => {
    trackEvent(event, detail && value ? { [detail]: value } : undefined);
  }, [event, detail, value]);
  return null;
}
