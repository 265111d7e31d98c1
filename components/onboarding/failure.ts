import { FetchError } from "@/lib/client/fetcher";
import { emailOnboardingScreen, onboardingMessages } from "@/lib/messages/onboarding";

/** What a failed e-mail onboarding leads to (spec, section 8). */
export type OnboardingFailure =
  | { kind: "account-not-found" }
  | { kind: "duplicate-email" }
  /** The address carried no uid: the person has to begin at the plans. */
  | { kind: "uid-missing" }
  /** The server's sentence, or ours. */
  | { kind: "message"; message: string };

/** One that the form shows. */
export type ShownFailure = Exclude<OnboardingFailure, { kind: "uid-missing" }>;

/** Reads a failed e-mail onboarding. Whatever is not an answer of ours is "An error occurred". */
export function readOnboardingFailure(error: unknown): OnboardingFailure {
  const { emailTaken, failed } = emailOnboardingScreen;
  if (!(error instanceof FetchError)) return { kind: "message", message: failed };
  const { status, code, userMessage } = error;
  if (status === 404) return { kind: "account-not-found" };
  if (status === 409 && code === "duplicate_active_email") return { kind: "duplicate-email" };
  if (status === 409) return { kind: "message", message: userMessage || emailTaken };
  if (status === 400 && userMessage?.includes(onboardingMessages.uidRequired)) {
    return { kind: "uid-missing" };
  }
  return { kind: "message", message: userMessage || failed };
}
