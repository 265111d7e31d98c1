"use client";

import { useEffect, useRef } from "react";
import { TrackError } from "@/components/feedback/track-error";
import { LinkResult, type LinkState } from "@/components/layout/link-result";
import { SupportHint } from "@/components/layout/support-link";
import { Button } from "@/components/ui/button";
import { EmailAddress } from "@/components/ui/email-address";
import { FactList } from "@/components/ui/fact-list";
import type { ConfirmationRefusal } from "@/lib/contracts/onboarding";
import { timezones } from "@/lib/contracts/timezones";
import { confirmAddressScreen as messages } from "@/lib/messages/onboarding";

/** Props of `ConfirmAddress`. */
export type ConfirmAddressProps = {
  email: string;
  timezone: string;
  /** The last digits of the number to be added, if any. */
  phoneEnding: string | null;
  /** Where the form is posted. */
  action: string;
  /** Why the last try was refused, if it was. */
  refusal: ConfirmationRefusal | null;
  /** This browser made the purchase, so it needn't press the button. */
  isOwnBrowser: boolean;
};

/** Asks whether the address is the reader's, and says what confirming saves. */
export function ConfirmAddress(props: ConfirmAddressProps) {
  const { email, timezone, phoneEnding, action, refusal, isOwnBrowser } = props;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isOwnBrowser && refusal === null) form.current?.requestSubmit();
  }, [isOwnBrowser, refusal]);
  const zone = timezones.find(({ value }) => value === timezone)?.label ?? timezone;
  const facts: [string, string][] = [[messages.timezone, zone]];
  if (phoneEnding !== null) facts.push([messages.phone, messages.phoneEnding(phoneEnding)]);
  return (
    <div className="max-w-measure">
      <h1 className="text-h1 font-[440] text-balance">{messages.title}</h1>
      <p className="mt-4 max-w-[30em] font-serif text-deck text-ink-2">
        {`${messages.before} `}
        <span className="text-ink">
          <EmailAddress>{email}</EmailAddress>
        </span>
        {messages.after}
      </p>
      <p className="mt-8 text-label">{messages.applies}</p>
      <div className="max-w-[31rem] border-b border-rule">
        <FactList facts={facts} />
      </div>
      {refusal !== null && (
        <p role="alert" className="mt-8 max-w-[34em] border-l-[3px] border-alarm pl-4">
          {messages.refused[refusal]}
          <TrackError kind="confirmation_refused" />
        </p>
      )}
      <form ref={form} method="post" action={action} className="mt-8">
        <Button type="submit" size="lg" className="min-w-44 max-sm:w-full">
          {messages.submit}
        </Button>
      </form>
      <p className="mt-8 text-ink-2">{messages.notYou}</p>
      <div className="mt-6">
        <SupportHint />
      </div>
    </div>
  );
}

/** Says that the address is confirmed, or why the link doesn't work. */
export function ConfirmationMessage({ state }: { state: LinkState }) {
  const { confirmed, expiredText, invalidText } = messages;
  return <LinkResult {...{ state, confirmed, expiredText, invalidText }} />;
}
