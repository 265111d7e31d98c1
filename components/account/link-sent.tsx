import { useEffect, useRef } from "react";
import { SiteLink } from "@/components/layout/site-link";
import { SupportHint } from "@/components/layout/support-link";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { loginLinkMinutes } from "@/lib/contracts/limits";
import { accountScreen, loginScreen } from "@/lib/messages/account";

/** What `LinkSent` takes. */
export type LinkSentProps = { email: string; onTryAnother: () => void };

/** Where the link went, how long it works, and what to do when it does not come. */
export function LinkSent({ email, onTryAnother }: LinkSentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="max-w-measure">
      <h1 ref={heading} tabIndex={-1} className="text-h1 font-[440] outline-none">
        {loginScreen.checkInbox}
      </h1>
      <p className="mt-4 max-w-[30em] font-serif text-deck text-ink-2">
        Your link is on its way to
      </p>
      <p className="mt-6 border-t-[3px] border-ink pt-5 font-serif text-h3 break-all">{email}</p>
      <p className="mt-3 max-w-[34em] text-ink-2">
        It works once, for {loginLinkMinutes} minutes, and best in this browser. If it is not there
        in a minute, look among your spam.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button variant="line" size="lg" onClick={onTryAnother}>
          {loginScreen.tryAnother}
        </Button>
        <SiteLink href="/" className={buttonClass({ variant: "line", size: "lg" })}>
          {accountScreen.backToHome}
        </SiteLink>
      </div>
      <div className="mt-6">
        <SupportHint />
      </div>
    </div>
  );
}
