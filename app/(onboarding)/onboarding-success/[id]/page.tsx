import type { Metadata } from "next";
import { OnboardingFrame } from "@/components/onboarding/onboarding-frame";
import { SuccessScreen } from "@/components/onboarding/success-screen";
import { listDaysOff } from "@/lib/domain/daily-messages/days-off";
import { getContext } from "@/lib/http/route/context";

export const metadata: Metadata = { title: "Welcome" };

/** `/onboarding-success/{id}`: the page after email onboarding. */
export default async function OnboardingSuccessPage({
  params,
}: {
  params: Promise<{ id: string }>;
}) {
  const { id } = await params;
  const ctx = await getContext();
  return (
    <OnboardingFrame>
      <SuccessScreen
        id={id}
        now={ctx.clock.now().toISOString()}
        daysOff={await listDaysOff(ctx)}
        texted={ctx.settings.smsCountries}
      />
    </OnboardingFrame>
  );
}
