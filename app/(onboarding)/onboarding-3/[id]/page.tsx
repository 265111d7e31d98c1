import type { Metadata } from "next";
import { ConfirmationScreen } from "@/components/onboarding/confirmation-screen";
import { OnboardingFrame } from "@/components/onboarding/onboarding-frame";
import { listDaysOff } from "@/lib/domain/daily-messages/days-off";
import { getContext } from "@/lib/http/route/context";
import { confirmationScreen } from "@/lib/messages/onboarding";

export const metadata: Metadata = { title: confirmationScreen.progress };

/** `/onboarding-3/{id}`: the confirmation text was sent. */
export default async function SmsConfirmationPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const ctx = await getContext();
  const now = ctx.clock.now().toISOString();
  return (
    <OnboardingFrame progress={{ label: confirmationScreen.progress, step: 3 }}>
      <ConfirmationScreen id={id} now={now} daysOff={await listDaysOff(ctx)} />
    </OnboardingFrame>
  );
}
