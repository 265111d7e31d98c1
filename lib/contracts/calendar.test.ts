import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isLocalDate,
  parseFullDate,
  parseUsDate,
  toFullDate,
  toShortDate,
  toUsDate,
} from "./calendar";

describe("calendar days", () => {
  it("are written as the specification writes them", () => {
    expect(toFullDate("2025-03-05")).toBe("March 5, 2025");
    expect(toShortDate("2025-03-05")).toBe("05 MAR");
    expect(toFullDate("2028-02-29")).toBe("February 29, 2028");
  });

  it.each(["2025-02-29", "2025-13-01", "2025-00-10", "25-03-05", "2025-3-5", "March 5, 2025", ""])(
    "%j is none",
    (text) => {
      expect(isLocalDate(text)).toBe(false);
    },
  );

  it.each(["March 32, 2025", "Smarch 5, 2025", "2025-03-05", "March 5 2025", "February 29, 2025"])(
    "%j is no full date",
    (text) => {
      expect(parseFullDate(text)).toBeNull();
    },
  );

  it("come back from their full form", () => {
    const days = fc.date({
      min: new Date("1950-01-01"),
      max: new Date("2100-12-31"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, (date) => {
        const localDate = date.toISOString().slice(0, 10);
        expect(parseFullDate(toFullDate(localDate))).toBe(localDate);
      }),
    );
  });
});

describe("dates as editors see and type them", () => {
  it("are month, day, year", () => {
    expect(toUsDate("2025-03-05")).toBe("03/05/2025");
    expect(parseUsDate("03/05/2025")).toBe("2025-03-05");
    expect(parseUsDate(" 3/5/2025 ")).toBe("2025-03-05");
  });

  it.each(["02/29/2025", "13/01/2025", "3/5/25", "2025-03-05", "03.05.2025", ""])(
    "%j is none",
    (text) => {
      expect(parseUsDate(text)).toBeNull();
    },
  );
});
