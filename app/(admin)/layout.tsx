import type { Metadata } from "next";
import type { ReactNode } from "react";
import { LogInAgain } from "@/components/admin/log-in-again";
import { ScreenProviders } from "@/components/layout/screen-providers";

export const metadata: Metadata = { robots: { index: false, follow: false } };

export default function AdminLayout({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <ScreenProviders>
      {children}
      <LogInAgain />
    </ScreenProviders>
  );
}
