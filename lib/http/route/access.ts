import {
  adminLoginRequiredCode,
  adminRoles,
  mayDo,
  permissions,
  roleNotAllowedCode,
  rolesOf,
  scopeMissingCode,
  type Permission,
} from "@/lib/contracts/roles";
import { limits } from "@/lib/contracts/limits";
import { findTokenCaller } from "@/lib/domain/team/api-tokens";
import type { AdminSession, SubscriberSession } from "@/lib/domain/auth/sessions";
import type { Context } from "@/lib/domain/context";
import { enforceRateLimits } from "@/lib/domain/limits/rate-limit";
import { httpMessages } from "@/lib/messages/http";
import { AppError } from "@/lib/platform/app-error";
import type { CookieJar } from "./cookies";
import { tooMany, type AccessReference, type ErrorReference } from "./reference";
import { readSession } from "../auth/session";

/** Input of a guard. Access is checked before the parameters and body are read. */
export type GuardInput = {
  ctx: Context;
  request: Request;
  cookies: CookieJar;
  /** Whether only browsers may call, even if the access would admit a token. */
  isSessionOnly?: boolean;
  /** Path parameters, not validated yet. */
  params: Readonly<Record<string, string | string[] | undefined>>;
};

/** Decides who may call a route that isn't tied to a session or a role. */
export type Guard<Caller> = AccessReference & {
  /** What `admit` throws. */
  errors: readonly ErrorReference[];
  /** Returns what the handler needs to know about the caller; throws an AppError to refuse. */
  admit(input: GuardInput): Promise<Caller>;
};

/** Administrators whose role includes a permission. */
export type AdminAccess = `admin:${Permission}`;

/**
 * Who may call a route: everyone, every administrator (for their own account), administrators whose
 * role includes a permission, subscribers, or callers that a guard admits.
 */
export type Access = "public" | "admin" | AdminAccess | "subscriber" | Guard<unknown>;

/** The handler's `caller`, by access. */
export type CallerOf<A extends Access> = A extends "public"
  ? null
  : A extends "admin" | AdminAccess
    ? AdminSession
    : A extends "subscriber"
      ? SubscriberSession
      : A extends Guard<infer Caller>
        ? Caller
        : never;

/** Admits everyone, and tells the handler whether it's an administrator. */
export const anyoneOrAdmin: Guard<AdminSession | null> = {
  name: "anyone or admin",
  security: [{}, { adminSession: [] }],
  errors: [],
  admit: ({ ctx, cookies }) => readSession(ctx, cookies, "admin"),
};

const notLoggedIn: ErrorReference = [401, "The browser isn't logged in"];

/** The request's token, if any: it comes from a program, which has no cookies. */
function bearerOf(request: Request): string | null {
  return /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;
}

/** Admits a program by its token, for calls that ask for a permission. */
async function requireToken(
  { ctx, isSessionOnly }: GuardInput,
  token: string,
  permission: Permission,
): Promise<AdminSession> {
  const caller = await findTokenCaller(ctx, token);
  if (!caller) throw new AppError(401, httpMessages.tokenInvalid);
  const { tokenId, session } = caller;
  const key = `api-token:${tokenId}`;
  await enforceRateLimits(ctx, [{ key, limit: limits.apiCallsPerToken }]);
  if (isSessionOnly) throw new AppError(403, httpMessages.tokenNotAccepted);
  requirePermission(session, permission);
  ctx.log.info({ tokenId }, "api token used");
  return session;
}

/**
 * @throws AppError 401 without a session or with an invalid token, 403 with only the other kind of session or
 *   without the permission, 429 for too many calls with a token, and what a guard throws
 */
export async function requireAccess(access: Access, input: GuardInput): Promise<unknown> {
  if (access === "public") return null;
  if (typeof access === "object") return access.admit(input);
  const { ctx, cookies, request } = input;
  const permission = permissionOf(access);
  const token = bearerOf(request);
  if (token !== null && permission) return requireToken(input, token, permission);
  const kind = access === "subscriber" ? access : "admin";
  const session = await readSession(ctx, cookies, kind);
  if (session) {
    if (session.kind === "admin" && permission) requirePermission(session, permission);
    return session;
  }
  const other = kind === "admin" ? "subscriber" : "admin";
  if (await readSession(ctx, cookies, other)) {
    const code = kind === "admin" ? adminLoginRequiredCode : undefined;
    throw new AppError(403, httpMessages.notAllowed, { code });
  }
  throw new AppError(401, httpMessages.loginRequired);
}

/** The permission that an access requires; null if it requires none. */
function permissionOf(access: Exclude<Access, Guard<unknown>>): Permission | null {
  return permissions.find((permission) => access === `admin:${permission}`) ?? null;
}

/** @throws AppError 403 when the administrator's role, or the token, doesn't include the permission */
function requirePermission({ role, scopes }: AdminSession, permission: Permission): void {
  if (scopes && !scopes.includes(permission)) {
    throw new AppError(403, httpMessages.scopeMissing(permission), { code: scopeMissingCode });
  }
  if (mayDo(role, permission)) return;
  throw new AppError(403, httpMessages.roleNotAllowed(role), { code: roleNotAllowedCode });
}

/** How the API reference describes an access. */
export function describeAccess(
  access: Access,
  isSessionOnly = false,
): AccessReference & { errors: readonly ErrorReference[] } {
  if (typeof access === "object") return access;
  if (access === "public") return { name: access, security: [], errors: [] };
  if (access === "subscriber") {
    return {
      name: access,
      security: [{ session: [] }],
      errors: [notLoggedIn, [403, "The browser is only logged in as an admin"]],
    };
  }
  const permission = permissionOf(access);
  const errors: ErrorReference[] = [
    notLoggedIn,
    [403, "The browser is only logged in as a subscriber", adminLoginRequiredCode],
  ];
  if (permission && rolesOf(permission).length < adminRoles.length) {
    const roles = rolesOf(permission).join(" or ");
    errors.push([403, `The admin's role isn't ${roles}`, roleNotAllowedCode]);
  }
  if (!permission) return { name: access, security: [{ adminSession: [] }], errors };
  if (isSessionOnly) {
    errors.push([403, "The call has a token"]);
    return { name: access, security: [{ adminSession: [] }], errors };
  }
  errors.push(
    [401, "The token isn't valid"],
    [403, `The token doesn't have the scope \`${permission}\``, scopeMissingCode],
    tooMany(limits.apiCallsPerToken, "with one token"),
  );
  return { name: access, security: [{ adminSession: [] }, { apiToken: [] }], errors };
}
