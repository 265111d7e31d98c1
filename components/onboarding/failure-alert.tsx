import { Alert } from "@/components/ui/alert";
import { emailOnboardingScreen } from "@/lib/messages/onboarding";
import { WithContactLink } from "./contact-us";
import type { ShownFailure } from "./failure";
import { SupportLink } from "@/components/layout/support-link";

const { notFoundTitle, notFoundAdvice, duplicateTitle, duplicateAdvice } = emailOnboardingScreen;

/** What went wrong with the e-mail onboarding, and what to do about it (spec, section 8). */
export function FailureAlert({ failure }: { failure: ShownFailure }) {
  if (failure.kind === "account-not-found") {
    return (
      <Alert title={notFoundTitle}>
        {notFoundAdvice} <SupportLink>contact support</SupportLink>.
      </Alert>
    );
  }
  if (failure.kind === "duplicate-email") {
    return <Alert title={duplicateTitle}>{duplicateAdvice}</Alert>;
  }
  return <Alert title={<WithContactLink text={failure.message} />} />;
}
