"use client";

import { useLinkStatus } from "next/link";
import { Spinner } from "@/components/ui/spinner";

/**
 * Covers the page with a spinner while the link that contains it is loading the next one. It isn't a
 * `loading.tsx`: that would answer 200 for a missing post, and would be part of pages without scripts.
 */
export function LinkSpinner() {
  return useLinkStatus().pending ? <PageSpinner /> : null;
}

/** The page stays visible and takes clicks, so that another link can still be chosen. */
export function PageSpinner() {
  return (
    <span className="pointer-events-none fixed inset-0 z-20 grid animate-appear place-items-center bg-paper/85">
      <Spinner />
    </span>
  );
}
