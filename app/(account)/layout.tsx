import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ScreenProviders } from "@/components/layout/screen-providers";

export const metadata: Metadata = {
  robots: { index: false, follow: false },
  // The address of a login link contains its token.
  referrer: "no-referrer",
};

export default function AccountLayout({ children }: Readonly<{ children: ReactNode }>) {
  return <ScreenProviders>{children}</ScreenProviders>;
}
