import { FetchError } from "@/lib/client/fetcher";
import { onboardingErrorCodes } from "@/lib/contracts/onboarding";
import { emailOnboardingScreen, onboardingMessages } from "@/lib/messages/onboarding";

/** How the email onboarding can fail (docs/product-spec.md, section 5.2). */
export type OnboardingFailure =
  | { kind: "account-not-found" }
  | { kind: "duplicate-email" }
  | { kind: "uid-missing" }
  | { kind: "message"; message: string };

/** A failure that the form shows; a missing uid redirects to the pricing page instead. */
export type ShownFailure = Exclude<OnboardingFailure, { kind: "uid-missing" }>;

/** Classifies the error of an email onboarding call by its status and code, or without a code by its message. */
export function readOnboardingFailure(error: unknown): OnboardingFailure {
  const { emailTaken, failed } = emailOnboardingScreen;
  if (!(error instanceof FetchError)) return { kind: "message", message: failed };
  const { status, code, userMessage } = error;
  const { emailActive, uidRequired } = onboardingErrorCodes;
  if (status === 404) return { kind: "account-not-found" };
  if (status === 409 && code === emailActive) return { kind: "duplicate-email" };
  if (status === 409) return { kind: "message", message: userMessage || emailTaken };
  const isAboutUid = code === undefined && userMessage?.includes(onboardingMessages.uidRequired);
  if (status === 400 && (code === uidRequired || isAboutUid)) return { kind: "uid-missing" };
  return { kind: "message", message: userMessage || failed };
}
