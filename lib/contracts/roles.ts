import { z } from "zod";

/** An administrator's roles, from the most to the fewest permissions. */
export const adminRoles = ["owner", "editor", "support"] as const;

export type AdminRole = (typeof adminRoles)[number];

export const adminRoleSchema = z.enum(adminRoles);

export const permissions = [
  "view",
  "write",
  "approve",
  "help",
  "changeDetails",
  "refund",
  "viewMoney",
  "manageData",
  "manage",
] as const;

export type Permission = (typeof permissions)[number];

/** Who may do what. The routes' `access` names one of these, and Team shows them as a table. */
const rolesByPermission = {
  /** See Today, subscribers, deliveries, posts, and messages. */
  view: ["owner", "editor", "support"],
  /** Write posts and messages, and send tests. */
  write: ["owner", "editor"],
  /** Approve a briefing before it goes out. */
  approve: ["owner", "editor"],
  /** Resend a briefing, pause deliveries, and send a login link. */
  help: ["owner", "support"],
  /** Change a subscriber's email address, number, and time zone. */
  changeDetails: ["owner", "support"],
  /** Cancel a subscription and refund, up to `refundLimits`. */
  refund: ["owner", "support"],
  /** See revenue. */
  viewMoney: ["owner"],
  /** Import, export, and erase subscribers. */
  manageData: ["owner"],
  /** Manage the team, settings, tokens, and webhooks, and see the audit log. */
  manage: ["owner"],
} as const satisfies Record<Permission, readonly AdminRole[]>;

/** Whether a role includes a permission. For the amount of a refund, see `refundLimits`. */
export function mayDo(role: AdminRole, permission: Permission): boolean {
  return rolesOf(permission).includes(role);
}

/** The roles that include a permission. */
export function rolesOf(permission: Permission): readonly AdminRole[] {
  return rolesByPermission[permission];
}

/** Code of the 403 when only a subscriber is logged in, and the call needs an administrator. */
export const adminLoginRequiredCode = "admin_login_required";

/** Code of the 403 when the administrator's role doesn't include what they tried. */
export const roleNotAllowedCode = "role_not_allowed";

/** Code of the 403 when a token doesn't have the scope that a call needs. */
export const scopeMissingCode = "scope_missing";

export const permissionSchema = z.enum(permissions);
