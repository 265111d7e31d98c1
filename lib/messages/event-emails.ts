import { startNowScreen } from "./billing";
import { onboardingMessages } from "./onboarding";
import { brand } from "../brand";
import { subscriptionScreen } from "./account";

const writeToSupport = `email ${brand.supportAddress}`;

/** To an existing subscriber whose address a buyer entered. Contains nothing that the buyer wrote. */
export const confirmAddressEmail = {
  subject: "Confirm your email address",
  label: "Sign-up",
  text: `Someone subscribed to ${brand.name} and entered this address, which already has an account. If it was you, confirm to add the subscription to your account.`,
  button: "Review and confirm",
  expiry: (days: number) =>
    `The link works for ${days} days. If it wasn’t you, ignore this email. Nothing about your account changes.`,
  reason: `You’re receiving this because someone entered this address while subscribing to ${brand.name}.`,
} as const;

/** To a new address that the team entered for a subscriber. Says nothing about the account. */
export const emailChangeEmail = {
  subject: `Confirm your new address for ${brand.name}`,
  label: "Account",
  text: `We were asked to send a ${brand.name} subscription to this address. If you asked for it, confirm. Nothing changes until then, and the current address has a day to object.`,
  button: "Review and confirm",
  expiry: (days: number) =>
    `The link works for ${days} days. If you didn’t ask for it, ignore this email.`,
  reason: `You’re receiving this because our support team was given this address for a ${brand.name} subscription.`,
} as const;

/** To the current address, when the team was asked to change it, with a link to stop the change. */
export const emailChangeRequestedEmail = {
  subject: `Your ${brand.name} address is about to change`,
  label: "Account",
  text: "Our support team was asked to send your briefings and login links to another address. If you asked for it, you don’t need to do anything here.",
  wait: (from: string) =>
    `If you didn’t, stop it now. Otherwise, it takes effect once someone confirms at the new address, normally not before ${from}.`,
  button: "This wasn’t me – stop it",
  notYou: `If the link doesn’t work, ${writeToSupport}.`,
  reason: `You’re receiving this because this address was used to sign up for ${brand.name}.`,
} as const;

/** To the address used at checkout, when the briefings go to another. */
export const deliveryAddressEmail = {
  subject: `Where we’ll send your ${brand.name} briefings`,
  label: "Sign-up",
  text: (email: string) =>
    `You paid with this address and chose another one for your briefings: ${email}. That’s also the address to log in with.`,
  first: (day: string) => `Your first briefing will arrive there on ${day}.`,
  button: "Go to your account",
  notYou: `If you didn’t choose it, ${writeToSupport}.`,
  reason: `You’re receiving this because this address was used to pay for ${brand.name}.`,
} as const;

/** To the address that the briefings went to before. */
export const addressChangedEmail = {
  subject: `Your ${brand.name} address was changed`,
  label: "Account",
  text: "Your briefings and login links now go to another address. We won’t send them to this one anymore.",
  notYou: `If you didn’t change it, ${writeToSupport}.`,
  reason: `You’re receiving this because this address was used to sign up for ${brand.name}.`,
} as const;

/** After a login from a browser not seen before. */
export const newDeviceEmail = {
  subject: `New login to your ${brand.name} account`,
  label: "Login",
  text: (device: string, time: string) =>
    `Someone logged in from ${device} on ${time}. We hadn’t seen this browser before.`,
  advice: "If this was you, you don’t need to do anything.",
  notYou: `If it wasn’t you, someone else can read your email: change its password, and then ${writeToSupport}.`,
  reason: `You’re receiving this because someone logged in to your ${brand.name} account.`,
} as const;

/** After the number was set or changed in the account. */
export const phoneChangedEmail = {
  subject: `Your ${brand.name} phone number was updated`,
  label: "Account",
  text: (ending: string) => `Your texts now go to the number ending in ${ending}.`,
  button: "Go to your account",
  notYou: `If you didn’t change it, ${writeToSupport}.`,
  reason: `You’re receiving this because this address has a ${brand.name} account.`,
} as const;

/** After a cancellation. */
export const canceledEmail = {
  subject: `Your ${brand.name} subscription won’t renew`,
  label: "Subscription",
  servedUntil: subscriptionScreen.servedUntil,
  stopped: subscriptionScreen.stopped,
  comeBack:
    "Changed your mind? Subscribe again with this address, and your account will be as you left it.",
  button: subscriptionScreen.resubscribe,
  notYou: `If you didn’t cancel, ${writeToSupport}.`,
  reason: `You’re receiving this because you subscribed to ${brand.name}.`,
} as const;

/** After a second free trial was refused. */
export const trialUsedEmail = {
  subject: `Your ${brand.name} free trial has ended`,
  label: "Subscription",
  title: startNowScreen.title,
  text: onboardingMessages.trialUsed,
  offer: "You can start now without a trial. Log in with this address to see the price.",
  button: "Log in",
  mistake: `If this is your first time, ${writeToSupport}.`,
  reason: `You’re receiving this because you subscribed to ${brand.name}.`,
} as const;

/** After a cancellation was withdrawn. */
export const keptEmail = {
  subject: `Your ${brand.name} subscription continues`,
  label: "Subscription",
  text: (plan: string) => `Your cancellation was withdrawn, and your ${plan} plan continues.`,
  next: (date: string) => `Your next charge is on ${date}.`,
  plans: { monthly: "monthly", annual: "annual" },
  button: "Manage your subscription",
  notYou: `If you didn’t do this, ${writeToSupport}.`,
  reason: `You’re receiving this because you subscribed to ${brand.name}.`,
} as const;

/** After a charge. */
export const chargedEmail = {
  subject: (amount: string) => `Your ${brand.name} payment of ${amount}`,
  label: "Payment",
  trialEnded: "Your free trial has ended.",
  text: (amount: string, plan: string, date: string) =>
    `We charged you ${amount} for your ${plan} plan on ${date}.`,
  next: (date: string) => `Your next charge is on ${date}.`,
  plans: { monthly: "monthly", annual: "annual" },
  button: "Manage your subscription",
  receipts: "You’ll find your card and invoices in your account.",
  reason: `You’re receiving this because you subscribed to ${brand.name}.`,
} as const;

/** After the plan was changed, or will be, or won't after all. */
export const planChangedEmail = {
  subject: `Your ${brand.name} plan`,
  label: "Subscription",
  text: {
    now: (plan: string, price: string) => `Your plan is now ${plan}: ${price}.`,
    scheduled: (plan: string, _price: string, date: string) =>
      `Your plan becomes ${plan} on ${date}, when your paid period ends.`,
    kept: (plan: string, price: string) => `Your plan stays ${plan}: ${price}.`,
  },
  next: (date: string) => `Your next charge is on ${date}.`,
  undo: "You can undo it in your account until the day before.",
  button: "Manage your subscription",
  notYou: `If you didn’t do this, ${writeToSupport}.`,
  reason: `You’re receiving this because you subscribed to ${brand.name}.`,
} as const;

/** After a charge failed. */
export const paymentFailedEmail = {
  subject: `Your ${brand.name} payment didn’t go through`,
  label: "Payment",
  text: (price: string) => `Your last payment for ${brand.name}, ${price}, didn’t go through.`,
  effect:
    "You still get the briefing, and the payment is tried again in the next few days. If your card has changed, update it now.",
  button: "Update your card",
  paid: "The link opens our payment provider’s page. It works until the payment has gone through.",
  reason: `You’re receiving this because you subscribed to ${brand.name}.`,
} as const;

/** To a buyer who hasn't completed the sign-up, at the address used at checkout. */
export const unfinishedSignUpEmail = {
  subject: `Finish setting up ${brand.name}`,
  label: "Sign-up",
  text: (date: string) =>
    `You subscribed to ${brand.name} on ${date}, but haven’t told us your time zone or where to send your briefings. It takes a minute.`,
  first: (day: string) => `Finish today, and your first briefing will arrive by ${day}.`,
  button: "Finish setting up",
  help: `Did something go wrong? Reply to this email or ${writeToSupport}.`,
  reason: `You’re receiving this because you subscribed to ${brand.name}.`,
} as const;

/** To a paying subscriber whom no briefing reaches. */
export const unreachableEmail = {
  subject: `Your ${brand.name} briefings aren’t reaching you`,
  label: "Account",
  text: (briefings: number) =>
    `You’re paying for ${brand.name}, but your last ${briefings} briefings didn’t reach you by email or text: each is turned off, or its messages were rejected.`,
  action: "Turn one on or change your address in your account, and the next briefing will arrive.",
  button: "Go to your account",
  cancel: `Don’t want it anymore? Cancel in your account, or ${writeToSupport}.`,
  reason: `You’re receiving this because you subscribed to ${brand.name}.`,
} as const;

/** The last email, after an account was deleted. */
export const accountDeletedEmail = {
  subject: `Your ${brand.name} account was deleted`,
  label: "Account",
  text: "We deleted your account and your personal data. Your briefings have stopped and you won’t be charged again.",
  lastEmail: "This is our last email. We’ve removed this address, too.",
  notYou: `If you didn’t delete it, ${writeToSupport}.`,
  reason: `You’re receiving this because this address had a ${brand.name} account.`,
} as const;

/** To someone an owner invites to the team. */
export const adminInvitationEmail = {
  subject: `Join the ${brand.name} team`,
  label: "Invitation",
  text: (invitedBy: string | null, role: string) =>
    `${invitedBy ?? "The operator"} invited you to the team that runs ${brand.name}, as ${role}.`,
  button: "Accept the invitation",
  expiry: (days: number) => `The link works once, for ${days} days.`,
  notYou: "If you didn’t expect it, ignore this email.",
  reason: `You’re receiving this because someone on the ${brand.name} team entered this address.`,
} as const;

/** About days missed because of us. */
export const daysGivenBackEmail = {
  subject: "We missed your briefing, and gave you the time back",
  label: "Your subscription",
  missed: (mornings: readonly string[]) =>
    `Your briefing didn’t reach you on ${new Intl.ListFormat("en-US").format(mornings)}. That was our fault.`,
  trial: (date: string) =>
    `Your free trial now ends on ${date}, one weekday later for each missed day.`,
  charge: (date: string) =>
    `Your next charge is now on ${date}, one weekday later for each missed day. You don’t need to do anything.`,
  button: "Go to your account",
  reason: `You’re receiving this because you subscribe to ${brand.name}.`,
} as const;

/** `/change-email/{token}`: the page that `emailChangeEmail` opens. */
export const changeEmailScreen = {
  pageTitle: "Confirm your new address",
  title: "Is this your new address?",
  before: "Your briefings and login links will go to",
  after: ", and no longer to your current address.",
  submit: "Use this address",
  notYou: "If you didn’t ask for it, close this page. Nothing changes.",
  confirmed: "You’ve confirmed your new address",
  /** When it takes effect, by what the change waits for. */
  wait: {
    due: "It takes effect in a moment.",
    waiting: (time: string) =>
      `Your new address takes over on ${time}, unless your current one stops it.`,
    not_told:
      "We’re letting your current address know. Your new one takes over 24 hours after that.",
    needs_owner:
      "We can’t reach your current address, so our team checks the change before your new one takes over.",
  },
  until: "Until then, briefings and login links go to your current address.",
  applied: {
    title: "Your address is changed",
    text: "Your briefings and login links now come here. We’ve told your previous address and logged you out everywhere.",
  },
  stopped: {
    title: "This change was stopped",
    text: "Your briefings and login links still go to your current address. Contact us if you want to change it.",
  },
  expiredText: "Contact us and we’ll send another one.",
  invalidText: "The link may be incomplete, or we’ve sent a newer one. Check the email.",
  refused:
    "We can’t use this address: another account now has it. Contact us and we’ll sort it out.",
} as const;

/** `/change-email/stop/{token}`: the page that `emailChangeRequestedEmail` opens. */
export const stopEmailChangeScreen = {
  pageTitle: "Stop a change of address",
  title: "Stop the change of your address?",
  text: "Our support team was asked to send your briefings and login links to another address.",
  /** When it takes effect, by what the change waits for. */
  wait: {
    due: "It takes effect as soon as someone confirms it there.",
    waiting: (time: string) =>
      `It takes effect on ${time} at the earliest, once it’s confirmed there.`,
    not_told: "It takes effect tomorrow at the earliest, once it’s confirmed there.",
    needs_owner: "It takes effect once our team approves it.",
  },
  submit: "This wasn’t me – stop it",
  wasYou: "If you asked for it, close this page. The change goes ahead.",
  stopped: {
    title: "The change is stopped",
    text: "Your address stays the same, and we’ve told our team. If someone else can read your email, change its password.",
  },
  applied: {
    title: "The change has already taken effect",
    text: "Your briefings and login links go to another address. If you didn’t ask for it, contact us right away.",
  },
  over: {
    title: "There’s nothing to stop",
    text: "This change was withdrawn or replaced, or it has expired. If we’ve sent you a newer email about it, use its link.",
  },
  invalidText: "The link may be incomplete. Check the email.",
} as const;
