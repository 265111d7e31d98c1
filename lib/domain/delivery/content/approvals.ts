import type { ApprovalInput, ApprovalView } from "@/lib/contracts/admin/approval";
import { toDatabaseDate } from "@/lib/contracts/calendar";
import { approvalMessages as messages } from "@/lib/messages/admin/approval";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit, type Actor } from "../../audit";
import type { Context } from "../../context";
import { readSetting } from "../../stored-settings";

type Reading = { db: Pick<Transaction, "$queryRaw" | "storedSetting"> };

/** Whether a date's briefing, as it's saved, is approved, and whether `actor` may do so. */
export async function findApproval(
  { db }: Reading,
  date: string,
  actor: Actor,
): Promise<ApprovalView> {
  const localDate = toDatabaseDate(date);
  const [isRequired, rows] = await Promise.all([
    readSetting(db, "requireApproval"),
    db.$queryRaw<
      { version: string | null; actor: string | null; at: Date | null; author: string | null }[]
    >`
      SELECT v.version, a.actor, a.created_at AS at, (
        SELECT r.actor FROM revisions r
        WHERE r.daily_message_id IN (
            SELECT id FROM daily_messages WHERE local_date = ${localDate} AND is_active)
          OR r.post_id IN (
            SELECT id FROM posts
            WHERE local_date = ${localDate} AND deleted_at IS NULL AND NOT is_draft)
        ORDER BY r.created_at DESC, r.id DESC LIMIT 1) AS author
      FROM (SELECT briefing_version(${localDate}) AS version) v
      LEFT JOIN briefing_approvals a ON a.local_date = ${localDate} AND a.version = v.version`,
  ]);
  const [{ version = null, actor: approver = null, at = null, author = null } = {}] = rows;
  return {
    isRequired,
    version,
    approval: approver !== null && at ? { by: nameOf(approver), at: at.toISOString() } : null,
    lastSavedBy: author === null ? null : nameOf(author),
    mayApprove: version !== null && author !== actor,
  };
}

function nameOf(actor: string): string {
  return actor.replace(/^admin:/, "");
}

/**
 * Approves exactly one version of a date's briefing.
 *
 * @throws AppError 409 `briefing_changed` if it is another one by now, `approval_not_required` if the setting is off; 403 for
 *   the person who saved it last
 */
export async function approveBriefing(
  ctx: Pick<Context, "db" | "clock">,
  { date, version }: ApprovalInput,
  actor: Actor,
): Promise<ApprovalView> {
  return ctx.db.$transaction(async (tx) => {
    // Every change of messages and posts updates these rows, so that none comes in between.
    await tx.$executeRaw`
      SELECT 1 FROM page_versions WHERE subject IN ('daily_messages', 'posts')
      ORDER BY subject FOR SHARE`;
    const found = await findApproval({ db: tx }, date, actor);
    if (!found.isRequired) {
      throw new AppError(409, messages.notRequired, { code: "approval_not_required" });
    }
    if (found.version !== version) {
      throw new AppError(409, messages.changed, { code: "briefing_changed" });
    }
    if (!found.mayApprove) throw new AppError(403, messages.notOwn);
    if (found.approval) return found;
    await tx.briefingApproval.create({
      data: { localDate: toDatabaseDate(date), version, actor, createdAt: ctx.clock.now() },
    });
    const subject = `briefing:${date}`;
    await recordAudit(ctx, tx, {
      actor,
      action: "briefing.approved",
      subject,
      detail: { version },
    });
    return findApproval({ db: tx }, date, actor);
  });
}
