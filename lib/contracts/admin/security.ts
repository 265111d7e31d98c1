import { z } from "zod";
import { adminSecurityMessages as messages } from "../../messages/admin-security";

/** Fewest characters of a new administrator password, without and with two-factor login. */
export const passwordLength = { alone: 15, withSecondFactor: 8 } as const;

/**
 * Whether a new administrator can have this username. Letters of other scripts could make it look like
 * someone else's, in the audit log for example.
 */
export const isUsername = (name: string) => /^[a-z0-9._@-]{1,100}$/i.test(name);

/** Minutes that a login can take between the password and the last step. */
export const adminLoginMinutes = 10;

/** Days after its last login until an administrator's browser counts as new again. */
export const adminDeviceDays = 90;

/** How many wrong codes end a login that isn't finished. */
export const maxWrongCodes = 5;

/** How many recovery codes an administrator gets. */
export const recoveryCodeCount = 10;

export const adminSecurityEndpoints = {
  loginCode: "/api/admin/login/code",
  loginPassword: "/api/admin/login/password",
  loginTwoFactor: "/api/admin/login/two-factor",
  loginTwoFactorConfirm: "/api/admin/login/two-factor/confirm",
  account: "/api/admin/account",
  password: "/api/admin/account/password",
  twoFactor: "/api/admin/account/two-factor",
  twoFactorConfirm: "/api/admin/account/two-factor/confirm",
  twoFactorTurnOff: "/api/admin/account/two-factor/turn-off",
  recoveryCodes: "/api/admin/account/recovery-codes",
  device: (id: number) => `/api/admin/account/devices/${id}`,
} as const;

/**
 * What an administrator still has to do after the password: enter a code, set up two-factor login, or
 * choose a new password.
 */
export const adminLoginSteps = ["code", "two-factor", "password"] as const;

export type AdminLoginStep = (typeof adminLoginSteps)[number];

/** Code of the 401 when the login took too long or was ended, so the password is needed again. */
export const loginExpiredCode = "login_expired";

/** Answer of `POST /api/admin/login` and its further steps. */
export const adminLoginProgressSchema = z.union([
  z.object({ success: z.literal(true), message: z.string() }),
  z.object({
    success: z.literal(false),
    message: z.string(),
    next: z.enum(adminLoginSteps).describe("What is still missing for a session"),
  }),
]);

export type AdminLoginProgressView = z.output<typeof adminLoginProgressSchema>;

const newPassword = z
  .string({ error: messages.newPasswordRequired })
  .min(1, messages.newPasswordRequired)
  .max(200, messages.passwordTooLong);

export const newPasswordSchema = z.object({ password: newPassword });

const code = z
  .string({ error: messages.codeRequired })
  .trim()
  .min(1, messages.codeRequired)
  .max(50, messages.codeWrong)
  .describe("Six digits from the authenticator app, or a recovery code");

export const codeSchema = z.object({ code });

/** What an authenticator app needs; the QR code contains the same as `secret`. */
export const enrollmentSchema = z.object({
  secret: z.string().describe("Base32, in groups of four characters"),
  qrCode: z.object({
    size: z.int().describe("Width and height in modules"),
    path: z.string().describe("SVG path of the dark modules"),
  }),
});

export type EnrollmentView = z.output<typeof enrollmentSchema>;

const recoveryCodes = z.array(z.string()).describe("Each replaces the app once; shown only here");

/** Answer of `POST /api/admin/login/two-factor/confirm`. */
export const enrolledLoginSchema = z.object({ recoveryCodes, login: adminLoginProgressSchema });

export type EnrolledLoginView = z.output<typeof enrolledLoginSchema>;

/** The logged-in administrator's own account. */
export const adminAccountSchema = z.object({
  username: z.string(),
  email: z.string().nullable().describe("Where login alerts go; null means the operator"),
  hasTwoFactor: z.boolean(),
  requiresTwoFactor: z.boolean().describe("Two-factor login can't be turned off"),
  recoveryCodesLeft: z.int(),
  devices: z.array(
    z.object({
      id: z.int(),
      description: z.string().describe("Such as Chrome on Windows"),
      network: z.string().nullable().describe("Of the latest login, such as 203.0.113.0/24"),
      lastLoginAt: z.iso.datetime(),
      isCurrent: z.boolean().describe("Whether it's the browser making the call"),
    }),
  ),
});

export type AdminAccountView = z.output<typeof adminAccountSchema>;

/** Asked for again before changes that outlast a session. */
export const currentPassword = z
  .string({ error: messages.currentPasswordRequired })
  .min(1, messages.currentPasswordRequired);

/** For a call that a token can also make, without a password. */
export const passwordInSession = currentPassword
  .optional()
  .describe("The admin's own password; required unless a token calls");

export const currentPasswordSchema = z.object({ currentPassword });

export const changePasswordSchema = z.object({ currentPassword, password: newPassword });

export const turnOffTwoFactorSchema = z.object({ currentPassword, code });

export const recoveryCodesSchema = z.object({ recoveryCodes });
