export type MagicNumber = {
  /** E.164. */
  number: string;
  /** Twilio's error code. */
  code: number;
  /** Rejected right away, or accepted and later reported as undelivered. */
  outcome: "rejected" | "undelivered";
  meaning: string;
};

/**
 * Fictional Canadian numbers, which every form accepts, and the result of texting them. Numbers ending in 01
 * to 09 behave like Twilio's test numbers with the same ending (twilio.com/docs/iam/test-credentials).
 */
export const magicNumbers: readonly MagicNumber[] = [
  { number: "+16135550101", code: 21_211, outcome: "rejected", meaning: "Not a valid number" },
  { number: "+16135550102", code: 21_612, outcome: "rejected", meaning: "No route to the number" },
  { number: "+16135550103", code: 21_408, outcome: "rejected", meaning: "Country not permitted" },
  { number: "+16135550104", code: 21_610, outcome: "rejected", meaning: "Opted out with STOP" },
  { number: "+16135550109", code: 21_614, outcome: "rejected", meaning: "Not a mobile number" },
  { number: "+16135550110", code: 21_635, outcome: "rejected", meaning: "Landline" },
  { number: "+16135550111", code: 30_003, outcome: "undelivered", meaning: "Phone is off" },
  {
    number: "+16135550112",
    code: 30_006,
    outcome: "undelivered",
    meaning: "Landline, detected later",
  },
  {
    number: "+16135550113",
    code: 30_007,
    outcome: "undelivered",
    meaning: "Filtered by the carrier",
  },
];

/** Finds one of our numbers, or of Twilio's, which have a personal number's area code. */
export function findMagicNumber(number: string): MagicNumber | null {
  const asOurs = number.replace(/^\+1500555000/, "+1613555010");
  return magicNumbers.find((magic) => magic.number === asOurs) ?? null;
}
