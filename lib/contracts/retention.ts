/** A length of time, as people say it. */
export type Period =
  | { readonly days: number }
  | { readonly months: number }
  | { readonly years: number };

/**
 * How long we keep what we store. The privacy policy is written from this list, and the nightly
 * deletion works from it (lib/domain/retention/tables.ts).
 */
export const retentionPeriods = {
  /** After the last subscription ended. */
  account: { months: 12 },
  /** After the account was deleted. */
  consentProof: { years: 6 },
  /**
   * After the account was deleted. Long enough that deleting it isn't a way to another free trial, and
   * short enough that someone who comes back much later gets one.
   */
  pastTrial: { years: 2 },
  /** At most: a month is deleted as a whole, once its first day is this old. */
  delivery: { months: 12 },
  /** Of opens and clicks, while tracking is on: as long as the email provider reports them. */
  emailVisit: { days: 45 },
  notice: { months: 12 },
  /**
   * At most: a month is deleted as a whole, once its first day is this old. Even its last day is then
   * older than any provider's last retry of a webhook, so that duplicates are still recognized.
   */
  webhookEvent: { days: 90 },
  auditEvent: { months: 24 },
  /** After they end, so that an expired link gets a better message than an invalid one. */
  login: { days: 30 },
  /** Counters last a day at most, and are deleted the night after. */
  counter: { days: 2 },
  log: { days: 30 },
  operatorAlert: { months: 12 },
  /** After the upload; the file itself goes as soon as it's imported. */
  subscriberImport: { days: 30 },
  deletedPost: { days: 30 },
  /** As long as backups are kept: no older one can be restored. */
  choice: { days: 30 },
  billingRun: { days: 30 },
  stoppedWorker: { days: 7 },
} as const satisfies Record<string, Period>;

export type PeriodName = keyof typeof retentionPeriods;

/** As the privacy policy says it, such as `12 months`. */
export function describePeriod(name: PeriodName): string {
  const period: Period = retentionPeriods[name];
  const [unit = "", count = 0] = Object.entries(period)[0] ?? [];
  return count === 1 ? `1 ${unit.slice(0, -1)}` : `${count} ${unit}`;
}
