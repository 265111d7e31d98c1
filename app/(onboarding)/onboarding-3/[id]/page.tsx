import type { Metadata } from "next";
import { ConfirmationScreen } from "@/components/onboarding/confirmation-screen";
import { OnboardingFrame } from "@/components/onboarding/onboarding-frame";
import { pageConfig } from "@/lib/http/pages/page-settings";

export const metadata: Metadata = { title: "Confirmation" };

/** `/onboarding-3/{id}`: the confirmation text is on its way. */
export default async function SmsConfirmationPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <OnboardingFrame
      progress={{ label: "Confirmation", step: 3 }}
      signUpUrl={pageConfig().SIGN_UP_URL}
    >
      <ConfirmationScreen id={id} />
    </OnboardingFrame>
  );
}
