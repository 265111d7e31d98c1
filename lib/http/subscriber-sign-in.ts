import { actorOf } from "@/lib/domain/auth/sessions";
import { recordAudit } from "@/lib/domain/audit";
import type { Context } from "@/lib/domain/context";
import type { CookieJar } from "./cookies";
import { endSession, readSession } from "./session";

type CookieSource = { get(name: string): { value: string } | undefined };

/** Whether a browser holds a live subscriber's session. Takes the cookies as a page reads them. */
export async function isSubscriberSignedIn(ctx: Context, cookies: CookieSource): Promise<boolean> {
  const session = await readSession(ctx, { get: (name) => cookies.get(name)?.value });
  return session?.role === "subscriber";
}

/** Logs a subscriber out; without a session nothing happens. */
export async function signOutSubscriber(ctx: Context, cookies: CookieJar): Promise<void> {
  const session = await readSession(ctx, cookies);
  await endSession(ctx, cookies);
  if (session?.role !== "subscriber") return;
  const actor = actorOf(session);
  await recordAudit(ctx, ctx.db, { actor, action: "subscriber.logged-out", subject: actor });
}
