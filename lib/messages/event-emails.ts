import { brand } from "../brand";

const writeToSupport = `email ${brand.supportAddress}`;

/** To an existing subscriber whose address a buyer entered. Contains nothing that the buyer wrote. */
export const confirmAddressEmail = {
  subject: "Confirm your email address",
  label: "Sign-up",
  title: "Is this your sign-up?",
  text: `Someone subscribed to ${brand.name} and entered this address, which already has an account. If it was you, confirm to add the subscription to your account.`,
  button: "Review and confirm",
  expiry: (days: number) =>
    `The link works for ${days} days. If it wasn't you, ignore this email. Nothing about your account changes.`,
  reason: `You're receiving this because someone entered this address while subscribing to ${brand.name}.`,
} as const;

/** To the address used at checkout, when the briefings go to another. */
export const deliveryAddressEmail = {
  subject: `Where we'll send your ${brand.name} briefings`,
  label: "Sign-up",
  title: "We'll use another address",
  text: (email: string) =>
    `You paid with this address and chose another one for your briefings: ${email}. That's also the address to log in with.`,
  button: "Go to your account",
  notYou: `If you didn't choose it, ${writeToSupport}.`,
  reason: `You're receiving this because this address was used to pay for ${brand.name}.`,
} as const;

/** To the address that the briefings went to before. */
export const addressChangedEmail = {
  subject: `Your ${brand.name} address was changed`,
  label: "Sign-up",
  title: "Your address was changed",
  text: "Your briefings and login links now go to another address. We won't send them to this one anymore.",
  notYou: `If you didn't change it, ${writeToSupport}.`,
  reason: `You're receiving this because this address was used to sign up for ${brand.name}.`,
} as const;
