import type { Prisma, Transaction } from "@/lib/platform/database/database";
import type { Context } from "./context";

/** Who changed something. */
export type Actor =
  | `admin:${string}`
  | `subscriber:${number}`
  | "operator"
  | "paddle"
  | "postmark"
  | "twilio"
  | "system";

/**
 * Writes down who changed what, in the transaction of the change.
 *
 * @param event.action such as `post.updated`
 * @param event.subject such as `post:12`
 */
export async function recordAudit(
  ctx: Pick<Context, "clock">,
  tx: Pick<Transaction, "auditEvent">,
  event: { actor: Actor; action: string; subject: string; detail?: Prisma.InputJsonValue },
): Promise<void> {
  await tx.auditEvent.create({ data: { at: ctx.clock.now(), ...event } });
}
