import { checkAuditLogDaily } from "@/lib/domain/audit-log/check-log";
import { linkAuditEvents } from "@/lib/domain/audit-log/link-events";
import { recordNewestBackup } from "@/lib/domain/status/backups";
import { cancelRequested } from "@/lib/domain/billing/cancel-requests";
import { sendDueNotices, reconcileNightly } from "@/lib/domain/billing/nightly";
import { checkMoney } from "@/lib/domain/money/check";
import type { Context } from "@/lib/domain/context";
import { alertAboutChecks } from "@/lib/domain/delivery/checks/alert";
import { leaseDueBatches } from "@/lib/domain/delivery/engine/dispatch";
import { runDeliveryTick } from "@/lib/domain/delivery/engine/tick";
import { combineCounts } from "@/lib/domain/delivery/ledger/counts";
import { findUnreachable } from "@/lib/domain/delivery/monitoring/unreachable";
import { countDomains } from "@/lib/domain/delivery/monitoring/figures/domains";
import { giveBackDays } from "@/lib/domain/billing/give-back";
import { findOpenRestore } from "@/lib/domain/delivery/ledger/open-restore";
import { nextSlot } from "@/lib/domain/delivery/schedule/slots";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import { applyReports } from "@/lib/domain/delivery/reports/apply-reports";
import { applyEmailChanges } from "@/lib/domain/account/email-change/apply";
import { replayErasures } from "@/lib/domain/erasure/replay-erasures";
import { detectRestore } from "@/lib/domain/recovery/detect-restore";
import { recoverDatabase } from "@/lib/domain/recovery/recover-database";
import { runImports } from "@/lib/domain/subscribers/import/run";
import {
  planSignUpReminders,
  reportUnfinishedSignUps,
} from "@/lib/domain/onboarding/unfinished-sign-ups";
import { copyChoices } from "@/lib/domain/recovery/replay-choices";
import { isDelivering } from "@/lib/domain/retention/delete-rows";
import { createMonths } from "@/lib/domain/retention/months";
import { purgeExpired } from "@/lib/domain/retention/purge-expired";
import { sendDueWebhooks } from "@/lib/domain/webhooks/send-messages";
import { systemClock } from "@/lib/platform/clock";
import { inTrace } from "@/lib/platform/observability/trace";
import { daily } from "./daily";
import { startHeartbeat } from "./worker-heartbeat";
import { connectQueues } from "./queues";
import { repeat } from "./repeat";

const tickMs = 500;
const auditIntervalMs = 1_000;
const webhooksIntervalMs = 1_000;
const noticesIntervalMs = 1_000;
const reportsIntervalMs = 500;
const importsIntervalMs = 1_000;
const reconciliationIntervalMs = 30_000;
const countsIntervalMs = 30_000;
const recoveryIntervalMs = 500;
const choicesIntervalMs = 30_000;
const giveBackIntervalMs = 1_000;
const emailChangesIntervalMs = 5_000;
const cancelRequestsIntervalMs = 2_000;
const backupsIntervalMs = 60_000;
const briefingChecksIntervalMs = 60_000;

/** How far back to look for choices to copy: a while, and since the last worker ran. */
const choicesMs = { running: 10 * 60_000, starting: 30 * 86_400_000 } as const;

/** Maximum number of batches per channel and state to offer at once. */
const offersAtOnce = 100;

/** How long a stopping worker waits for running calls (real time). */
const drainMs = 5_500;

/** A running worker. */
export type Worker = {
  /** Stops taking work, waits for running calls, and signs off. */
  stop(): Promise<void>;
};

/**
 * Starts a worker: it runs the delivery tick twice a second, offers due batches to all workers, and
 * sends the batches that it gets. Once a day, outside the delivery windows, it deletes expired data.
 *
 * @param options.name name for operators
 * @param options.backupDir folder that backups are written to, if there is one
 * @param options.onLost called once when others consider this worker dead; the process must exit
 */
export async function startWorker(
  ctx: Context,
  options: {
    name: string;
    databaseUrl: string;
    backupDir?: string | undefined;
    onLost: (reason: string) => void;
  },
): Promise<Worker> {
  // Before anything is sent: a restored backup may contain people who deleted their accounts.
  // A file that can't be read must not keep everyone else from getting theirs.
  await replayErasures(ctx).catch((error: unknown) =>
    ctx.log.error({ err: error }, "erasures not replayed"),
  );
  // Without its own partition, a month's ledger is written to the default one.
  await createMonths(ctx).catch((error: unknown) =>
    ctx.log.error({ err: error }, "partitions not created"),
  );
  await detectRestore(ctx);
  const heartbeat = await startHeartbeat(ctx, options);
  const queues = await connectQueues(options.databaseUrl, ctx.log);
  await queues.work((batchId) => {
    const attributes = { "app.batch_id": String(batchId) };
    return inTrace({ name: "send batch", kind: "consumer", attributes }, async (trace) => {
      try {
        await sendBatch(ctx, heartbeat.identity, batchId);
      } catch (error) {
        trace.fail(error);
        ctx.log.error({ err: error, batchId: String(batchId) }, "batch failed");
      }
    });
  });
  /** Never past the opening of the next slot, so that it is handled right then. */
  const pauseBeforeSlot = () => {
    const now = ctx.clock.now();
    const { opensAt } = nextSlot(now, ctx.settings.emailLeadMinutes);
    return Math.min(tickMs, opensAt.getTime() - now.getTime());
  };
  const offers = repeat(tickMs, async () => {
    try {
      await queues.offer(await leaseDueBatches(ctx, offersAtOnce));
    } catch (error) {
      ctx.log.error({ err: error }, "batch offer failed");
    }
  });
  // Separate from the offers, so that the first batches are sent while the last are being planned.
  const ticks = repeat(pauseBeforeSlot, async () => {
    try {
      const { failures } = await runDeliveryTick(ctx, () => offers.wake());
      if (failures === 0) heartbeat.reportTick();
    } catch (error) {
      ctx.log.error({ err: error }, "delivery tick failed");
    }
  });
  const recovery = repeat(recoveryIntervalMs, async () => {
    try {
      await recoverDatabase(ctx);
    } catch (error) {
      ctx.log.error({ err: error }, "recovery failed");
    }
  });
  const cleanup = daily(
    ctx,
    async () => {
      await findUnreachable(ctx);
      await reportUnfinishedSignUps(ctx);
      ctx.log.info(await purgeExpired(ctx), "expired data deleted");
      await checkAuditLogDaily(ctx);
      await countDomains(ctx);
    },
    { isTimely: () => !isDelivering(ctx) },
  );
  const notices = repeat(noticesIntervalMs, async () => {
    try {
      // A restored database may not know yet who canceled.
      if (!(await findOpenRestore(ctx))) {
        await planSignUpReminders(ctx);
        await sendDueNotices(ctx);
      }
    } catch (error) {
      ctx.log.error({ err: error }, "sending notices failed");
    }
  });
  const webhooks = repeat(webhooksIntervalMs, async () => {
    try {
      await sendDueWebhooks(ctx);
    } catch (error) {
      ctx.log.error({ err: error }, "sending webhooks failed");
    }
  });
  const audit = repeat(auditIntervalMs, async () => {
    try {
      await linkAuditEvents(ctx);
    } catch (error) {
      ctx.log.error({ err: error }, "linking audit events failed");
    }
  });
  const givingBack = repeat(giveBackIntervalMs, async () => {
    try {
      if (!(await findOpenRestore(ctx))) await giveBackDays(ctx);
    } catch (error) {
      ctx.log.error({ err: error }, "giving back missed days failed");
    }
  });
  const emailChanges = repeat(emailChangesIntervalMs, async () => {
    try {
      // A restored database may not know yet whose address bounces.
      if (!(await findOpenRestore(ctx))) await applyEmailChanges(ctx);
    } catch (error) {
      ctx.log.error({ err: error }, "applying new addresses failed");
    }
  });
  const cancelRequests = repeat(cancelRequestsIntervalMs, async () => {
    try {
      // A restored database may not know yet which requests were withdrawn.
      if (!(await findOpenRestore(ctx))) await cancelRequested(ctx);
    } catch (error) {
      ctx.log.error({ err: error }, "requested cancellations failed");
    }
  });
  const counts = repeat(countsIntervalMs, async () => {
    try {
      await combineCounts(ctx);
    } catch (error) {
      ctx.log.error({ err: error }, "combining counters failed");
    }
  });
  let choicesSinceMs: number = choicesMs.starting;
  const choices = repeat(choicesIntervalMs, async () => {
    try {
      await copyChoices(ctx, new Date(ctx.clock.now().getTime() - choicesSinceMs));
      choicesSinceMs = choicesMs.running;
    } catch (error) {
      ctx.log.error({ err: error }, "choices not copied to the data folder");
    }
  });
  const reports = repeat(reportsIntervalMs, async () => {
    try {
      await applyReports(ctx);
    } catch (error) {
      ctx.log.error({ err: error }, "applying delivery reports failed");
    }
  });
  const imports = repeat(importsIntervalMs, async () => {
    try {
      await runImports(ctx);
    } catch (error) {
      ctx.log.error({ err: error }, "importing subscribers failed");
    }
  });
  const { backupDir } = options;
  const backups = repeat(backupsIntervalMs, async () => {
    try {
      if (backupDir !== undefined) await recordNewestBackup(ctx, backupDir, systemClock.now());
    } catch (error) {
      ctx.log.error({ err: error }, "backup not recorded");
    }
  });
  const briefingChecks = repeat(briefingChecksIntervalMs, async () => {
    try {
      await alertAboutChecks(ctx);
    } catch (error) {
      ctx.log.error({ err: error }, "briefing not checked");
    }
  });
  const reconciliation = repeat(reconciliationIntervalMs, async () => {
    try {
      await reconcileNightly(ctx, (report) => checkMoney(ctx, report));
    } catch (error) {
      ctx.log.error({ err: error }, "paddle reconciliation failed");
    }
  });
  return {
    async stop() {
      // They can take minutes. They're safe to interrupt: the next run does the rest.
      for (const slow of [
        reconciliation,
        recovery,
        webhooks,
        briefingChecks,
        imports,
        cancelRequests,
      ])
        slow.stop().catch(() => undefined);
      const others = [
        notices,
        audit,
        givingBack,
        emailChanges,
        counts,
        choices,
        reports,
        backups,
        ticks,
        cleanup,
      ];
      const stopped = Promise.all(others.map((each) => each.stop()));
      // None of them may delay this: until here, the worker takes new batches.
      await offers.stop();
      await queues.stop(drainMs);
      await stopped;
      await heartbeat.stop();
    },
  };
}
