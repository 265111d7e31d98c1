import { onboardingAnswerSchema } from "../onboarding";
import { messageSchema } from "./message";
import { z } from "zod";

/** The record after its number was saved. */
export const onboardingPhoneSchema = onboardingAnswerSchema.extend(messageSchema.shape);

/** A consent to texts that was recorded. */
export const smsConsentResultSchema = messageSchema.extend({
  isTextSent: z.boolean().describe("Whether the confirmation text was handed over, now or before"),
});

/** A text that was handed over. */
export const textSentSchema = messageSchema.extend({
  phoneNumber: z.string().describe("Where it went, in E.164"),
});
