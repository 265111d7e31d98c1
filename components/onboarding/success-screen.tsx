"use client";

import Link from "next/link";
import { SupportHint } from "@/components/layout/support-link";
import { buttonClass } from "@/components/ui/button-class";
import { EmailAddress } from "@/components/ui/email-address";
import { FactList } from "@/components/ui/fact-list";
import type { DaysOff } from "@/lib/calendar/days";
import type { OnboardingView } from "@/lib/contracts/onboarding";
import { timezones } from "@/lib/contracts/timezones";
import { recordScreen, successScreen } from "@/lib/messages/onboarding";
import { RecordGate } from "./record-gate";
import { TextOffer } from "./text-offer";
import { whatComesNext } from "./what-comes-next";

type SuccessProps = {
  /** ISO instant. */
  now: string;
  daysOff: DaysOff;
  /** Countries whose numbers get texts. */
  texted: readonly string[];
};

/** Confirms the email onboarding and offers texts. */
export function SuccessScreen({ id, ...props }: SuccessProps & { id: string }) {
  return <RecordGate id={id}>{(record) => <Welcome record={record} {...props} />}</RecordGate>;
}

/** The success screen with its record loaded. */
export function Welcome(props: SuccessProps & { record: OnboardingView }) {
  const { record, now, daysOff, texted } = props;
  const { missing } = recordScreen;
  const timezone = timezones.find(({ value }) => value === record.timezone);
  const { firstBriefing, trial } = whatComesNext(record, now, daysOff);
  return (
    <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr]">
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
      </div>
      <TextOffer record={record} texted={texted} />
      <div>
        <div className="button-row">
          <Link href="/account" className={buttonClass({ variant: "quiet", size: "lg" })}>
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
    </div>
  );
}
