import { brand } from "../brand";

/** A country's English name in a sentence. */
const withArticle = (country: string) =>
  /^(?:United |Netherlands|Philippines|Bahamas|Maldives|Gambia|Isle )|(?:Republic|Islands)$/.test(
    country,
  )
    ? `the ${country}`
    : country;

/** Exact texts: docs/product-spec.md, sections 5.2, 5.4 and 5.5. */
export const onboardingMessages = {
  termsRequired: "You must agree to the Terms of Service and Privacy Policy to continue",
  uidRequired: `${brand.name} UID is required`,
  uidInvalid: "This sign-up link isn’t valid. Check the address, or contact us for help.",
  saved: "Welcome! Your account is ready.",
  accountNotFound:
    "We couldn’t find your account. Please use the email you used at checkout, or contact us for help.",
  emailActive:
    "This email has an active or trialing subscription. Please choose another email address.",
  emailTaken: "This email is already registered. Please use another email address, or contact us.",
  finished: "You’ve already signed up. Log in to change your details.",
  expired:
    "This sign-up link has expired. Log in with the email you used at checkout to finish, or contact us.",
  addressLocked:
    "This email address can’t be changed here anymore. Please contact us to change it.",
  deliveryPending: "Today’s briefing is on its way. Please try again in a few minutes.",
  paymentsUnavailable:
    "We can’t reach our payment provider. Try again in a moment. You won’t be charged twice.",
  trialUsed: "You’ve already used your free trial. We ended this one, and you won’t be charged.",
  smsAgreementRequired: "You must agree to receive SMS messages to continue",
  phoneRequired: "Please enter a phone number",
  phoneInvalid: "Please enter a valid phone number, including the country code.",
  phoneKind: "Texts can’t be sent to this kind of number. Please enter a mobile number.",
  phoneInvalidIn: (country: string) =>
    `This isn’t a phone number in ${withArticle(country)}. Check it, or choose the number’s country.`,
  phoneCountry: (country: string | undefined, texted: readonly string[]) =>
    `We can’t text numbers in ${withArticle(country ?? "this country")}, only in ${new Intl.ListFormat("en-US").format(texted.map(withArticle))}. Please enter another number.`,
  phoneLocked:
    "You can’t set your phone number here anymore. Log in to your account to add or change it.",
  phoneTriesUsed:
    "You’ve already tried three numbers. Continue with the last one, or log in to your account to change it.",
  phoneMissing: "We need your phone number first.",
  phoneSaved: "Phone number saved",
  phoneStopped:
    "This number unsubscribed from our texts. Reply START to one of them to resubscribe.",
  phoneRefused: "This number can’t receive our texts. Please enter another one.",
  consentSaved: "Thanks! You’ll get our texts.",
} as const;

/** The label of the consent checkbox. Stored with the consent as it was shown. */
export const smsConsentWording = `I agree to receive ${brand.name} texts: 1 message per day, message and data rates may apply, reply STOP to cancel.`;

/** The label of the terms checkbox. Stored with the consent as it was shown. */
export const termsWording = "I agree to the Terms of Service and Privacy Policy";

/** The email onboarding screen. */
export const emailOnboardingScreen = {
  progress: "Create Your Account",
  optionalSteps: "Steps 2 and 3 add texts. They’re optional.",
  title: "Where should we send it?",
  intro: "Use the inbox you check first. You can add text messages next.",
  timezoneHint: "Your briefing arrives by 8:00 AM here, all year round.",
  submit: "Continue",
  notFoundTitle: "We couldn’t find your account",
  notFoundAdvice: "Please use the email you used at checkout, or",
  duplicateTitle: "Email already has an active subscription",
  emailTaken: "This email is already registered. Please use another email address.",
  failed: "An error occurred. Please try again.",
} as const;

/** Shared by the screens that show an onboarding record. */
export const recordScreen = {
  errorTitle: "Error",
  errorText: "Error: There was a problem retrieving your information.",
  goBack: "Go Back",
  missing: "—",
  readLatest: "Read the latest briefing",
  firstBriefing: (day: string) => `Your first briefing arrives ${day}.`,
  trial: (date: string, price: string) =>
    `Your free trial ends ${date}. After that, it’s ${price} unless you cancel before then.`,
} as const;

/** The success screen. */
export const successScreen = {
  title: `Welcome to ${brand.name}`,
  checkInbox: "Check your inbox for a welcome email.",
  preferences: "Manage Preferences",
  textOffer: "Get it by text as well",
  textOfferDetails: "Three headlines in one text at 8:00 AM, at no extra cost.",
  consentHint: "You’ll confirm on the next page. Stop anytime.",
  submit: "Add texts",
} as const;

/** The consent screen. */
export const consentScreen = {
  progress: "Agree to Texts",
  title: "Thanks for creating your account",
  submit: "Continue",
  failedTitle: "An error occurred",
  enterNumber: "Enter your phone number",
  changeNumber: "Change it",
} as const;

/** The text confirmation screen. */
export const confirmationScreen = {
  progress: "Confirmation",
  /** Per state of the confirmation text; `text` comes before the number. */
  states: {
    sent: {
      title: "Check your phone",
      text: "We sent a confirmation text to",
      advice: "",
    },
    sending: {
      title: "Check your phone",
      text: "We’re still sending a confirmation text to",
      advice: "Not there after a minute? Request another one.",
    },
    unconfirmed: {
      title: "Check your phone",
      text: "We couldn’t confirm that a text was sent to",
      advice: "Not there after a minute? Request another one.",
    },
    failed: {
      title: "Your text wasn’t sent",
      text: "We couldn’t send a confirmation text to",
      advice: "Please try again in a moment.",
    },
    limited: {
      title: "Your text wasn’t sent",
      text: "Too many texts were requested, so we didn’t send one to",
      advice: "Please try again later.",
    },
    opted_out: {
      title: "Your text wasn’t sent",
      text: "This number unsubscribed from our texts:",
      advice: "Reply START to one of them to resubscribe.",
    },
    refused: {
      title: "Your text wasn’t sent",
      text: "This number can’t receive our texts:",
      advice: "Use another number to get the briefing by text.",
    },
    unsupported_country: {
      title: "Your text wasn’t sent",
      text: "We don’t send texts to this number’s country:",
      advice: "Use another number to get the briefing by text.",
    },
    not_requested: {
      title: "We haven’t texted you yet",
      text: "Before we can text you, we need your consent for",
      advice: "",
    },
  },
  consent: "Agree to texts",
  start: "Your daily updates start tomorrow.",
  firstText: (day: string) => `We text on weekdays at 8:00 AM, so your first one arrives ${day}.`,
  resend: "Resend Text",
  wait: (seconds: number) =>
    `You can request another text in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
  sent: "Confirmation text sent",
  failedTitle: "Error sending text",
  failed: "Failed to send confirmation text",
} as const;

/** `/confirm-email/{token}`: the page that confirms an existing subscriber's address. */
export const confirmAddressScreen = {
  pageTitle: "Confirm your email address",
  title: "Is this your address?",
  before: `Someone subscribed to ${brand.name} and entered`,
  after: ". If that was you, confirm to add the subscription to your account.",
  applies: "We’ll also save what you entered:",
  timezone: "Timezone",
  phone: "Texts to",
  phoneEnding: (digits: string) => `the number ending in ${digits}`,
  submit: "Confirm",
  notYou: "If it wasn’t you, close this page. Nothing about your account changes.",
  confirmed: {
    title: "You’re all set",
    text: "The subscription is now part of your account.",
  },
  expiredText: "Contact us and we’ll move the subscription to your account.",
  invalidText:
    "The link may be incomplete, or a different address has been entered. Check the email.",
  refused: {
    subscribed:
      "Your account has a subscription already, so we can’t add another one. Contact us and we’ll sort it out.",
    sending: "Today’s briefing is on its way right now. Please try again in a few minutes.",
    trial:
      "You’ve already used your free trial. We ended this one, and you won’t be charged. Log in with the address you used at checkout to start without a trial.",
  },
} as const;
