"use client";

import Link from "next/link";
import { buttonClass } from "@/components/ui/button-class";
import { brand } from "@/lib/brand";
import type { OnboardingView } from "@/lib/contracts/onboarding";
import { timezones } from "@/lib/contracts/timezones";
import { recordScreen, successScreen } from "@/lib/messages/onboarding";
import { FactList } from "@/components/ui/fact-list";
import { RecordGate } from "./record-gate";
import { SupportHint } from "@/components/layout/support-link";
import { TextOffer } from "./text-offer";

/** After the e-mail onboarding: what was saved, and the offer to get it by text as well. */
export function SuccessScreen({ id }: { id: string }) {
  return <RecordGate id={id}>{(record) => <Welcome record={record} />}</RecordGate>;
}

function Welcome({ record }: { record: OnboardingView }) {
  const { missing } = recordScreen;
  const timezone = timezones.find(({ value }) => value === record.timezone)?.label;
  return (
    <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div>
        <h1 className="text-h1 font-[440]">Welcome to {brand.name}</h1>
        <p className="mt-4 max-w-[30em] font-serif text-deck text-ink-2">
          Check your inbox for a welcome email. The briefing follows on the next weekday, by 8:00.
        </p>
        <div className="mt-8 max-w-[31rem] border-b border-rule">
          <FactList
            facts={[
              [
                "Email",
                <span key="email" className="break-all">
                  {record.email ?? missing}
                </span>,
              ],
              ["Timezone", timezone ?? record.timezone ?? missing],
            ]}
          />
        </div>
        <p className="mt-8">
          <Link href="/account" className={buttonClass({ variant: "line", size: "lg" })}>
            {successScreen.preferences}
          </Link>
        </p>
        <div className="mt-6">
          <SupportHint />
        </div>
      </div>
      <TextOffer record={record} />
    </div>
  );
}
