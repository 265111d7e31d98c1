import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { FetchError, type RequestOptions, getJson, request } from "./fetcher";
import {
  type AdminLogin,
  adminEndpoints,
  adminLoginAnswerSchema,
  adminSessionSchema,
} from "@/lib/contracts/admin";

/** A login that answered 200 with `success: false`; the message may be empty. */
export class LoginRefused extends Error {
  override name = "LoginRefused";
}

/** Throws FetchError or LoginRefused when the login is refused, TypeError when there is no answer. */
export async function logIn(credentials: AdminLogin): Promise<void> {
  const response = await request(adminEndpoints.login, { method: "POST", body: credentials });
  const { success, message } = adminLoginAnswerSchema.parse(await response.json());
  if (!success) throw new LoginRefused(message);
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
  try {
    return await request(url, options);
  } catch (error) {
    if (!isSessionOver(error) || !askToLogIn || !(await askToLogIn())) throw error;
    return request(url, options);
  }
}

/** The JSON answer of `adminRequest`. Throws ZodError when it has another shape. */
export async function adminJson<T>(
  url: string,
  schema: z.ZodType<T>,
  options: RequestOptions = {},
): Promise<T> {
  const response = await adminRequest(url, options);
  return schema.parse(await response.json());
}

function isSessionOver(error: unknown): boolean {
  return error instanceof FetchError && (error.status === 401 || error.status === 403);
}
