import { z } from "zod";
import { adminMessages } from "../messages/admin";

/** Where an administrator's session begins, ends and is asked about (spec, section 7). */
export const adminEndpoints = {
  login: "/api/admin/login",
  logout: "/api/admin/logout",
  session: "/api/admin/session",
} as const;

/** Where the editors' screens stand (spec, section 2). */
export const adminAddresses = {
  login: "/cms-login-fpng",
  content: "/content-management",
  dailyMessages: "/daily-messages-admin",
} as const;

/** What an administrator logs in with. */
export const adminLoginSchema = z.object({
  username: z
    .string({ error: adminMessages.usernameRequired })
    .trim()
    .min(1, adminMessages.usernameRequired),
  password: z
    .string({ error: adminMessages.passwordRequired })
    .min(1, adminMessages.passwordRequired),
});

/** What an administrator logs in with. */
export type AdminLogin = z.output<typeof adminLoginSchema>;

/** The answer to a login: whether it succeeded, and what to tell the person. */
export const adminLoginAnswerSchema = z.object({
  success: z.boolean(),
  message: z.string().optional(),
});

/** The answer to a login that succeeded. */
export type AdminLoginView = { success: true; message: string };

/** Whether the browser holds a live administrator's session. */
export const adminSessionSchema = z.object({ authenticated: z.boolean() });

/** Whether the browser holds a live administrator's session. */
export type AdminSessionView = z.output<typeof adminSessionSchema>;
