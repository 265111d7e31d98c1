"use client";

import { useEffect } from "react";
import { hydratedEvent } from "@/lib/contracts/reading/hydrated-event";

/** Tells the script in server/web/page-store/late-scripts.ts that React now responds to clicks. */
export function ReportHydrated() {
  useEffect(() => {
    window.dispatchEvent(new Event(hydratedEvent));
  }, []);
  return null;
}
