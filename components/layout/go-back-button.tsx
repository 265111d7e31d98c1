"use client";

import type { ReactNode } from "react";

/** What `GoBackButton` takes. */
export type GoBackButtonProps = { className: string; children: ReactNode };

/**
 * Leads to the page before. Shown only where scripts run: without them it could do nothing. Its look
 * and words are handed in, because its script comes with every page of the site.
 */
export function GoBackButton({ className, children }: GoBackButtonProps) {
  return (
    <button type="button" className={`${className} noscript:hidden`} onClick={() => history.back()}>
      {children}
    </button>
  );
}
