import { z } from "zod";
import type { AccountUpdate, Cancellation, ChannelSwitches } from "../contracts/account-details";
import { request } from "./fetcher";

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
