import {
  loginConfirmedHeader,
  userDataSchema,
  verifyAnswerSchema,
  type UserData,
  type VerifyAnswer,
} from "../contracts/account";
import { getJson, request } from "./fetcher";
import { clearUserData, writeUserData } from "./user-data";

/** Has a login link mailed. Throws FetchError with the sentence to show. */
export async function requestLoginLink(email: string): Promise<void> {
  await request("/api/auth/magic-link", { method: "POST", body: { email } });
}

/**
 * Logs this browser in by a login link, and keeps its subscriber for display.
 *
 * @param isConfirmed whether the person pressed Continue
 * @throws FetchError; with `confirmation_required` the link still works once they do
 */
export async function verifyLogin(token: string, isConfirmed: boolean): Promise<VerifyAnswer> {
  const url = `/api/auth/verify?token=${encodeURIComponent(token)}`;
  const response = await request(url, {
    headers: isConfirmed ? { [loginConfirmedHeader]: "1" } : {},
  });
  const answer = verifyAnswerSchema.parse(await response.json());
  writeUserData(answer.user);
  return answer;
}

/** Fetches the session's own `userData` and keeps it. Throws FetchError, 401 without a session. */
export async function refreshUserData(): Promise<UserData> {
  const userData = await getJson("/api/user", userDataSchema);
  writeUserData(userData);
  return userData;
}

/** Ends the session on the server, then forgets the subscriber. Throws FetchError; then both stay. */
export async function signOut(): Promise<void> {
  await request("/api/auth/logout", { method: "POST" });
  clearUserData();
}
