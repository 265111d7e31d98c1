import { describe, expect, test } from "vitest";
import examples from "libphonenumber-js/examples.mobile.json";
import { getExampleNumber, isSupportedCountry } from "libphonenumber-js/max";
import { AppError } from "@/lib/platform/app-error";
import { isTextedCountry, mayBeTexted, parsePhoneNumber } from "./phone-numbers";

/** What each answer means here. */
const outcomes: Record<string, string> = {
  "400 phoneNumber Please enter a valid phone number, including the country code.": "invalid",
  "400 phoneNumber Texts can’t be sent to this kind of number. Please enter a mobile number.":
    "kind",
};

const settingsOf = (...smsCountries: string[]) => ({ settings: { smsCountries } });

/** `texted`, or why a number is refused; unless given, in the United States, Canada, and the UK. */
function outcomeOf(number: string, ctx = settingsOf("US", "CA", "GB")): string {
  try {
    const e164 = parsePhoneNumber(ctx, number);
    return e164 === number ? "texted" : e164;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const answer = `${error.status} ${error.field} ${error.userMessage}`;
    if (/We can’t text numbers in .+, only in the United States/.test(answer)) return "country";
    return outcomes[answer] ?? answer;
  }
}

describe("numbers from numbering plans", () => {
  // North America: https://www.nanpa.com/numbering/number-resource-types/area-codes and the example numbers
  // of libphonenumber's PhoneNumberMetadata.xml. Lines 0100 to 0199 of exchange 555 are for fiction.
  test.each([
    ["+14155550123", "San Francisco", "texted"],
    ["+12015550123", "New Jersey", "texted"],
    ["+12125557777", "New York", "texted"],
    ["+19175550100", "New York, mobile since 1992", "texted"],
    ["+15062345678", "New Brunswick", "texted"],
    ["+16135550142", "Ottawa", "texted"],
    ["+19022345678", "Nova Scotia, next to 900", "texted"],
    ["+18083456789", "Hawaii, next to 800", "texted"],
    ["+15012345678", "Arkansas, next to 500", "texted"],
    ["+17872345678", "Puerto Rico", "texted"],
    ["+19392345678", "Puerto Rico, overlay", "texted"],
    ["+13406421234", "US Virgin Islands", "texted"],
    ["+16713001234", "Guam", "texted"],
    ["+16847331234", "American Samoa, mobile", "texted"],
    ["+16846221234", "American Samoa, landline", "kind"],
    ["+16702345678", "Northern Marianas", "texted"],
    ["+18002345678", "toll-free", "kind"],
    ["+18332345678", "toll-free", "kind"],
    ["+18442345678", "toll-free", "kind"],
    ["+18552345678", "toll-free", "kind"],
    ["+18662345678", "toll-free", "kind"],
    ["+18772345678", "toll-free", "kind"],
    ["+18882345678", "toll-free", "kind"],
    ["+19002345678", "premium rate", "kind"],
    ["+15002345678", "personal", "kind"],
    ["+15212345678", "personal", "kind"],
    ["+15332345678", "personal", "kind"],
    ["+15442345678", "personal", "kind"],
    ["+15662345678", "personal", "kind"],
    ["+15772345678", "personal", "kind"],
    ["+15882345678", "personal", "kind"],
    ["+16222345678", "Canadian, not geographic", "kind"],
    ["+18762101234", "Jamaica", "country"],
    ["+18092345678", "Dominican Republic", "country"],
    ["+12684641234", "Antigua and Barbuda", "country"],
    ["+14413701234", "Bermuda, British, with its own numbering plan", "country"],
    ["+14739012345", "Grenada", "country"],
    ["+11234567890", "an area code that can’t be", "invalid"],
    ["+14151234567", "an exchange that can’t be", "invalid"],
    ["+1415555012", "too short", "invalid"],
  ])("%s (%s): %s", (number, _what, outcome) => {
    expect(outcomeOf(number)).toBe(outcome);
  });

  // UK: Ofcom's National Telephone Numbering Plan, parts A1 and B, and the same example numbers.
  test.each([
    ["+447400123456", "mobile", "texted"],
    ["+447123456789", "mobile", "texted"],
    ["+447534567890", "mobile", "texted"],
    ["+447876543210", "mobile", "texted"],
    ["+447975556677", "mobile", "texted"],
    ["+447797712345", "Jersey, mobile", "texted"],
    ["+447937123456", "Jersey, mobile", "texted"],
    ["+447781123456", "Guernsey, mobile", "texted"],
    ["+447911123456", "Guernsey, mobile", "texted"],
    ["+447839123456", "Guernsey, mobile", "texted"],
    ["+447624123456", "Isle of Man, mobile among pagers", "texted"],
    ["+447924123456", "Isle of Man, mobile", "texted"],
    ["+447012345678", "personal", "kind"],
    ["+447089876543", "personal", "kind"],
    ["+447640123456", "pager", "kind"],
    ["+447699123456", "pager", "kind"],
    ["+441212345678", "Birmingham, landline", "kind"],
    ["+442079460182", "London, landline", "kind"],
    ["+442890123456", "Belfast, landline", "kind"],
    ["+441534456789", "Jersey, landline", "kind"],
    ["+441481256789", "Guernsey, landline", "kind"],
    ["+441624756789", "Isle of Man, landline", "kind"],
    ["+443012345678", "UK-wide", "kind"],
    ["+443301234567", "UK-wide", "kind"],
    ["+445512345678", "corporate", "kind"],
    ["+448001234567", "free", "kind"],
    ["+448081234567", "free", "kind"],
    ["+448431234567", "service charge", "kind"],
    ["+448456789012", "service charge", "kind"],
    ["+448701234567", "service charge", "kind"],
    ["+448712345678", "service charge", "kind"],
    ["+449012345678", "premium rate", "kind"],
    ["+449098765432", "premium rate, for adults", "kind"],
    ["+449123456789", "premium rate", "kind"],
    ["+449812345678", "premium rate, for adults", "kind"],
    ["+447700900123", "mobile for fiction, which nobody has", "invalid"],
    ["+44740012345", "too short", "invalid"],
  ])("%s (%s): %s", (number, _what, outcome) => {
    expect(outcomeOf(number)).toBe(outcome);
  });

  // Elsewhere: the national plans at https://www.itu.int/oth/T0202.aspx, and the same example numbers.
  test.each([
    ["+4915123456789", "Germany, mobile", "texted"],
    ["+4930123456", "Germany, landline", "kind"],
    ["+498001234567", "Germany, free", "kind"],
    ["+499001234567", "Germany, premium rate", "kind"],
    ["+4918012345", "Germany, shared cost", "kind"],
    ["+4970012345678", "Germany, personal", "kind"],
    ["+4916412345", "Germany, pager", "kind"],
    ["+49177991234567", "Germany, voicemail", "kind"],
    ["+33612345678", "France, mobile", "texted"],
    ["+33123456789", "France, landline", "kind"],
    ["+33891123456", "France, premium rate", "kind"],
    ["+33806123456", "France, company number", "kind"],
    ["+41781234567", "Switzerland, mobile", "texted"],
    ["+41900123456", "Switzerland, premium rate", "kind"],
    ["+41840123456", "Switzerland, shared cost", "kind"],
    ["+41860123456789", "Switzerland, voicemail", "kind"],
    ["+41740123456", "Switzerland, pager", "kind"],
    ["+353850123456", "Ireland, mobile", "texted"],
    ["+3531520123456", "Ireland, premium rate", "kind"],
    ["+3538551234567", "Ireland, voicemail", "kind"],
    ["+61412345678", "Australia, mobile", "texted"],
    ["+611900123456", "Australia, premium rate", "kind"],
    ["+611300123456", "Australia, shared cost", "kind"],
  ])("%s (%s): %s", (number, _what, outcome) => {
    expect(outcomeOf(number, settingsOf("DE", "FR", "CH", "IE", "AU"))).toBe(outcome);
    expect(outcomeOf(number)).toBe(outcome === "texted" ? "country" : outcome);
  });

  // Numbers of services that no country has, at https://www.itu.int/pub/T-SP-E.164D.
  test.each([
    ["+80012345678", "free, worldwide"],
    ["+808123456789", "shared cost, worldwide"],
    ["+979123456789", "premium rate, worldwide"],
    ["+870773111632", "satellite phone"],
    ["+883510012345", "network without a country"],
  ])("%s (%s) is refused", (number) => {
    expect(["kind", "country", "invalid"]).toContain(outcomeOf(number));
  });

  test("texts the example of a mobile number of each country", () => {
    const countries = Object.keys(examples).filter((code) => isSupportedCountry(code));
    const refused = countries.flatMap((country) => {
      const number = getExampleNumber(country, examples)?.number ?? "";
      const outcome = outcomeOf(number, settingsOf(...countries));
      return outcome === "texted" ? [] : [`${country} ${number} ${outcome}`];
    });
    expect(Object.keys(examples).length).toBeGreaterThan(200);
    expect(refused).toEqual([]);
  });
});

test.each([
  ["+17872345678", ["US"], true],
  ["+17872345678", ["PR"], true],
  ["+17872345678", ["GB"], false],
  ["+14155550123", ["PR"], false],
  ["+447797712345", ["GB"], true],
  ["+447797712345", ["JE"], true],
  ["+447400123456", ["JE"], false],
  ["+14413701234", ["GB", "US"], false],
])("whether %s is in a country among %j: %s", (number, countries, isTexted) => {
  expect(isTextedCountry(settingsOf(...countries), number)).toBe(isTexted);
});

test("a number needs its plus, and may be written in any usual way", () => {
  const ctx = settingsOf("US", "GB");
  expect(parsePhoneNumber(ctx, "+1 (415) 555-0123")).toBe("+14155550123");
  expect(parsePhoneNumber(ctx, "+44 (0)7400 123 456")).toBe("+447400123456");
  expect(() => parsePhoneNumber(ctx, "4155550123")).toThrow(
    "Please enter a valid phone number, including the country code.",
  );
});

test.each([
  ["+14155550123", true],
  // Invalid by what we know, which isn't a reason to stop texting someone.
  ["+447700900123", true],
  ["+19002345678", false],
  ["+442079460182", false],
  ["78901", false],
  ["THREELINE", false],
  ["", false],
])("whether somebody at %s may be texted: %s", (phone, isAllowed) => {
  expect(mayBeTexted(phone)).toBe(isAllowed);
});
