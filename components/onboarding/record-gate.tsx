"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { SupportLink } from "@/components/layout/support-link";
import { buttonClass } from "@/components/ui/button-class";
import { Spinner } from "@/components/ui/spinner";
import { onboardingRecord } from "@/lib/client/onboarding";
import type { OnboardingView } from "@/lib/contracts/onboarding";
import { recordScreen } from "@/lib/messages/onboarding";

export type RecordGateProps = {
  /** Id from the page's URL, unchecked. */
  id: string;
  children: (record: OnboardingView) => ReactNode;
};

/** Loads the onboarding record and passes it to `children`, or shows the error screen. */
export function RecordGate({ id, children }: RecordGateProps) {
  const { data, isPending } = useQuery(onboardingRecord(id));
  if (isPending) return <Spinner label="Loading your details" />;
  return data ? children(data) : <RecordFailed />;
}

/** The error screen of everything that shows an onboarding record. */
export function RecordFailed() {
  const { errorTitle, errorText, goBack } = recordScreen;
  return (
    <div role="alert" className="max-w-measure border-t-[3px] border-alarm pt-6">
      <h1 className="text-h1 font-[440]">{errorTitle}</h1>
      <p className="mt-4 font-serif text-deck text-ink-2">{errorText}</p>
      <div className="mt-8 button-row sm:gap-x-6">
        <Link href="/" className={buttonClass()}>
          {goBack}
        </Link>
        <SupportLink />
      </div>
    </div>
  );
}
