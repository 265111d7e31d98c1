import { localDateAt } from "@/lib/calendar/days";
import { auditProblemSchema, type AuditProblem } from "@/lib/contracts/admin/audit";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import { AppError } from "@/lib/platform/app-error";
import { auditMessages } from "@/lib/messages/admin/audit";
import { recordAudit } from "../audit";
import type { Context } from "../context";
import { raiseAlert } from "../outbox/operator-alerts";
import { linkAuditEvents, resetAnchor } from "./link-events";
import { acceptedAction } from "./remove-events";
import { verifyAuditLog, type AuditReport } from "./verify";

/** A stored verification. */
export type AuditCheckView = { at: Date; entries: number; problems: AuditProblem[] };

/**
 * Verifies the audit log and stores the result, with the last hash in the log file. Alerts the operator about
 * new problems.
 */
export async function checkAuditLog(ctx: Context): Promise<AuditReport> {
  const report = await verifyAuditLog(ctx);
  const { entries, head, problems } = report;
  await ctx.db.auditCheck.create({
    data: {
      at: ctx.clock.now(),
      entries,
      position: head?.position ?? 0,
      hash: head?.hash ?? "",
      problems,
    },
  });
  const [first] = problems;
  if (!first) ctx.log.info({ entries, ...head }, "audit log verified");
  else {
    ctx.log.error({ entries, ...head, problems }, "audit log was changed");
    await raiseAlert(ctx, {
      key: `audit-log:${first.kind}:${first.position}`,
      ...operatorAlertMessages.auditLogChanged(
        problems.map(auditMessages.problem),
        `${ctx.settings.siteUrl}/admin/audit`,
      ),
    });
  }
  return report;
}

/** Verifies the audit log unless it was verified today (UTC). */
export async function checkAuditLogDaily(ctx: Context): Promise<void> {
  const last = await findLastCheck(ctx);
  const today = localDateAt(ctx.clock.now(), "UTC");
  if (last && localDateAt(last.at, "UTC") === today) return;
  await checkAuditLog(ctx);
}

/** The last verification, or null if there was none. */
export async function findLastCheck(ctx: Pick<Context, "db">): Promise<AuditCheckView | null> {
  const last = await ctx.db.auditCheck.findFirst({ orderBy: { id: "desc" } });
  if (!last) return null;
  const problems = auditProblemSchema.array().parse(last.problems);
  return { at: last.at, entries: Number(last.entries), problems };
}

/**
 * Records that the operator knows why the audit log was changed, such as a restored backup, and accepts its
 * current state.
 *
 * @returns the problems that no longer count
 * @throws AppError 409 if there are none
 */
export async function acceptAuditLog(ctx: Context, reason: string): Promise<AuditProblem[]> {
  const { problems } = await verifyAuditLog(ctx);
  if (problems.length === 0) throw new AppError(409, auditMessages.nothingToAccept);
  await recordAudit(ctx, ctx.db, {
    actor: "operator",
    action: acceptedAction,
    subject: "audit",
    detail: { reason, entries: problems.map(({ position }) => position) },
  });
  await linkAuditEvents(ctx);
  await resetAnchor(ctx);
  await checkAuditLog(ctx);
  return problems;
}
