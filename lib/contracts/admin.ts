import { z } from "zod";
import { adminMessages } from "../messages/admin";
import { adminRoleSchema } from "./roles";

export const adminEndpoints = {
  login: "/api/admin/login",
  logout: "/api/admin/logout",
  session: "/api/admin/session",
} as const;

/** Paths of the editor screens (docs/product-spec.md, section 3.1). */
export const adminAddresses = {
  login: "/cms-login-fpng",
  content: "/content-management",
  images: "/content-management/images",
  importPosts: "/content-management/import",
  dailyMessages: "/daily-messages-admin",
  security: "/admin-security",
  audit: "/admin/audit",
  team: "/admin/team",
  money: "/admin/money",
  api: "/admin/api",
  import: "/admin/import",
  settings: "/admin/settings",
  status: "/admin/status",
} as const;

/** Of the screen of posts: opens the post with this id. */
export const editPostParameter = "post";

/** Where a post is edited. */
export function editPostAddress(id: number): string {
  return `${adminAddresses.content}?${editPostParameter}=${id}`;
}

export const adminLoginSchema = z.object({
  username: z
    .string({ error: adminMessages.usernameRequired })
    .trim()
    .min(1, adminMessages.usernameRequired),
  password: z
    .string({ error: adminMessages.passwordRequired })
    .min(1, adminMessages.passwordRequired),
});

export type AdminLogin = z.output<typeof adminLoginSchema>;

/** The administrator who is logged in. */
const adminIdentitySchema = z.object({
  username: z.string(),
  displayName: z.string().describe("As chosen; otherwise the username"),
  role: adminRoleSchema,
});

export type AdminIdentity = z.output<typeof adminIdentitySchema>;

export const adminSessionSchema = z.object({
  authenticated: z.boolean(),
  admin: adminIdentitySchema.optional().describe("Only while logged in"),
});

export type AdminSessionView = z.output<typeof adminSessionSchema>;
