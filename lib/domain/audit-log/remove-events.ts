import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit } from "../audit";
import type { Context } from "../context";

/** The action that says which entries were deleted with an account. */
export const erasedAction = "audit.erased";

/** The action that says before which time entries were deleted because of their age. */
export const expiredAction = "audit.expired";

/** The action that says which problems of the chain an operator has explained. */
export const acceptedAction = "audit.accepted";

/**
 * Deletes what the log says about someone: some events entirely, and the details of others. The log records
 * which ones, so that no other deletion goes unnoticed.
 *
 * @param subjects.deleted of events that are deleted entirely
 * @param subjects.blanked of events that are kept without detail
 */
export async function eraseAuditEvents(
  ctx: Pick<Context, "clock">,
  tx: Transaction,
  subjects: { deleted: readonly string[]; blanked: readonly string[] },
): Promise<void> {
  const erased = await tx.$queryRaw<{ id: number }[]>`
    WITH deleted AS (
      DELETE FROM audit_events WHERE subject = ANY(${subjects.deleted}::text[]) RETURNING id
    ), blanked AS (
      UPDATE audit_events SET detail = NULL, detail_salt = NULL
      WHERE subject = ANY(${subjects.blanked}::text[]) AND detail IS NOT NULL RETURNING id)
    SELECT id::float8 FROM deleted UNION ALL SELECT id::float8 FROM blanked ORDER BY 1`;
  if (erased.length === 0) return;
  await recordAudit(ctx, tx, {
    actor: "system",
    action: erasedAction,
    subject: "audit",
    detail: { entries: erased.map(({ id }) => id) },
  });
}
