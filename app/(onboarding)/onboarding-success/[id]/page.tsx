import type { Metadata } from "next";
import { SuccessScreen } from "@/components/onboarding/success-screen";
import { OnboardingFrame } from "@/components/onboarding/onboarding-frame";
import { pageConfig } from "@/lib/http/pages/page-settings";

export const metadata: Metadata = { title: "Welcome" };

/** `/onboarding-success/{id}`: after the e-mail onboarding. */
export default async function OnboardingSuccessPage({
  params,
}: {
  params: Promise<{ id: string }>;
}) {
  const { id } = await params;
  return (
    <OnboardingFrame signUpUrl={pageConfig().SIGN_UP_URL}>
      <SuccessScreen id={id} />
    </OnboardingFrame>
  );
}
