import type { ReactNode } from "react";
import { ScreenProviders } from "@/components/layout/screen-providers";
import { LogInAgain } from "./log-in-again";

/** Data fetching, toasts, and the dialog that asks to log in again. */
export function AdminProviders({ children }: { children: ReactNode }) {
  return (
    <ScreenProviders>
      {children}
      <LogInAgain />
    </ScreenProviders>
  );
}
