import { queryOptions } from "@tanstack/react-query";
import type { AdminLoginStep } from "@/lib/contracts/admin/security";
import { adminLoginProgressSchema } from "@/lib/contracts/admin/security";
import {
  invitationSchema,
  openInvitationSchema,
  ownSessionsSchema,
  teamEndpoints as endpoints,
  teamSchema,
  type AcceptInvitation,
  type ChangeRole,
  type Invite,
  type MemberAction,
  type RequireTwoFactor,
} from "@/lib/contracts/admin/team";
import { adminJson, adminMessage, adminQuery } from "../admin";
import { getJson, request } from "../fetcher";
import { silent } from "../query-client";

/** The members of the team, and the invitations. */
export function team() {
  return adminQuery(["admin", "team"], endpoints.team, teamSchema);
}

/** Throws FetchError. */
export function changeRole({ id, ...body }: ChangeRole & { id: number }): Promise<string> {
  return adminMessage(endpoints.member(id), "PUT", body);
}

/** Throws FetchError. */
export function actOnMember(input: {
  id: number;
  action: MemberAction;
  currentPassword?: string;
}): Promise<string> {
  const { id, action, ...body } = input;
  return adminMessage(endpoints.memberAction(id, action), "POST", body);
}

/** Throws FetchError. */
export function requireTwoFactor(body: RequireTwoFactor): Promise<string> {
  return adminMessage(endpoints.twoFactor, "PUT", body);
}

/** Throws FetchError. */
export function invite(body: Invite) {
  return adminJson(endpoints.invitations, invitationSchema, { method: "POST", body });
}

/** Throws FetchError. */
export function resendInvitation(id: number) {
  return adminJson(endpoints.resendInvitation(id), invitationSchema, { method: "POST" });
}

/** Throws FetchError. */
export function withdrawInvitation(id: number): Promise<string> {
  return adminMessage(endpoints.invitation(id), "DELETE");
}

/** The invitation of a link. */
export function openInvitation(token: string) {
  return queryOptions({
    queryKey: ["admin", "invitation", token],
    queryFn: ({ signal }) =>
      getJson(endpoints.acceptInvitation(token), openInvitationSchema, signal),
    meta: silent,
  });
}

/** Accepts an invitation; returns the next step of the login. Throws FetchError. */
export async function acceptInvitation(
  token: string,
  body: AcceptInvitation,
): Promise<AdminLoginStep | null> {
  const response = await request(endpoints.acceptInvitation(token), { method: "POST", body });
  const progress = adminLoginProgressSchema.parse(await response.json());
  return progress.success ? null : progress.next;
}

/** The browsers that the administrator is logged in with. */
export function ownSessions() {
  return adminQuery(["admin", "account", "sessions"], endpoints.sessions, ownSessionsSchema);
}

/** Throws FetchError. */
export function endSession(handle: string): Promise<string> {
  return adminMessage(endpoints.session(handle), "DELETE");
}

/** Throws FetchError. */
export function endOtherSessions(): Promise<string> {
  return adminMessage(endpoints.sessions, "DELETE");
}

/** Throws FetchError. */
export function changeOwnName(displayName: string): Promise<string> {
  return adminMessage(endpoints.name, "PUT", { displayName });
}
