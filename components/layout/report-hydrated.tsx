"use client";

import { useEffect } from "react";
import { hydratedEvent } from "@/lib/contracts/reading/hydrated-event";

/** Tells the page's own first script that React responds to clicks from now on. */
export function ReportHydrated() {
  useEffect(() => {
    window.dispatchEvent(new Event(hydratedEvent));
  }, []);
  return null;
}
