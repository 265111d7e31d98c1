import { todayMessages } from "@/lib/messages/admin/today";
import { AppError } from "@/lib/platform/app-error";
import { replayErasures } from "../erasure/replay-erasures";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";
import { findOpenRestore } from "../delivery/ledger/open-restore";
import { releaseRestore } from "./recover-database";
import { replayChoices } from "./replay-choices";

/**
 * Resumes sending after a restore, before the providers have said who got the briefing. What the data folder
 * knows needs no provider, so deleted accounts and choices come first.
 *
 * @throws AppError 409 when they aren't on hold
 */
export async function resumeBriefings(ctx: Context, actor: Actor): Promise<void> {
  const restore = await findOpenRestore(ctx);
  if (!restore) throw new AppError(409, todayMessages.holds.notOnHold);
  await replayErasures(ctx);
  await replayChoices(ctx);
  await releaseRestore(ctx, restore.id);
  await recordAudit(ctx, ctx.db, {
    actor,
    action: "briefings.resumed",
    subject: `restore:${restore.id}`,
  });
}
