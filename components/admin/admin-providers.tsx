import type { ReactNode } from "react";
import { ScreenProviders } from "@/components/layout/screen-providers";
import { LogInAgain } from "./log-in-again";

/** What the editors' screens share: fetched data, toasts, and the way back into an ended session. */
export function AdminProviders({ children }: { children: ReactNode }) {
  return (
    <ScreenProviders>
      {children}
      <LogInAgain />
    </ScreenProviders>
  );
}
