import type { SubscriberSession } from "@/lib/domain/auth/sessions";
import type { Context } from "@/lib/domain/context";
import { readSession } from "./session";

/** The subscriber's session that a page was asked for with, or null. Takes the cookies as a page reads them. */
export async function findSubscriberSession(
  ctx: Context,
  cookies: { get(name: string): { value: string } | undefined },
): Promise<SubscriberSession | null> {
  const session = await readSession(ctx, { get: (name) => cookies.get(name)?.value });
  return session?.role === "subscriber" ? session : null;
}
