import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { getJson, request } from "./fetcher";
import { clearUserData, writeUserData } from "./user-data";
import {
  type AccountUpdate,
  type Cancellation,
  type ChannelSwitches,
  type UserData,
  type VerifyAnswer,
  loginConfirmedHeader,
  userDataSchema,
  verifyAnswerSchema,
} from "@/lib/contracts/account";
import { billingPortalSchema } from "@/lib/contracts/billing";
import { deliveriesSchema } from "@/lib/contracts/deliveries";
import type { Channel } from "@/lib/contracts/primitives";

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

const startedChangeSchema = z.object({ phoneNumber: z.string() });

/** Saves the timezone. Throws FetchError. */
export async function updateAccount(input: AccountUpdate): Promise<void> {
  await request("/api/user/update", { method: "POST", body: input });
}

/** Cancels the subscription. Throws FetchError. */
export async function cancelSubscription(input: Cancellation): Promise<void> {
  await request("/api/subscription/cancel", { method: "POST", body: input });
}

/** Turns channels on or off. Throws FetchError. */
export async function switchChannels(input: ChannelSwitches): Promise<void> {
  await request("/api/user/channels", { method: "POST", body: input });
}

/**
 * Has a code texted to a new number.
 *
 * @returns the number in E.164
 * @throws FetchError
 */
export async function startPhoneChange(phoneNumber: string): Promise<string> {
  const response = await request("/api/user/phone", { method: "POST", body: { phoneNumber } });
  return startedChangeSchema.parse(await response.json()).phoneNumber;
}

/** Makes the new number one's own with the code that was texted to it. Throws FetchError. */
export async function confirmPhoneChange(code: string): Promise<void> {
  await request("/api/user/phone/confirm", { method: "POST", body: { code } });
}

/** Saves everything that is held about the person as a file. Throws FetchError. */
export async function downloadData(): Promise<void> {
  const response = await request("/api/user/export");
  const header = response.headers.get("content-disposition") ?? "";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = /filename="([^"]+)"/.exec(header)?.[1] ?? "data.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Deletes the account; the address is the person's confirmation. Throws FetchError. */
export async function deleteAccount(email: string): Promise<void> {
  await request("/api/user/delete", { method: "POST", body: { email } });
}

/** Leads this tab to the payment company's page of one's own card and invoices. Throws FetchError. */
export async function visitBillingPortal(): Promise<void> {
  const response = await request("/api/user/billing-portal", { method: "POST" });
  location.assign(billingPortalSchema.parse(await response.json()).url);
}

const messageSchema = z.object({ message: z.string() });

/**
 * One's own deliveries of the last 14 days.
 *
 * @param standing what they depend on: another standing is asked about anew
 */
export function ownDeliveries(standing: readonly unknown[]) {
  return queryOptions({
    queryKey: ["deliveries", ...standing],
    queryFn: ({ signal }) => getJson("/api/user/deliveries", deliveriesSchema, signal),
  });
}

/**
 * Has today's briefing sent again.
 *
 * @returns what to tell the person
 * @throws FetchError
 */
export async function resendTodays(channel: Channel): Promise<string> {
  const response = await request("/api/user/deliveries/resend", {
    method: "POST",
    body: { channel },
  });
  return messageSchema.parse(await response.json()).message;
}
