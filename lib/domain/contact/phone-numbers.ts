import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  type NumberType,
} from "libphonenumber-js/max";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { AppError } from "@/lib/platform/app-error";
import type { Context } from "../context";

/** What numbering plans say about a phone number. */
export type PhoneNumber = {
  e164: string;
  /** Its ISO 3166 code, and for a territory also its country's. */
  countries: readonly string[];
  /** Whether it has a length that its country uses. */
  isPossible: boolean;
  /** Whether it's in a range that is in use. Plans change faster than our copy of them. */
  isValid: boolean;
  /** Why we never text it; null for numbers that are or may be mobile. */
  refusal: "landline" | "other_kind" | null;
};

/**
 * Numbers that can't get texts, or that cost their sender more. Twilio rejects only some of these
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
 * Territories that share their country's numbering plan, and whose people expect to be served like the
 * country: those of the US (https://www.nanpa.com), and the Crown Dependencies (Ofcom's National Telephone
 * Numbering Plan).
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
 * UK carriers read texts to a landline aloud in a call (https://www.twilio.com/en/guidelines/gb/sms). In
 * North America, landlines and mobile phones share number ranges.
 */
function refusalOf(kind: NumberType): PhoneNumber["refusal"] {
  if (kind === "FIXED_LINE") return "landline";
  return otherKinds.has(kind) ? "other_kind" : null;
}

/**
 * Reads a number with its leading plus and country code, or as it's written in a country (its ISO 3166
 * code); null if it can't be read.
 */
export function readPhoneNumber(text: string, writtenIn: string | null = null): PhoneNumber | null {
  const isNational = writtenIn !== null && isSupportedCountry(writtenIn);
  const number =
    isNational || text.startsWith("+")
      ? parsePhoneNumberFromString(text, isNational ? writtenIn : undefined)
      : undefined;
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

/** Whether we may text a number that someone gave us earlier, or that texted us. Never for short codes. */
export function mayBeTexted(phone: string): boolean {
  return readPhoneNumber(phone)?.refusal === null;
}

type TextedCountries = { settings: Pick<Context["settings"], "smsCountries"> };

/**
 * Normalizes a phone number to E.164: `+1 (415) 555-0123` → `+14155550123`. The leading plus is
 * required, because without it the country is ambiguous.
 *
 * @throws AppError 400 for an invalid number, one of a kind that isn't texted (`PhoneNumber.refusal`),
 *   or one in a country that we don't text
 */
export function parsePhoneNumber({ settings }: TextedCountries, text: string): string {
  const number = readPhoneNumber(text);
  const field = "phoneNumber";
  if (!number?.isValid) throw new AppError(400, onboardingMessages.phoneInvalid, { field });
  if (number.refusal) throw new AppError(400, onboardingMessages.phoneKind, { field });
  if (!isTextedCountry({ settings }, number.e164)) {
    const [country] = namesOf(number.countries);
    const texted = namesOf(settings.smsCountries);
    throw new AppError(400, onboardingMessages.phoneCountry(country, texted), { field });
  }
  return number.e164;
}

/** Whether we text numbers in this number's country. `phone` is E.164. */
export function isTextedCountry({ settings }: TextedCountries, phone: string): boolean {
  const countries = readPhoneNumber(phone)?.countries ?? [];
  return countries.some((country) => settings.smsCountries.includes(country));
}

function namesOf(countries: readonly string[]): string[] {
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  return countries.map((code) => names.of(code) ?? code);
}
