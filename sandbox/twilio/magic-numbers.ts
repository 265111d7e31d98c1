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
 * Fictional numbers and the result of texting them. 0001 to 0009 are Twilio's own
 * (twilio.com/docs/iam/test-credentials); the rest are the sandbox's.
 */
export const magicNumbers: readonly MagicNumber[] = [
  { number: "+15005550001", code: 21_211, outcome: "rejected", meaning: "Not a valid number" },
  { number: "+15005550002", code: 21_612, outcome: "rejected", meaning: "No route to the number" },
  { number: "+15005550003", code: 21_408, outcome: "rejected", meaning: "Country not permitted" },
  { number: "+15005550004", code: 21_610, outcome: "rejected", meaning: "Opted out with STOP" },
  { number: "+15005550009", code: 21_614, outcome: "rejected", meaning: "Not a mobile number" },
  { number: "+15005550010", code: 21_635, outcome: "rejected", meaning: "Landline" },
  { number: "+15005550011", code: 30_003, outcome: "undelivered", meaning: "Phone is off" },
  {
    number: "+15005550012",
    code: 30_006,
    outcome: "undelivered",
    meaning: "Landline, detected later",
  },
  {
    number: "+15005550013",
    code: 30_007,
    outcome: "undelivered",
    meaning: "Filtered by the carrier",
  },
];

export function findMagicNumber(number: string): MagicNumber | null {
  return magicNumbers.find((magic) => magic.number === number) ?? null;
}
