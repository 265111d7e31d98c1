import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { getJson, request } from "./fetcher";
import {
  type EmailOnboarding,
  emailOnboardingAnswerSchema,
  onboardingAnswerSchema,
} from "@/lib/contracts/onboarding";

const consentAnswerSchema = z.object({ isTextSent: z.boolean().optional() });

/**
 * Submits the e-mail onboarding.
 *
 * @returns number of the onboarding record, and what to tell the person
 * @throws FetchError with the codes of decisions.md, "Wire details"
 */
export async function submitEmailOnboarding(input: EmailOnboarding) {
  const response = await request("/api/email-onboarding", { method: "POST", body: input });
  return emailOnboardingAnswerSchema.parse(await response.json());
}

/** The first part of every onboarding record's query key. */
export const onboardingKey = "onboarding";

/** An onboarding record, as its own browser may read it. `id` as it stands in the address. */
export function onboardingRecord(id: string) {
  return queryOptions({
    queryKey: [onboardingKey, id],
    queryFn: async ({ signal }) => {
      const url = `/api/onboarding/${encodeURIComponent(id)}`;
      return (await getJson(url, onboardingAnswerSchema, signal)).data;
    },
  });
}

/** Keeps the number (E.164) that texts may go to. Throws FetchError. */
export async function savePhoneNumber(id: number, phoneNumber: string): Promise<void> {
  await request(`/api/onboarding/${id}/phone`, { method: "POST", body: { phoneNumber } });
}

/**
 * Gives the consent to texts, which sends the first one.
 *
 * @returns whether that text left
 * @throws FetchError
 */
export async function giveSmsConsent(id: number): Promise<boolean> {
  const response = await request("/api/sms-consent", {
    method: "POST",
    body: { id, smsAgreed: true },
  });
  return consentAnswerSchema.parse(await response.json()).isTextSent ?? true;
}

/** Sends the confirmation text again, to a number with a leading plus. Throws FetchError. */
export async function resendConfirmationText(phoneNumber: string): Promise<void> {
  await request("/api/send-confirmation-sms", { method: "POST", body: { phoneNumber } });
}
