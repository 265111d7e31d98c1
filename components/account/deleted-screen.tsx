"use client";

import { useEffect } from "react";
import { SiteLink } from "@/components/layout/site-link";
import { buttonClass } from "@/components/ui/button-class";
import { clearUserData } from "@/lib/client/user-data";
import { accountDataScreen } from "@/lib/messages/account";

/** After an account was deleted; the browser forgets what it displayed of it. */
export function DeletedScreen({ signUpUrl }: { signUpUrl: string }) {
  useEffect(() => clearUserData(), []);
  return (
    <div className="max-w-measure border-t-[3px] border-ink pt-6">
      <h1 className="text-h1 font-[440]">{accountDataScreen.goodbye}</h1>
      <p className="mt-4 font-serif text-deck text-ink-2">
        Your subscription has ended, and nothing more will be charged. A briefing that was just
        leaving may still arrive.
      </p>
      <p className="mt-4 text-ink-2">
        If you ever miss it, you can{" "}
        <SiteLink href={signUpUrl} className="text-link text-ink">
          subscribe again
        </SiteLink>
        . Thank you for reading.
      </p>
      <p className="mt-8">
        <SiteLink href="/" className={buttonClass({ variant: "line" })}>
          Back to Home
        </SiteLink>
      </p>
    </div>
  );
}
