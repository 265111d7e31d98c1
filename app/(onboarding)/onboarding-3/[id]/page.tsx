import type { Metadata } from "next";
import { ConfirmationScreen } from "@/components/onboarding/confirmation-screen";
import { OnboardingFrame } from "@/components/onboarding/onboarding-frame";
import { pageConfig } from "@/lib/http/pages/page-config";
import { getContext } from "@/lib/http/route/context";
import { confirmationScreen } from "@/lib/messages/onboarding";

export const metadata: Metadata = { title: confirmationScreen.progress };

/** `/onboarding-3/{id}`: the confirmation text was sent. */
export default async function SmsConfirmationPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { clock } = await getContext();
  return (
    <OnboardingFrame
      progress={{ label: confirmationScreen.progress, step: 3 }}
      signUpUrl={pageConfig().SIGN_UP_URL}
    >
      <ConfirmationScreen id={id} now={clock.now().toISOString()} />
    </OnboardingFrame>
  );
}
