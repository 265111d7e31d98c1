import { describe, expect, it, test } from "vitest";
import type { CalendarDay } from "@/lib/contracts/briefings";
import {
  formatDuration,
  lastUrgentDay,
  messageState,
  monthAndDay,
  postState,
  shortDate,
  shortDay,
  spanOfDays,
} from "./days";

test("a day is written the American way", () => {
  expect(shortDay("2026-09-03")).toBe("Thu, Sep 3");
  expect(shortDate("2026-11-19")).toBe("Thu, Nov 19, 2026");
  expect(monthAndDay("2026-11-19")).toBe("November 19");
});

test.each([
  ["2026-11-16", "2026-11-29", "November 16–29"],
  ["2026-11-30", "2026-12-13", "November 30 – December 13"],
  ["2026-12-28", "2027-01-10", "December 28 – January 10"],
])("spanOfDays from %s to %s", (first, last, text) => {
  expect(spanOfDays(first, last)).toBe(text);
});

describe("formatDuration", () => {
  it.each([
    [-1, "less than a minute"],
    [59_999, "less than a minute"],
    [5 * 60_000, "5 min"],
    [62_400_000, "17 h 20 min"],
    [47 * 3_600_000, "47 h 0 min"],
    [48 * 3_600_000, "2 days"],
    [51 * 3_600_000, "2 days 3 h"],
  ])("writes %i ms as %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

describe("the state of a day", () => {
  const message = {
    id: 1,
    date: "2026-11-19",
    message: "Text",
    isActive: true,
    createdAt: "2026-11-18T00:00:00.000Z",
    updatedAt: null,
  };
  const day: CalendarDay = {
    date: "2026-11-19",
    isWeekday: true,
    isDayOff: false,
    holiday: null,
    messages: [],
    posts: [],
    hasStarted: false,
    isOver: false,
  };

  it.each<[string, Partial<CalendarDay>, string, string]>([
    ["without a message", {}, "No message", "missing"],
    ["without a message, later", { date: "2026-11-23" }, "No message", "off"],
    ["that is a day off", { isDayOff: true }, "Day off", "off"],
    ["that was a day off", { isDayOff: true, isOver: true }, "Day off", "off"],
    ["with an active message", { messages: [message] }, "Active", "on"],
    [
      "with an inactive message",
      { messages: [{ ...message, isActive: false }] },
      "Inactive",
      "missing",
    ],
    ["that has started", { messages: [message], hasStarted: true }, "Going out", "on"],
    ["that is over", { messages: [message], hasStarted: true, isOver: true }, "Sent", "sent"],
    ["whose message was deleted after", { hasStarted: true, isOver: true }, "Sent", "sent"],
    ["that is over and never started", { messages: [message], isOver: true }, "Not sent", "off"],
  ])("%s", (_, change, label, look) => {
    expect(messageState({ ...day, ...change }, lastUrgentDay("2026-11-19", []))).toEqual({
      label,
      look,
    });
  });

  it("says whether it has a post", () => {
    const posts = [{ id: 2, slug: "k8", title: "Post" }];
    expect(postState(day)).toEqual({ label: "No post", look: "off" });
    expect(postState({ ...day, posts })).toEqual({ label: "Post k8", look: "on" });
  });
});
