import type { ApprovalInput, ApprovalView } from "@/lib/contracts/admin/approval";
import { toDatabaseDate } from "@/lib/calendar/days";
import { approvalMessages as messages } from "@/lib/messages/admin/approval";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { nameOf, recordAudit, type Actor } from "../../audit";
import type { Context } from "../../context";
import { readSetting } from "../../settings/stored-settings";
import { lockContent } from "./editions";

type Reading = { db: Pick<Transaction, "$queryRaw" | "storedSetting"> };

/** Says whether a date's briefing is approved as saved, and whether `actor` may approve it. */
export async function findApproval(
  { db }: Reading,
  date: string,
  actor: Actor,
): Promise<ApprovalView> {
  const localDate = toDatabaseDate(date);
  const [isRequired, rows] = await Promise.all([
    readSetting(db, "requireApproval"),
    db.$queryRaw<
      {
        version: string | null;
        savedAt: Date | null;
        actor: string | null;
        at: Date | null;
        author: string | null;
      }[]
    >`
      WITH message AS (
        SELECT id, coalesce(updated_at, created_at) AS saved_at FROM daily_messages
        WHERE local_date = ${localDate} AND is_active
      ), post AS (
        SELECT id FROM posts
        WHERE local_date = ${localDate} AND deleted_at IS NULL AND NOT is_draft
        ORDER BY created_at DESC, id DESC LIMIT 1
      ), changed (subject, actions) AS (
        SELECT 'daily-message:' || id, ARRAY['daily-message.created', 'daily-message.updated']
        FROM message
        UNION ALL
        SELECT 'post:' || id, ARRAY['post.created', 'post.updated'] FROM post
        -- Deleting or restoring any post of the day can change which one is sent.
        UNION ALL
        SELECT 'post:' || id, ARRAY['post.deleted', 'post.restored'] FROM posts
        WHERE local_date = ${localDate}
      )
      SELECT v.version, m.saved_at AS "savedAt", a.actor, a.created_at AS at, (
        SELECT e.actor FROM changed c
        JOIN audit_events e ON e.subject = c.subject AND e.action = ANY(c.actions)
        ORDER BY e.id DESC LIMIT 1) AS author
      FROM (SELECT briefing_version(${localDate}) AS version) v
      LEFT JOIN message m ON true
      LEFT JOIN briefing_approvals a ON a.local_date = ${localDate} AND a.version = v.version`,
  ]);
  const [row] = rows;
  const { version = null, savedAt = null, actor: approver = null, at = null } = row ?? {};
  const author = row?.author ?? null;
  return {
    isRequired,
    version,
    messageSavedAt: savedAt?.toISOString() ?? null,
    approval: approver !== null && at ? { by: nameOf(approver), at: at.toISOString() } : null,
    lastSavedBy: author === null ? null : nameOf(author),
    mayApprove: version !== null && author !== actor,
  };
}

/** The version of a date's briefing as saved; null without an active message. */
export async function findVersion(
  { db }: Pick<Context, "db">,
  date: string,
): Promise<string | null> {
  const [row] = await db.$queryRaw<{ version: string | null }[]>`
    SELECT briefing_version(${toDatabaseDate(date)}) AS version`;
  return row?.version ?? null;
}

/**
 * Approves exactly one version of a date's briefing.
 *
 * @throws AppError 409 `briefing_changed` if the briefing has changed, `approval_not_required` if the setting
 *   is off; 403 for the person who saved it last
 */
export async function approveBriefing(
  ctx: Pick<Context, "db" | "clock">,
  { date, version }: ApprovalInput,
  actor: Actor,
): Promise<ApprovalView> {
  return ctx.db.$transaction(async (tx) => {
    await lockContent(tx);
    const found = await findApproval({ db: tx }, date, actor);
    if (!found.isRequired) {
      throw new AppError(409, messages.notRequired, { code: "approval_not_required" });
    }
    if (found.version !== version) {
      throw new AppError(409, messages.changed, { code: "briefing_changed" });
    }
    if (!found.mayApprove) throw new AppError(403, messages.notOwn);
    if (found.approval) return found;
    // An earlier version loses its approval: it was replaced for a reason.
    await tx.briefingApproval.deleteMany({ where: { localDate: toDatabaseDate(date) } });
    // Pages show only what's approved for sending.
    await tx.$executeRaw`
      UPDATE page_versions SET version = version + 1 WHERE subject = 'daily_messages'`;
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
