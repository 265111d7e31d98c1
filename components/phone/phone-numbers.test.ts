import { describe, expect, test } from "vitest";
import { countryOfTimezone, listCountries, toE164 } from "./phone-numbers";
import { formatPhoneNumber, withPlus } from "@/lib/contracts/phone-format";

describe("toE164", () => {
  test.each([
    ["(212) 555-0123", "US", "+12125550123"],
    ["2125550123", "US", "+12125550123"],
    ["1 212 555 0123", "US", "+12125550123"],
    ["07400 123456", "GB", "+447400123456"],
    ["(787) 234-5678", "US", "+17872345678"],
    ["(787) 234-5678", "PR", "+17872345678"],
    ["07797 712345", "GB", "+447797712345"],
    ["07797 712345", "JE", "+447797712345"],
    ["+44 7400 123456", "US", "+447400123456"],
    ["011 44 7400 123456", "US", "+447400123456"],
  ] as const)("reads %s in %s", (typed, country, e164) => {
    expect(toE164(typed, country)).toBe(e164);
  });

  test.each([
    ["", "US"],
    ["   ", "US"],
    ["12345", "US"],
    ["not a number", "US"],
    ["212 555 0123", "GB"],
    ["212 555 0123 ext. 4", "US"],
  ] as const)("rejects “%s” in %s", (typed, country) => {
    expect(toE164(typed, country)).toBeNull();
  });
});

test("lists only the countries that get texts, in their order", () => {
  const countries = listCountries(["GB", "US", "AQ"]);
  expect(countries).toEqual([
    { code: "GB", name: "United Kingdom", callingCode: "44" },
    { code: "US", name: "United States", callingCode: "1" },
  ]);
  expect(countryOfTimezone(countries, "Europe/London")?.code).toBe("GB");
  expect(countryOfTimezone(countries, "America/Denver")?.code).toBe("US");
  expect(countryOfTimezone(countries, null)?.code).toBe("US");
  expect(countryOfTimezone(listCountries(["CA"]), "Europe/London")?.code).toBe("CA");
});

describe("formatPhoneNumber", () => {
  test.each([
    ["+12125550142", "+1 212 555 0142"],
    ["+447400123456", "+44 7400 123456"],
    ["447400123456", "+44 7400 123456"],
    ["not a number", "not a number"],
  ])("shows %s as %s", (phoneNumber, shown) => {
    expect(formatPhoneNumber(phoneNumber)).toBe(shown);
  });
});

test("adds a missing plus and no second one", () => {
  expect(withPlus("447400123456")).toBe("+447400123456");
  expect(withPlus("+447400123456")).toBe("+447400123456");
});
