"use client";

import { useEffect } from "react";
import { SiteLink } from "@/components/layout/site-link";
import { buttonClass } from "@/components/ui/button-class";
import { clearUserData } from "@/lib/client/user-data";
import { accountDataScreen, accountScreen } from "@/lib/messages/account";

/** `/account/deleted`: also clears what the browser stored about the account. */
export function DeletedScreen({ signUpUrl }: { signUpUrl: string }) {
  useEffect(() => clearUserData(), []);
  return (
    <div className="max-w-measure border-t-[3px] border-ink pt-6">
      <h1 className="text-h1 font-[440]">{accountDataScreen.goodbye}</h1>
      <p className="mt-4 font-serif text-deck text-ink-2">{accountDataScreen.goodbyeText}</p>
      <p className="mt-4 text-ink-2">
        {accountDataScreen.changedYourMind}{" "}
        <SiteLink href={signUpUrl} className="text-link text-ink">
          {accountDataScreen.resubscribe}
        </SiteLink>{" "}
        {accountDataScreen.anytime}
      </p>
      <p className="button-row mt-8">
        <SiteLink href="/" className={buttonClass({ variant: "line" })}>
          {accountScreen.backToHome}
        </SiteLink>
      </p>
    </div>
  );
}
