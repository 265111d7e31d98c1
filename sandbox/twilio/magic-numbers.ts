/** A number with a fate. */
export type MagicNumber = {
  /** E.164. */
  number: string;
  /** Twilio's error code. */
  code: number;
  /** Refused at once, or accepted and later reported as undelivered. */
  fate: "refused" | "undelivered";
  meaning: string;
};

/**
 * Numbers that nobody can have, and what becomes of texts to them. Those ending in 0001 to 0009 are
 * Twilio's own (twilio.com/docs/iam/test-credentials), the rest are the sandbox's.
 */
export const magicNumbers: readonly MagicNumber[] = [
  { number: "+15005550001", code: 21_211, fate: "refused", meaning: "Not a valid number" },
  { number: "+15005550002", code: 21_612, fate: "refused", meaning: "No route to the number" },
  { number: "+15005550003", code: 21_408, fate: "refused", meaning: "Country not permitted" },
  { number: "+15005550004", code: 21_610, fate: "refused", meaning: "Opted out with STOP" },
  { number: "+15005550009", code: 21_614, fate: "refused", meaning: "Not a mobile number" },
  { number: "+15005550010", code: 21_635, fate: "refused", meaning: "Landline" },
  { number: "+15005550011", code: 30_003, fate: "undelivered", meaning: "Phone switched off" },
  {
    number: "+15005550012",
    code: 30_006,
    fate: "undelivered",
    meaning: "Landline, found out later",
  },
  { number: "+15005550013", code: 30_007, fate: "undelivered", meaning: "Filtered by the carrier" },
];

/** What is special about a number; null for all that people have. */
export function findMagicNumber(number: string): MagicNumber | null {
  return magicNumbers.find((magic) => magic.number === number) ?? null;
}
