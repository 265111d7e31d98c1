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
import { messageSchema } from "@/lib/contracts/responses/message";
import { adminJson } from "../admin";
import { getJson, request } from "../fetcher";
import { silent } from "../query-client";

/** The members of the team, and the invitations. */
export function team() {
  return queryOptions({
    queryKey: ["admin", "team"],
    queryFn: ({ signal }) => adminJson(endpoints.team, teamSchema, { signal }),
  });
}

/** Returns what the server says. Throws FetchError. */
async function send(url: string, method: "POST" | "PUT" | "DELETE", body?: unknown) {
  const options = body === undefined ? { method } : { method, body };
  return (await adminJson(url, messageSchema, options)).message;
}

/** Throws FetchError. */
export function changeRole({ id, ...body }: ChangeRole & { id: number }): Promise<string> {
  return send(endpoints.member(id), "PUT", body);
}

/** Throws FetchError. */
export function actOnMember(input: {
  id: number;
  action: MemberAction;
  currentPassword?: string;
}): Promise<string> {
  const { id, action, ...body } = input;
  return send(endpoints.memberAction(id, action), "POST", body);
}

/** Throws FetchError. */
export function requireTwoFactor(body: RequireTwoFactor): Promise<string> {
  return send(endpoints.twoFactor, "PUT", body);
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
  return send(endpoints.invitation(id), "DELETE");
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
  return queryOptions({
    queryKey: ["admin", "account", "sessions"],
    queryFn: ({ signal }) => adminJson(endpoints.sessions, ownSessionsSchema, { signal }),
  });
}

/** Throws FetchError. */
export function endSession(handle: string): Promise<string> {
  return send(endpoints.session(handle), "DELETE");
}

/** Throws FetchError. */
export function endOtherSessions(): Promise<string> {
  return send(endpoints.sessions, "DELETE");
}

/** Throws FetchError. */
export function changeOwnName(displayName: string): Promise<string> {
  return send(endpoints.name, "PUT", { displayName });
}
