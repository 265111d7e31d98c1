import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { getJson, request } from "./fetcher";
import { startOfferAnswerSchema, type StartOffer } from "@/lib/contracts/billing";
import {
  type ConfirmationText,
  type EmailOnboarding,
  confirmationTextSchema,
  emailOnboardingAnswerSchema,
  onboardingAnswerSchema,
} from "@/lib/contracts/onboarding";

const consentAnswerSchema = z.object({ confirmationText: confirmationTextSchema });

/**
 * Submits the email onboarding form.
 *
 * @returns id of the onboarding record and the success message
 * @throws FetchError
 */
export async function submitEmailOnboarding(input: EmailOnboarding) {
  const response = await request("/api/email-onboarding", { method: "POST", body: input });
  return emailOnboardingAnswerSchema.parse(await response.json());
}

/** What it costs to start without a trial; null if that isn't offered. Throws FetchError. */
export async function findStartOffer(): Promise<StartOffer | null> {
  return (await getJson("/api/subscription/start-now", startOfferAnswerSchema)).offer;
}

/** Starts a subscription (Paddle's ID) without a trial, which charges the card. Throws FetchError. */
export async function startNow(subscriptionId: string): Promise<void> {
  await request("/api/subscription/start-now", { method: "POST", body: { subscriptionId } });
}

/** Cancels this browser's purchase before its first charge. Throws FetchError. */
export async function cancelSecondPurchase(): Promise<void> {
  await request("/api/subscription/cancel-second", { method: "POST", body: {} });
}

/** First part of every onboarding record's query key. */
export const onboardingKey = "onboarding";

/** Query for an onboarding record. `id` comes from the page's URL, unchecked. */
export function onboardingRecord(id: string) {
  return queryOptions({
    queryKey: [onboardingKey, id],
    queryFn: async ({ signal }) => {
      const url = `/api/onboarding/${encodeURIComponent(id)}`;
      return (await getJson(url, onboardingAnswerSchema, signal)).data;
    },
  });
}

/** Updates the cached record with what happened to its confirmation text. */
export function cacheConfirmationText(
  queryClient: QueryClient,
  id: number,
  confirmationText: ConfirmationText,
): void {
  queryClient.setQueryData(onboardingRecord(`${id}`).queryKey, (record) =>
    record ? { ...record, confirmationText } : record,
  );
}

/** Saves the phone number (E.164) for texts. Throws FetchError. */
export async function savePhoneNumber(id: number, phoneNumber: string): Promise<void> {
  await request(`/api/onboarding/${id}/phone`, { method: "POST", body: { phoneNumber } });
}

/**
 * Records consent to texts. The server then sends the confirmation text.
 *
 * @returns what happened to the confirmation text
 * @throws FetchError
 */
export async function giveSmsConsent(id: number): Promise<ConfirmationText> {
  const response = await request("/api/sms-consent", {
    method: "POST",
    body: { id, smsAgreed: true },
  });
  return consentAnswerSchema.parse(await response.json()).confirmationText;
}

/** Resends the confirmation text. The number needs a leading plus. Throws FetchError. */
export async function resendConfirmationText(phoneNumber: string): Promise<void> {
  await request("/api/send-confirmation-sms", { method: "POST", body: { phoneNumber } });
}
