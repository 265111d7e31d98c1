import Link from "next/link";
import type { ReactNode } from "react";

/** On every onboarding and account screen. */
export function SupportLink({ children = "Contact support" }: { children?: ReactNode }) {
  return (
    <Link href="/contact" className="text-link">
      {children}
    </Link>
  );
}

export function SupportHint() {
  return (
    <p className="text-small text-ink-3">
      Need help? <SupportLink />
    </p>
  );
}
