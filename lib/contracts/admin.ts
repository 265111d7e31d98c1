import { z } from "zod";
import { sentences } from "./sentences";

/** What an administrator logs in with. */
export const adminLoginSchema = z.object({
  username: z
    .string({ error: sentences.admin.usernameRequired })
    .trim()
    .min(1, sentences.admin.usernameRequired),
  password: z
    .string({ error: sentences.admin.passwordRequired })
    .min(1, sentences.admin.passwordRequired),
});

/** What an administrator logs in with. */
export type AdminLogin = z.output<typeof adminLoginSchema>;

/** The answer to a login that succeeded. */
export type AdminLoginView = { success: true; message: string };

/** Whether the browser holds a live administrator's session. */
export type AdminSessionView = { authenticated: boolean };
