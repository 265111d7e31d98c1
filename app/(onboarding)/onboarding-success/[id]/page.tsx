import type { Metadata } from "next";
import { OnboardingFrame } from "@/components/onboarding/onboarding-frame";
import { SuccessScreen } from "@/components/onboarding/success-screen";
import { pageConfig } from "@/lib/http/pages/page-config";
import { getContext } from "@/lib/http/route/context";

export const metadata: Metadata = { title: "Welcome" };

/** `/onboarding-success/{id}`: the page after email onboarding. */
export default async function OnboardingSuccessPage({
  params,
}: {
  params: Promise<{ id: string }>;
}) {
  const { id } = await params;
  const { clock } = await getContext();
  return (
    <OnboardingFrame signUpUrl={pageConfig().SIGN_UP_URL}>
      <SuccessScreen id={id} now={clock.now().toISOString()} />
    </OnboardingFrame>
  );
}
