"use client";

import { buttonClass } from "@/components/ui/button-class";
import { pageNotFoundSentences } from "@/lib/contracts/public-sentences";

/** Leads to the page before. Shown only where scripts run: without them it could do nothing. */
export function GoBackButton() {
  return (
    <button
      type="button"
      className={`${buttonClass({ variant: "line" })} noscript:hidden`}
      onClick={() => history.back()}
    >
      {pageNotFoundSentences.goBack}
    </button>
  );
}
