import { importMessages } from "@/lib/messages/admin/imports";
import { AppError } from "@/lib/platform/app-error";
import type { Prisma, Transaction } from "@/lib/platform/database/database";
import { recordAudit, type AuditEvent } from "../../audit";
import type { Context } from "../../context";

export type SubscriberImport = Prisma.SubscriberImportGetPayload<object>;

/** Files contain many people's addresses, so we record who had one. */
export async function recordUse(
  ctx: Context,
  tx: Transaction | Context["db"],
  { id, fileName, source }: Pick<SubscriberImport, "id" | "fileName" | "source">,
  event: Pick<AuditEvent, "actor" | "action">,
): Promise<void> {
  const subject = `import:${id}`;
  await recordAudit(ctx, tx, { ...event, subject, detail: { fileName, source } });
}

/** Throws AppError 404. */
export async function findImport(ctx: Context, id: number): Promise<SubscriberImport> {
  const found = await ctx.db.subscriberImport.findUnique({ where: { id } });
  if (!found) throw new AppError(404, importMessages.notFound);
  return found;
}

/** Finds an import that hasn't been started. Throws AppError 404, or 409 once it has. */
export async function findWaiting(ctx: Context, id: number): Promise<SubscriberImport> {
  const found = await findImport(ctx, id);
  if (found.state !== "checked") throw new AppError(409, importMessages.notWaiting);
  return found;
}
