import type { PlanName } from "@/lib/contracts/plans";
import type { Context } from "../context";

/** Whom a notice is about; null once the account is deleted. */
export async function findSubscriber(ctx: Context, id: number | null) {
  if (id === null) return null;
  return ctx.db.subscriber.findUnique({
    where: { id },
    select: { id: true, name: true, email: true, paymentEmail: true, timezone: true },
  });
}

/** The plan of a subscription; one of an unknown price counts as monthly. */
export function readPlan(plan: string | null): PlanName {
  return plan === "annual" ? "annual" : "monthly";
}
