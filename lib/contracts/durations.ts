// How long links stay valid and people wait. How long data is kept is in `retention.ts`, and the windows of
// rate limits are in `limits.ts`.

/** Minutes that a login link stays valid. */
export const loginLinkMinutes = 15;

/** Days that a link for confirming an address stays valid. */
export const addressConfirmationDays = 7;

/** Days that the link to confirm a new address stays valid. */
export const emailChangeDays = 3;

/** Hours that a subscriber's address has to object to a new one that the team entered. */
export const emailChangeWaitHours = 24;

/** When buyers who haven't completed their sign-up are reminded, in hours after the purchase. */
export const signUpReminderHours = [1, 24, 72] as const;

/** The trial reminder goes out this many days before the first charge. */
export const trialReminderLeadDays = 2;

/** Days that an invitation to the team stays valid. */
export const adminInvitationDays = 7;

/** Milliseconds that the welcome is shown after login, before the account page. */
export const welcomeMs = 1_500;

/** Minimum milliseconds between two confirmation texts. */
export const resendWaitMs = 30_000;
