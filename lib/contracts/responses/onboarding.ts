import { confirmationTextSchema, onboardingAnswerSchema } from "../onboarding";
import { messageSchema } from "./message";
import { z } from "zod";

/** The record after its number was saved. */
export const onboardingPhoneSchema = onboardingAnswerSchema.extend(messageSchema.shape);

/** A consent to texts that was recorded. */
export const smsConsentResultSchema = messageSchema.extend({
  confirmationText: confirmationTextSchema.describe("What happened to the confirmation text"),
});

/** A text that was handed over. */
export const textSentSchema = messageSchema.extend({
  phoneNumber: z.string().describe("Where it went, in E.164"),
});
