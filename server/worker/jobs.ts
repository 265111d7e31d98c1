import { localDateAt } from "@/lib/calendar/days";
import { dayMs, minuteMs, secondMs } from "@/lib/calendar/units";
import { checkAuditLogDaily } from "@/lib/domain/audit-log/check-log";
import { linkAuditEvents } from "@/lib/domain/audit-log/link-events";
import { recordNewestBackup } from "@/lib/domain/status/backups";
import { cancelRequested } from "@/lib/domain/billing/cancel-requests";
import { applyPlanChanges } from "@/lib/domain/billing/change-plan";
import { sendDueNotices, reconcileNightly } from "@/lib/domain/billing/nightly";
import { checkMoney } from "@/lib/domain/money/check";
import type { Context } from "@/lib/domain/context";
import { alertAboutChecks } from "@/lib/domain/delivery/checks/alert";
import { combineCounts } from "@/lib/domain/delivery/ledger/counts";
import { alertAboutUndelivered } from "@/lib/domain/delivery/monitoring/undelivered";
import { findUnreachable } from "@/lib/domain/delivery/monitoring/unreachable";
import { countDomains } from "@/lib/domain/delivery/monitoring/figures/domains";
import { giveBackDays } from "@/lib/domain/billing/give-back";
import { findOpenRestore } from "@/lib/domain/delivery/ledger/open-restore";
import { applyReports } from "@/lib/domain/delivery/reports/apply-reports";
import { applyEmailChanges } from "@/lib/domain/account/email-change/apply";
import { compareOptOuts } from "@/lib/domain/recovery/catch-up";
import { recoverDatabase } from "@/lib/domain/recovery/recover-database";
import { runImports } from "@/lib/domain/subscribers/import/run";
import {
  planSignUpReminders,
  reportUnfinishedSignUps,
} from "@/lib/domain/onboarding/unfinished-sign-ups";
import { recordPublished } from "@/lib/domain/posts/publish";
import { copyChoices } from "@/lib/domain/recovery/replay-choices";
import { isDelivering } from "@/lib/domain/retention/delete-rows";
import { purgeExpired } from "@/lib/domain/retention/purge-expired";
import { sendDueWebhooks } from "@/lib/domain/webhooks/send-messages";
import { reviewSeen } from "@/lib/domain/today/seen";
import { systemClock } from "@/lib/platform/clock";

/** A recurring task of every worker, besides sending. */
export type Job = {
  /** Begins the log line about a failure. */
  name: string;
  /** Milliseconds between two runs (real time). */
  everyMs: number;
  run: () => Promise<unknown>;
  /** Whether it waits while a restored database may be missing people's later choices. */
  needsCompleteData?: boolean;
  /**
   * Whether a run can take minutes. A stopping worker doesn't wait for it: it's safe to interrupt, and the
   * next run does the rest.
   */
  isSlow?: boolean;
};

/** How far back to look for choices to copy: this long, and at least to when the last worker ran. */
const choicesMs = { running: 10 * minuteMs, starting: 30 * dayMs } as const;

/**
 * What a worker does besides planning and sending briefings.
 *
 * @param backupDir folder that backups are written to, if there is one
 */
export function jobsOf(ctx: Context, backupDir: string | undefined): readonly Job[] {
  let choicesSinceMs: number = choicesMs.starting;
  return [
    {
      name: "recovering a restored database",
      everyMs: 500,
      isSlow: true,
      run: () => recoverDatabase(ctx),
    },
    { name: "applying delivery reports", everyMs: 500, run: () => applyReports(ctx) },
    {
      name: "sending notices",
      everyMs: secondMs,
      needsCompleteData: true,
      async run() {
        await planSignUpReminders(ctx);
        await sendDueNotices(ctx);
      },
    },
    {
      name: "linking audit events",
      everyMs: secondMs,
      run: () => linkAuditEvents(ctx),
    },
    { name: "publishing posts", everyMs: 5 * secondMs, run: () => recordPublished(ctx) },
    {
      name: "sending webhooks",
      everyMs: secondMs,
      isSlow: true,
      run: () => sendDueWebhooks(ctx),
    },
    { name: "importing subscribers", everyMs: secondMs, isSlow: true, run: () => runImports(ctx) },
    {
      name: "giving back missed days",
      everyMs: secondMs,
      needsCompleteData: true,
      run: () => giveBackDays(ctx),
    },
    {
      name: "requested cancellations",
      everyMs: 2 * secondMs,
      needsCompleteData: true,
      isSlow: true,
      run: () => cancelRequested(ctx),
    },
    {
      name: "changing plans",
      everyMs: 30 * secondMs,
      needsCompleteData: true,
      isSlow: true,
      run: () => applyPlanChanges(ctx),
    },
    {
      name: "applying new addresses",
      everyMs: 5 * secondMs,
      needsCompleteData: true,
      run: () => applyEmailChanges(ctx),
    },
    {
      name: "combining counters",
      everyMs: 30 * secondMs,
      run: () => combineCounts(ctx),
    },
    {
      name: "looking for undelivered messages",
      everyMs: 30 * secondMs,
      run: () => alertAboutUndelivered(ctx),
    },
    { name: "reviewing what was seen", everyMs: 30 * secondMs, run: () => reviewSeen(ctx) },
    {
      name: "copying choices to the data folder",
      everyMs: 30 * secondMs,
      async run() {
        await copyChoices(ctx, new Date(ctx.clock.now().getTime() - choicesSinceMs));
        choicesSinceMs = choicesMs.running;
      },
    },
    {
      name: "comparing with Paddle",
      everyMs: 30 * secondMs,
      isSlow: true,
      run: () => reconcileNightly(ctx, (report) => checkMoney(ctx, report)),
    },
    {
      name: "comparing opt-outs",
      everyMs: 30 * secondMs,
      needsCompleteData: true,
      isSlow: true,
      run: () => compareOptOuts(ctx),
    },
    {
      name: "deleting expired data",
      everyMs: 30 * secondMs,
      run: oncePerDay(ctx, async () => {
        await findUnreachable(ctx);
        await reportUnfinishedSignUps(ctx);
        ctx.log.info(await purgeExpired(ctx), "expired data deleted");
        await checkAuditLogDaily(ctx);
        await countDomains(ctx);
      }),
    },
    {
      name: "recording backups",
      everyMs: minuteMs,
      run: async () =>
        backupDir === undefined || recordNewestBackup(ctx, backupDir, systemClock.now()),
    },
    {
      name: "checking briefings",
      everyMs: minuteMs,
      isSlow: true,
      run: () => alertAboutChecks(ctx),
    },
  ];
}

/** Runs a job once. An error is logged, and the next run tries again. */
export async function runJob(
  ctx: Context,
  { name, run, needsCompleteData = false }: Job,
): Promise<void> {
  try {
    if (needsCompleteData && (await findOpenRestore(ctx))) return;
    await run();
  } catch (error) {
    ctx.log.error({ err: error }, `${name} failed`);
  }
}

/**
 * Runs a task at the start and then once per UTC day (by the service's clock), outside the delivery windows.
 * If it fails, the next run tries again.
 */
export function oncePerDay(
  ctx: Parameters<typeof isDelivering>[0],
  task: () => Promise<void>,
): () => Promise<void> {
  let doneOn = "";
  return async () => {
    const today = localDateAt(ctx.clock.now(), "UTC");
    if (today === doneOn || isDelivering(ctx)) return;
    await task();
    doneOn = today;
  };
}
