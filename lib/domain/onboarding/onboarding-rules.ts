import { dayMs, hourMs } from "@/lib/calendar/units";
import { addressChangeLimits } from "@/lib/contracts/limits";

// docs/product-spec.md, section 5.3
const finishedOpenMs = 7 * dayMs;
const unfinishedOpenMs = 30 * dayMs;

type SignupTimes = {
  /** When we learned about the purchase. */
  createdAt: Date;
  completedAt: Date | null;
};

/**
 * Whether a checkout's uid still gives access to its record. The uid is part of a URL and stays in
 * the browser's history, so later only the subscriber's session does.
 */
export function isOnboardingOpen({ createdAt, completedAt }: SignupTimes, now: Date): boolean {
  const endsAtMs = completedAt
    ? completedAt.getTime() + finishedOpenMs
    : createdAt.getTime() + unfinishedOpenMs;
  return now.getTime() < endsAtMs;
}

/** Whether a checkout's uid can still change the address of its finished sign-up. */
export function isAddressOpen(
  record: { completedAt: Date; addressChanges: number },
  now: Date,
): boolean {
  const { hours, changes } = addressChangeLimits;
  const isRecent = now.getTime() < record.completedAt.getTime() + hours * hourMs;
  return isRecent && record.addressChanges < changes;
}

/**
 * Whether onboarding may still set the number and the consent without a code: once per purchase,
 * and never for someone who already gets or has consented to texts.
 */
export function isPhoneOpen(
  record: SignupTimes & {
    smsConsentAt: Date | null;
    subscriber: { smsEnabled: boolean; smsConsentAt: Date | null } | null;
  },
  now: Date,
): boolean {
  const { smsEnabled = false, smsConsentAt = null } = record.subscriber ?? {};
  const isSet = record.smsConsentAt !== null || smsEnabled || smsConsentAt !== null;
  return !isSet && isOnboardingOpen(record, now);
}
