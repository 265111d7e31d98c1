import { brand } from "../brand";
import { siteMessages } from "./site";

/** The end of every email. */
export const emailFooter = {
  questions: `Questions? Email ${brand.supportAddress}.`,
  legal: `${brand.postalAddress}. ${siteMessages.disclaimer}`,
} as const;

/** The welcome email. */
export const welcomeEmail = {
  subject: `Welcome to ${brand.name}`,
  label: "Welcome",
  greeting: (name: string | null) => (name ? `Welcome, ${name}.` : "Welcome."),
  schedule: (firstDay: string, timezoneLabel: string) =>
    `Starting ${firstDay}, you’ll get the three finance stories that matter every weekday by 8:00 AM in your time zone: ${timezoneLabel}. They take about 90 seconds to read, with no ads.`,
  recipient: "We’ll send them to",
  trial: (trialDays: number, endDate: string, price: string) =>
    `Your ${trialDays}-day free trial ends ${endDate}; we’ll remind you before then. After that, it’s ${price} unless you cancel.`,
  preferences: "Manage Preferences",
  newHere: "New here?",
  readPosts: "Read the latest posts",
  reason: `You’re receiving this because this address was used to sign up for ${brand.name}.`,
} as const;

/** The reminder before the first charge. */
export const trialReminderEmail = {
  subject: (chargeDate: string) => `Your free trial ends ${chargeDate}`,
  label: "Reminder",
  charge: (name: string | null, price: string) =>
    `${name ? `${name}, we’ll` : "We’ll"} charge you ${price}, starting on`,
  inAll: (price: string, total: string) => `${price} (${total} in all)`,
  stay: "If you want to stay subscribed, you don’t need to do anything.",
  leave: "If not, cancel in your account before then and you won’t be charged.",
  manage: "Manage your subscription",
  reason: `You’re receiving this because you started a free trial of ${brand.name}.`,
} as const;

/** The email with a login link. */
export const loginEmail = {
  subject: `Your ${brand.name} login link`,
  label: "Login link",
  submit: "Log in",
  open: "Open this link to log in to your account:",
  expiry: (minutes: number) => `The link works once and expires in ${minutes} minutes.`,
  fallback: "Button not working? Open this link:",
  requestedFrom: (requestedFrom: string) =>
    `Requested from ${requestedFrom}. If this wasn’t you, ignore this email; no one can log in without the link. Don’t forward it.`,
  reason: (email: string) =>
    `You’re receiving this because someone requested a login link for ${email}.`,
} as const;

/** The briefing email. */
export const briefingEmail = {
  readMore: "Read More",
  readOnWeb: "Read it on the web to share it, save it, or see related briefings.",
  continueReading: "Continue reading",
  isCut: "Read the full briefing on the web.",
  account: "Account and time zone",
  unsubscribe: "Unsubscribe",
  billing: "Stopping emails doesn’t cancel your subscription. To cancel, go to your account.",
  reason: `You’re receiving this because you subscribed to ${brand.name}: three headlines every weekday by 8:00 AM in your time zone.`,
} as const;

/** Alerts to the operator. */
export const operatorAlertEmail = {
  label: "Operator alert",
  reason: `You’re receiving this because ${brand.name} sends its operator alerts to this address.`,
} as const;

export const adminAlertEmail = {
  label: "Login alert",
  reason: `You’re receiving this because you can edit ${brand.name} with an administrator account.`,
} as const;
