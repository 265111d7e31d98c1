import { expect, test } from "vitest";
import { adminInvitationDays, loginLinkMinutes } from "@/lib/contracts/durations";
import { trialDays } from "@/lib/contracts/plans";
import { refundLimits } from "@/lib/contracts/refund-limits";
import { personActionTexts } from "@/lib/messages/admin/person-screen";
import { teamDialogs } from "@/lib/messages/admin/team";
import { homeMessages } from "@/lib/messages/site";

/** What the product says, and the number that it must follow. */
test.each([
  ["a login link", personActionTexts["login-link"].steps.join(" "), `${loginLinkMinutes} minutes`],
  ["an invitation", teamDialogs.inviteText, `${adminInvitationDays} days`],
  ["the trial", homeMessages.trialNote, `${trialDays} days`],
  [
    "refunds",
    teamDialogs.roles.support,
    `up to $${refundLimits.support.subscriptionCents / 100} each`,
  ],
  ["refunds a day", teamDialogs.roles.support, `$${refundLimits.support.dayCents / 100} a day`],
])("the sentence about %s follows its constant", (_, sentence, words) => {
  const inDigits = sentence.replaceAll(/\bseven\b/gi, "7");
  expect(inDigits).toContain(words);
});
