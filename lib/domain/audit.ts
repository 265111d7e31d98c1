import type { Prisma, Transaction } from "@/lib/platform/database/database";
import type { Context } from "./context";

/** Who changed something. */
export type Actor =
  | `admin:${string}`
  | `subscriber:${number}`
  | "operator"
  /** Someone who isn't logged in. */
  | "visitor"
  | "paddle"
  | "postmark"
  | "twilio"
  | "system";

/** An actor for display: an administrator by their username. */
export function nameOf(actor: string): string {
  return actor.replace(/^admin:/, "");
}

export type AuditEvent = {
  actor: Actor;
  /** Such as `post.updated`. */
  action: string;
  /** Such as `post:12`. */
  subject: string;
  detail?: Prisma.InputJsonValue;
};

/** Records who changed what, in the transaction of the change. */
export async function recordAudit(
  ctx: Pick<Context, "clock">,
  tx: Pick<Transaction, "$executeRaw">,
  event: AuditEvent,
): Promise<void> {
  const { actor, action, subject } = event;
  const detail = event.detail === undefined ? null : JSON.stringify(event.detail, toStorable);
  await tx.$executeRaw`
    INSERT INTO audit_events (at, actor, action, subject, detail)
    SELECT ${ctx.clock.now()}, ${actor}, ${action}, ${subject}, ${detail}::jsonb`;
}

/** PostgreSQL's JSON can't store NUL characters or lone surrogates. */
function toStorable(_: string, value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value;
}
