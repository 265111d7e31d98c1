import { SegmentedMessage } from "sms-segments-calculator";
import { expect, test } from "vitest";
import { markdownToPlainText } from "@/lib/markdown/plain-text";
import { seedMessages } from "./messages";
import { mayBeTexted } from "../contact/phone-numbers";
import { seedPeople } from "./people";
import { seedPosts } from "./posts";
import { seedDates } from "./seed";

test("messages have three numbered headlines and fit one segment with a link", () => {
  for (const message of seedMessages) {
    expect(message.split("\n").map((line) => line.slice(0, 3))).toEqual(["1. ", "2. ", "3. "]);
    const text = new SegmentedMessage(`${message}\nhttps://threeline.example/r/ab`);
    expect(text.encodingName).toBe("GSM-7");
    expect(text.segmentsCount).toBe(1);
  }
});

test("posts have three sourced stories and a unique slug", () => {
  expect(seedPosts).toHaveLength(12);
  expect(new Set(seedPosts.map((post) => post.slug)).size).toBe(12);
  for (const post of seedPosts) {
    expect(post.slug).toMatch(/^[a-z0-9]{2}$/);
    expect(post.content.match(/^## /gm)).toHaveLength(3);
    expect(post.content).toMatch(/\]\(https:\/\/[a-z-]+\.example\//);
    expect(post.content).not.toMatch(/["'] |\w'\w| - /);
    const words = markdownToPlainText(post.content, { showUrls: false }).split(/\s+/).length;
    expect(words).toBeGreaterThan(190);
    expect(words).toBeLessThan(360);
  }
});

test("people cover every zone on both channels and every status", () => {
  const ways = new Set(seedPeople.map((person) => `${person.timezone} ${person.channels}`));
  for (const zone of [
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "Europe/London",
  ]) {
    expect(ways).toContain(`${zone} email`);
    expect(ways).toContain(`${zone} email+text`);
  }
  expect(new Set(seedPeople.map((person) => person.status))).toEqual(
    new Set([
      "trialing",
      "active",
      "past_due",
      "paused",
      "ending",
      "canceled_served",
      "canceled_ended",
      "stopped",
    ]),
  );
  const phones = seedPeople.flatMap((person) => person.phone ?? []);
  expect(new Set(phones).size).toBe(phones.length);
  expect(phones.filter((phone) => !mayBeTexted(phone))).toEqual([]);
});

test.each([
  ["a Wednesday", "2026-11-18T12:00:00Z", "2026-11-18", "2026-11-19"],
  ["a Saturday", "2026-11-21T12:00:00Z", "2026-11-20", "2026-11-23"],
  ["a Sunday night in London", "2026-11-22T23:30:00Z", "2026-11-20", "2026-11-23"],
  [
    "a summer night that is already the next day in London",
    "2026-07-15T23:30:00Z",
    "2026-07-16",
    "2026-07-17",
  ],
])("on %s, ten weekdays end with the latest one, and the rest follow", (_, now, last, next) => {
  const dates = seedDates(new Date(now), 20);
  expect(dates).toHaveLength(20);
  expect(dates[9]).toBe(last);
  expect(dates[10]).toBe(next);
  expect(dates).toEqual(dates.toSorted());
  expect(new Set(dates).size).toBe(20);
});
