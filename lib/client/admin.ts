import { queryOptions, type QueryKey } from "@tanstack/react-query";
import { z } from "zod";
import { FetchError, type RequestOptions, getJson, request } from "./fetcher";
import { silent } from "./query-client";
import { type AdminLogin, adminEndpoints, adminSessionSchema } from "@/lib/contracts/admin";
import { adminLoginRequiredCode } from "@/lib/contracts/roles";
import { messageSchema } from "@/lib/contracts/responses/message";
import {
  adminLoginProgressSchema,
  adminLoginSteps,
  adminSecurityEndpoints,
  enrolledLoginSchema,
  enrollmentSchema,
  type AdminLoginProgressView,
  type AdminLoginStep,
} from "@/lib/contracts/admin/security";

/** A login that answered 200 with `success: false`; the message may be empty. */
export class LoginRefused extends Error {
  override name = "LoginRefused";
}

// More lenient than the server's contract.
const loginAnswerSchema = z.object({
  success: z.boolean(),
  message: z.string().optional(),
  next: z.enum(adminLoginSteps).optional(),
});

/**
 * Checks the password.
 *
 * @returns the next step, or null when the browser is logged in
 * @throws FetchError or LoginRefused when the login is refused, TypeError when there is no answer
 */
export async function logIn(credentials: AdminLogin): Promise<AdminLoginStep | null> {
  const response = await request(adminEndpoints.login, { method: "POST", body: credentials });
  const { success, message, next } = loginAnswerSchema.parse(await response.json());
  if (!success && !next) throw new LoginRefused(message);
  return next ?? null;
}

/** Takes the code step of a login, or the password step. Returns the next step. Throws FetchError. */
export async function takeLoginStep(
  step: { code: string } | { password: string },
): Promise<AdminLoginStep | null> {
  const { loginCode, loginPassword } = adminSecurityEndpoints;
  const url = "code" in step ? loginCode : loginPassword;
  const response = await request(url, { method: "POST", body: step });
  return nextOf(adminLoginProgressSchema.parse(await response.json()));
}

/** The secret to set up during a login; generated once, until the login ends. */
export function loginEnrollment() {
  return queryOptions({
    queryKey: ["admin", "login", "two-factor"],
    queryFn: async () => {
      const response = await request(adminSecurityEndpoints.loginTwoFactor, { method: "POST" });
      return enrollmentSchema.parse(await response.json());
    },
    gcTime: 0,
  });
}

/** Confirms the secret of `loginEnrollment`. Throws FetchError. */
export async function confirmLoginEnrollment(
  code: string,
): Promise<{ recoveryCodes: string[]; next: AdminLoginStep | null }> {
  const url = adminSecurityEndpoints.loginTwoFactorConfirm;
  const response = await request(url, { method: "POST", body: { code } });
  const { recoveryCodes, login } = enrolledLoginSchema.parse(await response.json());
  return { recoveryCodes, next: nextOf(login) };
}

function nextOf(progress: AdminLoginProgressView): AdminLoginStep | null {
  return progress.success ? null : progress.next;
}

/** Ends the session on the server. Throws FetchError. */
export async function logOut(): Promise<void> {
  await request(adminEndpoints.logout, { method: "POST" });
}

/** Whether this browser has an active administrator session. */
export function adminSession() {
  return queryOptions({
    queryKey: ["admin", "session"],
    queryFn: ({ signal }) => getJson(adminEndpoints.session, adminSessionSchema, signal),
    meta: silent,
  });
}

/** Asks the editor to log in again; resolves to whether they did. */
export type AskToLogIn = () => Promise<boolean>;

let askToLogIn: AskToLogIn | undefined;

/**
 * Registers what asks the editor to log in when a call finds that the session has ended.
 *
 * @returns unregisters it
 */
export function onSessionEnd(ask: AskToLogIn): () => void {
  askToLogIn = ask;
  return () => {
    if (askToLogIn === ask) askToLogIn = undefined;
  };
}

/**
 * `request` for administrators. If the session has ended, waits until the editor logs in again and
 * retries, so nothing they typed is lost.
 *
 * @throws FetchError as `request` does, including 401 or 403 when the editor doesn't log in
 */
export async function adminRequest(url: string, options: RequestOptions = {}): Promise<Response> {
  return withLogin(() => request(url, options));
}

/** Makes a call, and repeats it if the session had ended and the editor has logged in again. */
export async function withLogin<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isSessionOver(error) || !askToLogIn || !(await askToLogIn())) throw error;
    return call();
  }
}

/** The JSON answer of `adminRequest`. Throws ZodError when it has a different shape. */
export async function adminJson<T>(
  url: string,
  schema: z.ZodType<T>,
  options: RequestOptions = {},
): Promise<T> {
  const response = await adminRequest(url, options);
  return schema.parse(await response.json());
}

/** What a `GET` answers, as a query. */
export function adminQuery<T, const Key extends QueryKey>(
  queryKey: Key,
  url: string,
  schema: z.ZodType<T>,
) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => adminJson(url, schema, { signal }) });
}

/** Calls a route that answers with a message for the administrator, and returns it. Throws FetchError. */
export async function adminMessage(
  url: string,
  method: "POST" | "PUT" | "DELETE",
  body?: unknown,
): Promise<string> {
  return (await adminJson(url, messageSchema, { method, body })).message;
}

/** Most 403s refuse the request itself, which a new login wouldn't change. */
function isSessionOver(error: unknown): boolean {
  if (!(error instanceof FetchError)) return false;
  return error.status === 401 || error.code === adminLoginRequiredCode;
}
