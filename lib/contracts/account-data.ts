import { z } from "zod";

/** Exact sentences around taking one's data along and deleting the account. */
export const accountDataSentences = {
  emailRequired: "Please type your email address to confirm.",
  emailDiffers: "This is not the email address of this account.",
  billingUnavailable:
    "We could not reach our payment provider to end your billing, so nothing was deleted. Please try again shortly.",
  changedMeanwhile:
    "Your subscription changed a moment ago, so nothing was deleted. Please try again.",
  deleted: "Your account is deleted.",
} as const;

/** Body of `POST /api/user/delete`: the account's own address, typed. */
export const deleteAccountSchema = z.object({
  email: z
    .string({ error: accountDataSentences.emailRequired })
    .trim()
    .min(1, accountDataSentences.emailRequired)
    .max(254, accountDataSentences.emailDiffers),
});
