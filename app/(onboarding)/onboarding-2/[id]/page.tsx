import type { Metadata } from "next";
import { ConsentScreen } from "@/components/onboarding/consent-screen";
import { OnboardingFrame } from "@/components/onboarding/onboarding-frame";
import { consentScreen } from "@/lib/messages/onboarding";
import { listDaysOff } from "@/lib/domain/daily-messages/days-off";
import { getContext } from "@/lib/http/route/context";

export const metadata: Metadata = { title: consentScreen.title };

/** `/onboarding-2/{id}`: consent to texts. */
export default async function SmsConsentPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const ctx = await getContext();
  const now = ctx.clock.now().toISOString();
  return (
    <OnboardingFrame progress={{ label: consentScreen.progress, step: 2 }}>
      <ConsentScreen id={id} now={now} daysOff={await listDaysOff(ctx)} />
    </OnboardingFrame>
  );
}
