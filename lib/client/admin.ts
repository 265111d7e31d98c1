import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { FetchError, type RequestOptions, getJson, request } from "./fetcher";
import {
  type AdminLogin,
  adminEndpoints,
  adminLoginAnswerSchema,
  adminSessionSchema,
} from "@/lib/contracts/admin";

/** An answer that came well and yet says that the login was none; its message may be empty. */
export class LoginRefused extends Error {
  override name = "LoginRefused";
}

/**
 * Logs an administrator in.
 *
 * @throws FetchError or LoginRefused when it was refused; TypeError when there was no answer
 */
export async function logIn(credentials: AdminLogin): Promise<void> {
  const response = await request(adminEndpoints.login, { method: "POST", body: credentials });
  const { success, message } = adminLoginAnswerSchema.parse(await response.json());
  if (!success) throw new LoginRefused(message);
}

/** Ends the administrator's session on the server. Throws FetchError. */
export async function logOut(): Promise<void> {
  await request(adminEndpoints.logout, { method: "POST" });
}

/** Whether this browser holds a live administrator's session. */
export function adminSession() {
  return queryOptions({
    queryKey: ["admin", "session"],
    queryFn: ({ signal }) => getJson(adminEndpoints.session, adminSessionSchema, signal),
  });
}

/** Has the person log in once more; answers whether they did. */
export type AskToLogIn = () => Promise<boolean>;

let askToLogIn: AskToLogIn | undefined;

/**
 * Names who is asked when a call finds the session ended.
 *
 * @returns takes it back
 */
export function whenSessionEnds(ask: AskToLogIn): () => void {
  askToLogIn = ask;
  return () => {
    if (askToLogIn === ask) askToLogIn = undefined;
  };
}

/**
 * Calls an editors' route. When the session has ended meanwhile, the call waits until the person
 * has logged in again and is then made once more: what was typed is not lost.
 *
 * @throws FetchError as `request`; that of the ended session when the person does not log in
 */
export async function adminRequest(url: string, options: RequestOptions = {}): Promise<Response> {
  try {
    return await request(url, options);
  } catch (error) {
    if (!isSessionGone(error) || !askToLogIn || !(await askToLogIn())) throw error;
    return request(url, options);
  }
}

/** The JSON that an editors' route answers; waits for a login as `adminRequest` does. */
export async function adminJson<T>(
  url: string,
  schema: z.ZodType<T>,
  options: RequestOptions = {},
): Promise<T> {
  const response = await adminRequest(url, options);
  return schema.parse(await response.json());
}

// A browser has one session: who logs in as a subscriber in another tab is no editor any more.
function isSessionGone(error: unknown): boolean {
  return error instanceof FetchError && (error.status === 401 || error.status === 403);
}
