import type { Metadata } from "next";
import type { ReactNode } from "react";
import { OnboardingProviders } from "@/components/onboarding/onboarding-providers";

export const metadata: Metadata = {
  robots: { index: false, follow: false },
  // The address carries the checkout's uid.
  referrer: "no-referrer",
};

/** What the onboarding screens share. */
export default function OnboardingLayout({ children }: Readonly<{ children: ReactNode }>) {
  return <OnboardingProviders>{children}</OnboardingProviders>;
}
