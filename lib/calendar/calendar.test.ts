import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  firstBriefingDate,
  isLocalDate,
  isWeekday,
  localDateAt,
  nextBriefingDay,
  nextWeekday,
} from "./days";
import {
  parseLongMonthDayYear,
  parseNumericDate,
  formatShortMonthDayYear,
  formatDateTimeHere,
  formatLongMonthDayYear,
  formatDayMonthCaps,
  formatNumericDate,
  formatLongWeekdayMonthDay,
  formatLongWeekday,
} from "./format";

describe("calendar days", () => {
  it("are written as the specification writes them", () => {
    expect(formatLongMonthDayYear("2025-03-05")).toBe("March 5, 2025");
    expect(formatDayMonthCaps("2025-03-05")).toBe("05 MAR");
    expect(formatLongMonthDayYear("2028-02-29")).toBe("February 29, 2028");
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
      expect(parseLongMonthDayYear(text)).toBeNull();
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
        expect(parseLongMonthDayYear(formatLongMonthDayYear(localDate))).toBe(localDate);
      }),
    );
  });
});

describe("dates as editors see and type them", () => {
  it("are month, day, year", () => {
    expect(formatNumericDate("2025-03-05")).toBe("03/05/2025");
    expect(parseNumericDate("03/05/2025")).toBe("2025-03-05");
    expect(parseNumericDate(" 3/5/2025 ")).toBe("2025-03-05");
  });

  it.each(["02/29/2025", "13/01/2025", "3/5/25", "2025-03-05", "03.05.2025", ""])(
    "%j is none",
    (text) => {
      expect(parseNumericDate(text)).toBeNull();
    },
  );
});

describe("dates as subscribers see them", () => {
  it("have a short month and the year", () => {
    expect(formatShortMonthDayYear("2026-11-18")).toBe("Nov 18, 2026");
    expect(formatShortMonthDayYear("2027-05-01")).toBe("May 1, 2027");
  });

  it("have the weekday when the day is near", () => {
    expect(formatLongWeekdayMonthDay("2026-11-23")).toBe("Monday, November 23");
    expect(formatLongWeekday("2026-11-29")).toBe("Sunday");
  });
});

it.each([
  ["a Thursday", "2026-11-19", "2026-11-20"],
  ["a Friday", "2026-11-20", "2026-11-23"],
  ["a Saturday", "2026-11-21", "2026-11-23"],
  ["the end of a year", "2026-12-31", "2027-01-01"],
  ["a leap day", "2028-02-29", "2028-03-01"],
])("the next weekday after %s", (_name, localDate, expected) => {
  expect(nextWeekday(localDate)).toBe(expected);
});

it("passes over days off", () => {
  const daysOff = ["2026-11-26", "2026-11-30"];
  expect(nextBriefingDay("2026-11-25", daysOff)).toBe("2026-11-27");
  expect(nextBriefingDay("2026-11-27", daysOff)).toBe("2026-12-01");
  const wednesday = new Date("2026-11-25T12:00:00Z");
  expect(firstBriefingDate(wednesday, "Europe/London", daysOff)).toBe("2026-11-27");
});

describe("the first briefing of someone who signs up", () => {
  it.each([
    ["on a Wednesday", "2026-11-18T12:00:00Z", "America/New_York", "2026-11-19"],
    ["on a Friday", "2026-11-20T12:00:00Z", "America/New_York", "2026-11-23"],
    ["on a Saturday", "2026-11-21T12:00:00Z", "Europe/London", "2026-11-23"],
    ["on a Sunday", "2026-11-22T12:00:00Z", "Europe/London", "2026-11-23"],
    [
      "while it is still Sunday in Los Angeles",
      "2026-11-23T06:00:00Z",
      "America/Los_Angeles",
      "2026-11-23",
    ],
    ["on Monday in London", "2026-11-23T06:00:00Z", "Europe/London", "2026-11-24"],
    ["on the day the clocks go back", "2026-11-01T05:30:00Z", "America/New_York", "2026-11-02"],
    ["at the end of a year", "2026-12-31T23:30:00Z", "Europe/London", "2027-01-01"],
  ])("%s", (_name, now, timezone, expected) => {
    expect(firstBriefingDate(new Date(now), timezone, [])).toBe(expected);
  });
});

describe("the local date of an instant", () => {
  it.each([
    ["2026-11-19T03:00:00Z", "America/New_York", "2026-11-18"],
    ["2026-11-19T03:00:00Z", "Europe/London", "2026-11-19"],
    ["2026-11-19T07:59:59Z", "America/Los_Angeles", "2026-11-18"],
    ["2026-11-19T08:00:00Z", "America/Los_Angeles", "2026-11-19"],
    ["2026-06-09T22:59:59Z", "Europe/London", "2026-06-09"],
    ["2026-06-09T23:00:00Z", "Europe/London", "2026-06-10"],
  ])("%s in %s is %s", (instant, timezone, expected) => {
    expect(localDateAt(new Date(instant), timezone)).toBe(expected);
  });

  it("uses the system's time zone when none is given", () => {
    const noon = new Date(2026, 10, 19, 12);
    expect(localDateAt(noon)).toBe("2026-11-19");
    expect(formatDateTimeHere(noon.toISOString())).toBe("Nov 19, 2026 at 12:00 PM");
  });
});

it("adds days across a clock change and a new year", () => {
  expect(addDays("2026-03-28", 1)).toBe("2026-03-29");
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-11-16", -14)).toBe("2026-11-02");
});

it("counts Monday to Friday as weekdays", () => {
  const days = Array.from({ length: 7 }, (_, index) => addDays("2026-11-16", index));
  expect(days.map(isWeekday)).toEqual([true, true, true, true, true, false, false]);
});
