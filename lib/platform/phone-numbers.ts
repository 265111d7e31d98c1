import {
  parsePhoneNumberFromString,
  type CountryCode,
  type NumberType,
} from "libphonenumber-js/max";

/** A phone number, as far as numbering plans tell. */
export type PhoneNumber = {
  e164: string;
  /** The ISO 3166 code, and for a territory also its country's. */
  countries: readonly string[];
  /** Whether it has a length that its country uses. */
  isPossible: boolean;
  /** Whether it's in a range that is in use. Plans change faster than what we know about them. */
  isValid: boolean;
  /** Why it isn't texted, whoever asks; null for mobile numbers and those that may be one. */
  refusal: "landline" | "other_kind" | null;
};

/**
 * Numbers that can't get texts, or that cost whoever texts them. Twilio rejects only some of these
 * (https://www.twilio.com/docs/api/errors/21268).
 */
const otherKinds: ReadonlySet<NumberType> = new Set([
  "PREMIUM_RATE",
  "PERSONAL_NUMBER",
  "TOLL_FREE",
  "SHARED_COST",
  "UAN",
  "PAGER",
  "VOICEMAIL",
] as const);

/**
 * Territories whose numbers are in their country's plan, and whose people expect to be served with it:
 * of the US (https://www.nanpa.com), and the Crown Dependencies (Ofcom's National Telephone Numbering
 * Plan).
 */
const countryOfTerritory: Partial<Record<CountryCode, CountryCode>> = {
  AS: "US",
  GU: "US",
  MP: "US",
  PR: "US",
  VI: "US",
  GG: "GB",
  IM: "GB",
  JE: "GB",
};

/**
 * UK carriers read texts to a landline out in a call (https://www.twilio.com/en/guidelines/gb/sms). In
 * North America, landlines and mobile phones have the same numbers.
 */
function refusalOf(kind: NumberType): PhoneNumber["refusal"] {
  if (kind === "FIXED_LINE") return "landline";
  return otherKinds.has(kind) ? "other_kind" : null;
}

/** Reads a number with its leading plus and country code; null if it has no such code. */
export function readPhoneNumber(text: string): PhoneNumber | null {
  const number = text.startsWith("+") ? parsePhoneNumberFromString(text) : undefined;
  if (!number) return null;
  const { country } = number;
  const ownCountry = country && countryOfTerritory[country];
  return {
    e164: number.number,
    countries: [country, ownCountry].filter((code) => code !== undefined),
    isPossible: number.isPossible(),
    isValid: number.isValid(),
    refusal: refusalOf(number.getType()),
  };
}

/** Whether we may text a number that somebody gave us earlier, or texts us. Short codes: never. */
export function mayBeTexted(phone: string): boolean {
  return readPhoneNumber(phone)?.refusal === null;
}
