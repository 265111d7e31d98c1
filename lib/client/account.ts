import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { getJson, request } from "./fetcher";
import { clearUserData, writeUserData } from "./user-data";
import {
  type AccountUpdate,
  type Cancellation,
  type ChannelSwitches,
  type PauseDates,
  type UserData,
  type VerifyAnswer,
  loginConfirmedHeader,
  userDataSchema,
  verifyAnswerSchema,
} from "@/lib/contracts/account";
import { billingPortalSchema, planChangeSchema } from "@/lib/contracts/billing";
import type { PlanName } from "@/lib/contracts/plans";
import { deliveriesSchema } from "@/lib/contracts/deliveries";
import type { Channel } from "@/lib/contracts/primitives";

const signOutTimeoutMs = 10_000;

/** Requests a login link by email. Throws FetchError. */
export async function requestLoginLink(email: string): Promise<void> {
  await request("/api/auth/magic-link", { method: "POST", body: { email } });
}

/**
 * Logs this browser in with a login link, and stores the user data for display.
 *
 * @param isConfirmed whether the user pressed Continue
 * @throws FetchError; after `confirmation_required` the link still works with Continue
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

/** Fetches the session's user data and stores it. Throws FetchError, 401 without a session. */
export async function refreshUserData(): Promise<UserData> {
  const userData = await getJson("/api/user", userDataSchema);
  writeUserData(userData);
  return userData;
}

/**
 * Ends the session on the server, then clears the user data. Clears it even if the server doesn't
 * answer in time; the session may then still be valid.
 *
 * @throws FetchError, TypeError, and DOMException (`TimeoutError`)
 */
export async function signOut(): Promise<void> {
  const signal = AbortSignal.timeout(signOutTimeoutMs);
  try {
    await request("/api/auth/logout", { method: "POST", signal });
  } finally {
    clearUserData();
  }
}

const startedChangeSchema = z.object({ phoneNumber: z.string() });

/** Saves the time zone. Throws FetchError. */
export async function updateAccount(input: AccountUpdate): Promise<void> {
  await request("/api/user/update", { method: "POST", body: input });
}

/** Cancels the subscription. Throws FetchError. */
export async function cancelSubscription(input: Cancellation): Promise<void> {
  await request("/api/subscription/cancel", { method: "POST", body: input });
}

/** Query for what changing to the other plan costs. Asked again whenever the dialog opens. */
export const planChange = queryOptions({
  queryKey: ["plan-change"],
  queryFn: ({ signal }) => getJson("/api/subscription/plan", planChangeSchema, signal),
  gcTime: 0,
  staleTime: 0,
});

/** Changes the plan, now or when it renews. Throws FetchError. */
export async function changePlan(plan: PlanName): Promise<void> {
  await request("/api/subscription/plan", { method: "POST", body: { plan } });
}

/** Withdraws a change of plan. Throws FetchError. */
export async function keepPlan(): Promise<void> {
  await request("/api/subscription/plan", { method: "DELETE" });
}

/** Withdraws a scheduled cancellation. Throws FetchError. */
export async function keepSubscription(): Promise<void> {
  await request("/api/subscription/keep", { method: "POST" });
}

/** Turns channels on or off. Throws FetchError. */
export async function switchChannels(input: ChannelSwitches): Promise<void> {
  await request("/api/user/channels", { method: "POST", body: input });
}

/** Sends nothing from one date to another. Throws FetchError. */
export async function pauseBriefings(dates: PauseDates): Promise<void> {
  await request("/api/user/pause", { method: "POST", body: dates });
}

/** Ends the pause. Throws FetchError. */
export async function endPause(): Promise<void> {
  await request("/api/user/pause", { method: "DELETE" });
}

/** Texts a code to a new number, and returns the number in E.164. Throws FetchError. */
export async function startPhoneChange(phoneNumber: string): Promise<string> {
  const response = await request("/api/user/phone", { method: "POST", body: { phoneNumber } });
  return startedChangeSchema.parse(await response.json()).phoneNumber;
}

/** Confirms the new number with the code texted to it. Throws FetchError. */
export async function confirmPhoneChange(code: string): Promise<void> {
  await request("/api/user/phone/confirm", { method: "POST", body: { code } });
}

/** Downloads everything stored about the subscriber as a file. Throws FetchError. */
export async function downloadData(): Promise<void> {
  const response = await request("/api/user/export");
  const header = response.headers.get("content-disposition") ?? "";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = /filename="([^"]+)"/.exec(header)?.[1] ?? "data.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Deletes the account; the typed address is the confirmation. Throws FetchError. */
export async function deleteAccount(email: string): Promise<void> {
  await request("/api/user/delete", { method: "POST", body: { email } });
}

/** Opens Paddle's page for the card and invoices in this tab. Throws FetchError. */
export async function visitBillingPortal(): Promise<void> {
  const response = await request("/api/user/billing-portal", { method: "POST" });
  location.assign(billingPortalSchema.parse(await response.json()).url);
}

const messageSchema = z.object({ message: z.string() });

/**
 * The subscriber's deliveries of the last 14 days.
 *
 * @param dependencies account data that they depend on: they are refetched when it changes
 */
export function deliveriesQuery(dependencies: readonly unknown[]) {
  return queryOptions({
    queryKey: ["deliveries", ...dependencies],
    queryFn: ({ signal }) => getJson("/api/user/deliveries", deliveriesSchema, signal),
  });
}

/** Resends today's briefing, and returns the message to show. Throws FetchError. */
export async function resendTodaysBriefing(channel: Channel): Promise<string> {
  const response = await request("/api/user/deliveries/resend", {
    method: "POST",
    body: { channel },
  });
  return messageSchema.parse(await response.json()).message;
}
