// docs/product-spec.md, section 5.3
const openMs = 7 * 24 * 60 * 60 * 1_000;

/**
 * Whether a checkout's uid still gives access to its record. The uid is part of a URL and stays in
 * the browser's history, so after a week only the subscriber's session does.
 */
export function isOnboardingOpen(record: { completedAt: Date | null }, now: Date): boolean {
  return record.completedAt === null || now.getTime() < record.completedAt.getTime() + openMs;
}

/**
 * Whether onboarding may still set the number and the consent without a code: once per purchase,
 * and never for someone who already gets or has consented to texts.
 */
export function isPhoneOpen(
  record: {
    completedAt: Date | null;
    smsConsentAt: Date | null;
    subscriber: { smsEnabled: boolean; smsConsentAt: Date | null } | null;
  },
  now: Date,
): boolean {
  const { smsEnabled = false, smsConsentAt = null } = record.subscriber ?? {};
  const isSet = record.smsConsentAt !== null || smsEnabled || smsConsentAt !== null;
  return !isSet && isOnboardingOpen(record, now);
}
