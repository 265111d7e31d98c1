import { accountDetailsSentences } from "@/lib/contracts/account-details";
import { AppError } from "@/lib/platform/app-error";
import type { Context } from "../context";

/**
 * Makes sure that an address in a request is the subscriber's own. The session decides who is
 * meant; an address that says otherwise comes from a screen of somebody else.
 *
 * @param email in any case
 * @throws AppError 403
 */
export async function requireOwnEmail(
  ctx: Context,
  subscriberId: number,
  email: string,
): Promise<void> {
  const subscriber = await ctx.db.subscriber.findUnique({
    where: { id: subscriberId },
    select: { email: true },
  });
  if (subscriber?.email.toLowerCase() === email.toLowerCase()) return;
  throw new AppError(403, accountDetailsSentences.notYourEmail, { field: "email" });
}
