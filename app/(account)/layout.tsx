import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ScreenProviders } from "@/components/layout/screen-providers";

export const metadata: Metadata = {
  robots: { index: false, follow: false },
  // A login link carries its token in the address.
  referrer: "no-referrer",
};

/** What the account's screens share. */
export default function AccountLayout({ children }: Readonly<{ children: ReactNode }>) {
  return <ScreenProviders>{children}</ScreenProviders>;
}
