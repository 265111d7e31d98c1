import type { AdminSession, SubscriberSession } from "@/lib/domain/auth/sessions";
import type { Context } from "@/lib/domain/context";
import { httpMessages } from "@/lib/messages/http";
import { AppError } from "@/lib/platform/app-error";
import type { CookieJar } from "./cookies";
import type { AccessReference, ErrorReference } from "./reference";
import { readSession } from "../auth/session";

/** Input of a guard. Access is checked before the parameters and body are read. */
export type GuardInput = {
  ctx: Context;
  request: Request;
  cookies: CookieJar;
  /** Path parameters, not validated yet. */
  params: Readonly<Record<string, string | string[] | undefined>>;
};

/** Decides who may call a route that isn't tied to a role. */
export type Guard<Caller> = AccessReference & {
  /** What `admit` throws. */
  errors: readonly ErrorReference[];
  /** Returns what the handler needs to know about the caller; throws an AppError for others. */
  admit(input: GuardInput): Promise<Caller>;
};

/** Who may call a route: everyone, a role, or callers that a guard admits. */
export type Access = "public" | "admin" | "subscriber" | Guard<unknown>;

/** The handler's `caller`, by access. */
export type CallerOf<A extends Access> = A extends "public"
  ? null
  : A extends "admin"
    ? AdminSession
    : A extends "subscriber"
      ? SubscriberSession
      : A extends Guard<infer Caller>
        ? Caller
        : never;

/** Admits everyone, and tells the handler if it's an administrator. */
export const anyoneOrAdmin: Guard<AdminSession | null> = {
  name: "anyone or admin",
  security: [{}, { adminSession: [] }],
  errors: [],
  admit: ({ ctx, cookies }) => readSession(ctx, cookies, "admin"),
};

/**
 * @throws AppError 401 without a session, 403 with only the other role's, and what a guard throws
 */
export async function requireAccess(access: Access, input: GuardInput): Promise<unknown> {
  if (access === "public") return null;
  if (typeof access === "object") return access.admit(input);
  const { ctx, cookies } = input;
  const session = await readSession(ctx, cookies, access);
  if (session) return session;
  const other = access === "admin" ? "subscriber" : "admin";
  if (await readSession(ctx, cookies, other)) throw new AppError(403, httpMessages.notAllowed);
  throw new AppError(401, httpMessages.loginRequired);
}

/** What the API reference says of an access. */
export function describeAccess(
  access: Access,
): AccessReference & { errors: readonly ErrorReference[] } {
  if (typeof access === "object") return access;
  if (access === "public") return { name: access, security: [], errors: [] };
  return {
    name: access,
    security: [{ [access === "admin" ? "adminSession" : "session"]: [] }],
    errors: [
      [401, "The browser isn't logged in"],
      [403, `The browser is only logged in as ${access === "admin" ? "a subscriber" : "an admin"}`],
    ],
  };
}
