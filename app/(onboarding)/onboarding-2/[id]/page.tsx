import type { Metadata } from "next";
import { ConsentScreen } from "@/components/onboarding/consent-screen";
import { OnboardingFrame } from "@/components/onboarding/onboarding-frame";
import { consentScreen } from "@/lib/messages/onboarding";
import { pageConfig } from "@/lib/http/pages/page-config";
import { getContext } from "@/lib/http/route/context";

export const metadata: Metadata = { title: consentScreen.title };

/** `/onboarding-2/{id}`: consent to texts. */
export default async function SmsConsentPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { clock } = await getContext();
  return (
    <OnboardingFrame
      progress={{ label: consentScreen.progress, step: 2 }}
      signUpUrl={pageConfig().SIGN_UP_URL}
    >
      <ConsentScreen id={id} now={clock.now().toISOString()} />
    </OnboardingFrame>
  );
}
