import { z } from "zod";
import { adminMessages } from "../messages/admin";

export const adminEndpoints = {
  login: "/api/admin/login",
  logout: "/api/admin/logout",
  session: "/api/admin/session",
} as const;

/** Paths of the editor screens (docs/product-spec.md, section 3.1). */
export const adminAddresses = {
  login: "/cms-login-fpng",
  content: "/content-management",
  dailyMessages: "/daily-messages-admin",
  security: "/admin-security",
} as const;

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

export const adminSessionSchema = z.object({ authenticated: z.boolean() });

export type AdminSessionView = z.output<typeof adminSessionSchema>;
