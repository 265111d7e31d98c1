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
  tx: Pick<Transaction, "$executeRaw">,
  event: { actor: Actor; action: string; subject: string; detail?: Prisma.InputJsonValue },
): Promise<void> {
  const { actor, action, subject } = event;
  const detail = event.detail === undefined ? null : JSON.stringify(event.detail);
  await tx.$executeRaw`
    INSERT INTO audit_events (at, actor, action, subject, detail)
    VALUES (${ctx.clock.now()}, ${actor}, ${action}, ${subject}, ${detail}::jsonb)`;
}
