import { expect, test } from "vitest";
import type { CalendarDay } from "@/lib/contracts/briefings";
import { messageState, postState } from "./day-state";

const message = {
  id: 1,
  date: "2026-11-19",
  message: "Words",
  isActive: true,
  createdAt: "2026-11-18T00:00:00.000Z",
  updatedAt: null,
};

const day: CalendarDay = {
  date: "2026-11-19",
  isWeekday: true,
  messages: [],
  posts: [],
  hasStarted: false,
  isOver: false,
};

test.each<[Partial<CalendarDay>, string, string]>([
  [{}, "No message", "gap"],
  [{ messages: [message] }, "Active", "on"],
  [{ messages: [{ ...message, isActive: false }] }, "Inactive", "off"],
  [{ messages: [message], hasStarted: true }, "Going out", "on"],
  [{ messages: [message], hasStarted: true, isOver: true }, "Sent", "sent"],
  // Deleted after it was sent.
  [{ hasStarted: true, isOver: true }, "Sent", "sent"],
  [{ messages: [message], isOver: true }, "Nothing sent", "off"],
])("the message of a day %j: %s", (change, words, look) => {
  expect(messageState({ ...day, ...change })).toEqual({ words, look });
});

test("the post of a day", () => {
  const posts = [{ id: 2, slug: "k8", title: "Post" }];
  expect(postState(day)).toEqual({ words: "No post", look: "off" });
  expect(postState({ ...day, posts })).toEqual({ words: "Post k8", look: "on" });
});
