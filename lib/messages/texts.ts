import { brand } from "../brand";

// Each text but a story fits one segment (160 characters). The first text to a number says who sends
// it, how often, what it costs, and how to stop it (CTIA Messaging Principles).

/** The first text after consent. */
export const confirmationText = `${brand.name}: you're in! 1 text with 3 finance headlines every weekday. Msg & data rates may apply. Reply HELP for help, STOP to cancel.`;

/** The code for a new phone number; the first text to that number. */
export const phoneCodeText = (code: string) =>
  `${brand.name}: your code is ${code}. Enter it to get 1 text every weekday at this number. Msg & data rates may apply. Reply HELP for help, STOP to cancel.`;

/** The test text that administrators send. */
export const testText = `${brand.name}: this is a test. This number can get our texts. Reply STOP to cancel.`;

/** The reply to STOP. */
export const stopReply = (siteUrl: string) =>
  `${brand.name}: you're unsubscribed and won't get more texts. Reply START to resubscribe. To cancel billing: ${siteUrl}/account`;

/** The reply to START. It doesn't turn texts on where they were turned off in the account. */
export const startReply = (siteUrl: string) =>
  `${brand.name}: you've opted back in to our texts. Settings: ${siteUrl}/account. Reply HELP for help, STOP to cancel.`;

/** The reply to HELP. */
export const helpReply = `${brand.name}: 1 text every weekday. Reply 1, 2, or 3 for a story. Msg & data rates may apply. Help: ${brand.supportAddress}. Reply STOP to cancel.`;

/** The reply to what may be a request to stop. */
export const unclearReply = (siteUrl: string) =>
  `${brand.name}: to end texts, reply STOP. To pause or cancel your subscription: ${siteUrl}/account. A person will read your text.`;

/** How the reply to 1, 2, or 3 begins; no briefing begins like this. */
export const storyMark = (number: number) => `${brand.name} story ${number}: `;
