import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";
import { turnOffWebhooksOf } from "../webhooks/endpoints";
import { describeToken, withAdmin } from "./api-tokens";

type WriteContext = Pick<Context, "clock">;

/**
 * Revokes all tokens of an administrator, so that they don't work again once their login is allowed again,
 * and turns off their webhooks.
 */
export async function revokeTokensOf(
  ctx: WriteContext,
  tx: Transaction,
  adminId: number,
  actor: Actor,
): Promise<void> {
  const where = { adminId, revokedAt: null };
  const tokens = await tx.apiToken.findMany({ where, include: withAdmin, orderBy: { id: "asc" } });
  await tx.apiToken.updateMany({ where, data: { revokedAt: ctx.clock.now() } });
  const ids = tokens.map(({ id }) => id);
  await turnOffWebhooksOf(ctx, tx, ids, actor);
  for (const token of tokens) {
    await recordAudit(ctx, tx, {
      actor,
      action: "token.revoked",
      subject: `admin:${token.admin.username}`,
      detail: { before: describeToken(token) },
    });
  }
}

/**
 * Withdraws the open invitations of someone who may no longer invite: they could lead back into the
 * team.
 */
export async function withdrawInvitationsBy(
  ctx: WriteContext,
  tx: Transaction,
  adminId: number,
  actor: Actor,
): Promise<void> {
  const where = { invitedById: adminId };
  const invitations = await tx.adminInvitation.findMany({ where, orderBy: { id: "asc" } });
  await tx.adminInvitation.deleteMany({ where });
  for (const { id, email, role } of invitations) {
    await recordAudit(ctx, tx, {
      actor,
      action: "admin.invitation-withdrawn",
      subject: `invitation:${id}`,
      detail: { before: { email, role } },
    });
  }
}
