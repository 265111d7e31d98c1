import { describePeriod, type PeriodName } from "@/lib/contracts/retention";

/** What each period is about, and how long it is; null for what isn't about readers. */
const rows: Record<PeriodName, readonly [data: string, keptFor: string] | null> = {
  account: [
    "Your account, subscription, payments, and what you agreed to",
    `while you subscribe, and ${describePeriod("account")} afterward, in case you come back`,
  ],
  consentProof: [
    "Proof that you agreed to texts or to our terms",
    `${describePeriod("consentProof")} after your account is deleted. It names no one: it says what you agreed to, when, and from which network, with a code that we can only compare with a number or address that someone gives us.`,
  ],
  pastTrial: [
    "That your email address or phone number had a subscription, so that nobody gets two free trials",
    `${describePeriod("pastTrial")} after your account is deleted. It names no one: it’s a code that we can only compare with an address or number that someone subscribes with.`,
  ],
  delivery: [
    "Which briefing we sent you, and whether it arrived",
    `up to ${describePeriod("delivery")}`,
  ],
  emailVisit: [
    "If we measure it for a briefing: whether you opened the email, and which links you clicked",
    describePeriod("emailVisit"),
  ],
  notice: ["Which other emails we sent you", describePeriod("notice")],
  webhookEvent: [
    "What Paddle, Postmark, and Twilio report about a payment or a message",
    `up to ${describePeriod("webhookEvent")}`,
  ],
  auditEvent: ["Changes to your account, and who made them", describePeriod("auditEvent")],
  login: [
    "Logins, and links we email you to log in or to confirm an address",
    `${describePeriod("login")} after they end`,
  ],
  counter: [
    "Codes we text you, and counters that stop abuse",
    `up to ${describePeriod("counter")}`,
  ],
  choice: [
    "A second copy of what you turned on, turned off, or stopped, in case we have to restore a backup. It names no one",
    describePeriod("choice"),
  ],
  subscriberImport: [
    "Lists of subscribers that we import, and what we had stored before",
    describePeriod("subscriberImport"),
  ],
  log: ["Logs", describePeriod("log")],
  operatorAlert: null,
  deletedPost: null,
  billingRun: null,
  stoppedWorker: null,
};

const withoutPeriod = [
  [
    "An address or number that asked us to stop, or that can’t be reached",
    "permanently, so that we never write to it again",
  ],
  [
    "A code for each deleted account, which names no one",
    "permanently, so that a backup can’t bring the account back",
  ],
  [
    "An address that was entered at checkout without a purchase",
    "as long as Paddle keeps it; ask us or Paddle to delete it",
  ],
];

/** How long we keep what, for the privacy policy (Markdown). */
export const retentionList = [...Object.values(rows), ...withoutPeriod]
  .flatMap((row) => (row ? [`- **${row[0]}:** ${row[1]}`] : []))
  .join("\n");
