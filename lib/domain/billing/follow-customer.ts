import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit } from "../audit";
import { endLogins } from "../contact/end-logins";
import type { Context } from "../context";

type Change = { customerId: string; email: string; formerEmail: string };

/**
 * Handles a customer's address that was corrected at Paddle. Until their sign-up is finished, it's all we
 * know about the person, so it becomes their address, and anyone who reads the former mailbox is logged out.
 * Afterwards, it's only the address they pay with.
 */
export async function followCustomer(
  ctx: Context,
  tx: Transaction,
  { customerId, email, formerEmail }: Change,
): Promise<void> {
  const now = ctx.clock.now();
  const moved = await tx.$queryRaw<{ id: number }[]>`
    UPDATE subscribers r SET email = ${email}, updated_at = ${now}
    WHERE lower(r.email) = lower(${formerEmail})
      AND r.id IN (SELECT subscriber_id FROM subscriptions WHERE paddle_customer_id = ${customerId})
      AND EXISTS (SELECT 1 FROM onboarding_records o WHERE o.subscriber_id = r.id)
      AND NOT EXISTS (
        SELECT 1 FROM onboarding_records o WHERE o.subscriber_id = r.id AND o.completed_at IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM imported_people p WHERE p.subscriber_id = r.id)
      AND NOT EXISTS (
        SELECT 1 FROM subscribers o WHERE lower(o.email) = lower(${email}) AND o.id <> r.id)
    RETURNING id`;
  for (const { id } of moved) {
    await endLogins(ctx, tx, id);
    await recordAudit(ctx, tx, {
      actor: "paddle",
      action: "email.changed",
      subject: `subscriber:${id}`,
      detail: { before: { email: formerEmail }, after: { email } },
    });
  }
  await tx.$executeRaw`
    UPDATE subscribers SET payment_email = ${email}, updated_at = ${now}
    WHERE lower(payment_email) = lower(${formerEmail})
      AND id IN (SELECT subscriber_id FROM subscriptions WHERE paddle_customer_id = ${customerId})`;
}
