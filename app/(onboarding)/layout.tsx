import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ScreenProviders } from "@/components/layout/screen-providers";

export const metadata: Metadata = {
  robots: { index: false, follow: false },
  // The URL contains the checkout's uid.
  referrer: "no-referrer",
};

/** Layout of the onboarding screens. */
export default function OnboardingLayout({ children }: Readonly<{ children: ReactNode }>) {
  return <ScreenProviders>{children}</ScreenProviders>;
}
