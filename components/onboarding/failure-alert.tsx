import Link from "next/link";
import { SupportLink } from "@/components/layout/support-link";
import { Alert } from "@/components/ui/alert";
import { emailOnboardingScreen, onboardingMessages } from "@/lib/messages/onboarding";
import { SecondPurchase } from "./second-purchase";
import type { ShownFailure } from "./failure";

const { notFoundTitle, notFoundAdvice, duplicateTitle } = emailOnboardingScreen;

/** Explains why the email onboarding failed (docs/product-spec.md, section 5.2). */
export function FailureAlert({ failure }: { failure: ShownFailure }) {
  if (failure.kind === "account-not-found") {
    return (
      <Alert title={notFoundTitle}>
        {notFoundAdvice} <SupportLink>contact support</SupportLink>.
      </Alert>
    );
  }
  if (failure.kind === "duplicate-email") {
    return (
      <>
        <Alert title={duplicateTitle}>{onboardingMessages.emailActive}</Alert>
        <SecondPurchase />
      </>
    );
  }
  return <Alert title={linkContactUs(failure.message)} />;
}

/** Turns "contact us" in a message, in any case, into a link to the contact page. */
function linkContactUs(message: string) {
  return message.split(/(contact us)/i).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <Link key={`${index}`} href="/contact" className="text-link">
        {part}
      </Link>
    ),
  );
}
