"use client";

import Link from "next/link";
import { SupportHint } from "@/components/layout/support-link";
import { buttonClass } from "@/components/ui/button-class";
import { EmailAddress } from "@/components/ui/email-address";
import { FactList } from "@/components/ui/fact-list";
import type { OnboardingView } from "@/lib/contracts/onboarding";
import { timezones } from "@/lib/contracts/timezones";
import { recordScreen, successScreen } from "@/lib/messages/onboarding";
import { RecordGate } from "./record-gate";
import { TextOffer } from "./text-offer";
import { whatComesNext } from "./what-comes-next";

/** Confirms the email onboarding and offers texts. `now` is an ISO instant. */
export function SuccessScreen({ id, now }: { id: string; now: string }) {
  return <RecordGate id={id}>{(record) => <Welcome record={record} now={now} />}</RecordGate>;
}

/** The success screen with its record loaded. */
export function Welcome({ record, now }: { record: OnboardingView; now: string }) {
  const { missing } = recordScreen;
  const timezone = timezones.find(({ value }) => value === record.timezone);
  const { firstBriefing, trial } = whatComesNext(record, now);
  return (
    <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div>
        <h1 className="text-h1 font-[440]">{successScreen.title}</h1>
        <p className="mt-4 max-w-[30em] font-serif text-deck text-ink-2">
          {successScreen.checkInbox} {firstBriefing} {trial}
        </p>
        <div className="mt-8 max-w-[31rem] border-b border-rule">
          <FactList
            facts={[
              ["Email", <EmailAddress key="email">{record.email ?? missing}</EmailAddress>],
              ["Timezone", timezone?.label ?? record.timezone ?? missing],
            ]}
          />
        </div>
        <div className="mt-8 button-row">
          <Link href="/account" className={buttonClass({ variant: "line", size: "lg" })}>
            {successScreen.preferences}
          </Link>
          <Link href="/read" className={buttonClass({ variant: "quiet", size: "lg" })}>
            {recordScreen.readLatest}
          </Link>
        </div>
        <div className="mt-6">
          <SupportHint />
        </div>
      </div>
      <TextOffer record={record} />
    </div>
  );
}
