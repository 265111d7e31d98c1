import { describe, expect, test } from "vitest";
import {
  countryOfTimezone,
  formatNumber,
  listCountries,
  toCountryCode,
  toE164,
} from "./phone-numbers";

describe("what was typed becomes E.164", () => {
  test.each([
    ["(212) 555-0123", "US", "+12125550123"],
    ["2125550123", "US", "+12125550123"],
    ["1 212 555 0123", "US", "+12125550123"],
    ["07400 123456", "GB", "+447400123456"],
    ["+44 7400 123456", "US", "+447400123456"],
    ["011 44 7400 123456", "US", "+447400123456"],
  ] as const)("%s in %s", (typed, country, e164) => {
    expect(toE164(typed, country)).toBe(e164);
  });

  test.each([
    ["", "US"],
    ["   ", "US"],
    ["12345", "US"],
    ["not a number", "US"],
    ["212 555 0123", "GB"],
    ["212 555 0123 ext. 4", "US"],
  ] as const)("“%s” in %s is none", (typed, country) => {
    expect(toE164(typed, country)).toBeNull();
  });
});

test("the picker lists the nearest countries first, then all others by name", () => {
  const countries = listCountries();
  expect(countries.slice(0, 3)).toEqual([
    { code: "US", name: "United States", callingCode: "1" },
    { code: "GB", name: "United Kingdom", callingCode: "44" },
    { code: "CA", name: "Canada", callingCode: "1" },
  ]);
  expect(countries.length).toBeGreaterThan(200);
  expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length);
  expect(countries.find(({ code }) => code === "DE")).toEqual({
    code: "DE",
    name: "Germany",
    callingCode: "49",
  });
});

test("a timezone suggests a country", () => {
  expect(countryOfTimezone("Europe/London")).toBe("GB");
  expect(countryOfTimezone("America/Denver")).toBe("US");
  expect(countryOfTimezone(null)).toBe("US");
});

test("only countries are taken for countries", () => {
  expect(toCountryCode("FR")).toBe("FR");
  expect(toCountryCode("ZZ")).toBeUndefined();
});

test("a number is shown in the groups people read it in", () => {
  expect(formatNumber("+12125550142")).toBe("+1 212 555 0142");
  expect(formatNumber("+447400123456")).toBe("+44 7400 123456");
  expect(formatNumber("what is none")).toBe("what is none");
});
