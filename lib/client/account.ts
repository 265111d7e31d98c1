import { userDataSchema, type UserData } from "../contracts/account";
import { getJson, request } from "./fetcher";
import { clearUserData, writeUserData } from "./user-data";

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
