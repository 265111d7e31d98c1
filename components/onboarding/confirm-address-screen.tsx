"use client";

import { useEffect, useRef } from "react";
import { AddressQuestion } from "@/components/layout/address-question";
import { ExpiredLink, InvalidLink, LinkResult } from "@/components/layout/link-result";
import { FactList } from "@/components/ui/fact-list";
import type { ConfirmationRefusal } from "@/lib/contracts/onboarding";
import { timezones } from "@/lib/contracts/timezones";
import { confirmAddressScreen as messages } from "@/lib/messages/onboarding";

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
    <AddressQuestion
      texts={messages}
      email={email}
      refusal={refusal && { text: messages.refused[refusal], kind: "confirmation_refused" }}
      action={action}
      formRef={form}
    >
      <p className="mt-8 text-label">{messages.applies}</p>
      <div className="max-w-[31rem] border-b border-rule">
        <FactList facts={facts} />
      </div>
    </AddressQuestion>
  );
}

/** Says that the address is confirmed, or why the link doesn't work. */
export function ConfirmationMessage({ state }: { state: "confirmed" | "expired" | "invalid" }) {
  if (state === "expired") return <ExpiredLink text={messages.expiredText} />;
  if (state === "invalid") return <InvalidLink text={messages.invalidText} />;
  return <LinkResult {...messages.confirmed} />;
}
