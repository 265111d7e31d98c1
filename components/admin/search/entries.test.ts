import { expect, test } from "vitest";
import { entryOfPost, findDay, findPlaces } from "./entries";

const today = "2026-11-27";
const hrefs = (entries: readonly { href: string }[]) => entries.map(({ href }) => href);

test("without a query, the pages of the role are listed", () => {
  expect(hrefs(findPlaces("owner", ""))).toEqual(
    expect.arrayContaining(["/admin", "/admin/money", "/admin/team", "/admin-security"]),
  );
  expect(hrefs(findPlaces("support", ""))).not.toContain("/admin/money");
  expect(hrefs(findPlaces("support", ""))).not.toContain("/content-management");
});

test.each([
  ["texts a day", "/admin/settings"],
  ["import posts", "/content-management/import"],
  ["two-factor", "/admin/team"],
  ["clicks opens", "/admin/deliveries"],
  ["lead min", "/admin/settings?find=EMAIL_LEAD_MINUTES"],
])("an owner finds %s", (query, href) => {
  expect(hrefs(findPlaces("owner", query))).toContain(href);
  expect(findPlaces("support", query)).toEqual([]);
});

test("a day leads to its briefing while it can be edited, and to its deliveries once it has begun", () => {
  expect(hrefs(findDay("editor", "nov 30", today))).toEqual([
    "/daily-messages-admin?edit=2026-11-30",
  ]);
  expect(hrefs(findDay("editor", "nov 24", today))).toEqual(["/admin/deliveries?date=2026-11-24"]);
  expect(hrefs(findDay("editor", "today", today))).toEqual([
    "/daily-messages-admin?edit=2026-11-27",
    "/admin/deliveries?date=2026-11-27",
  ]);
  expect(findDay("support", "nov 30", today)).toEqual([]);
  expect(findDay("owner", "nov 28", today)).toEqual([]);
  expect(findDay("owner", "marcus", today)).toEqual([]);
});

test("a post leads to where the role edits or reads it", () => {
  const post = {
    id: 7,
    slug: "ty",
    title: "Yields fall",
    shortDate: "26 NOV",
    fullDate: "November 26, 2026",
    readTime: 2,
    preview: "",
    createdAt: "2026-11-26T00:00:00.000Z",
    updatedAt: null,
    isDraft: false,
    isScheduled: false,
  };
  expect(hrefs(entryOfPost("editor", post))).toEqual(["/content-management?post=7"]);
  expect(hrefs(entryOfPost("support", post))).toEqual(["/r/ty"]);
  expect(entryOfPost("support", { ...post, isDraft: true })).toEqual([]);
});
