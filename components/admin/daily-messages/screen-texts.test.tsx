// Over 300 lines because it checks the texts of every daily message screen.

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { deliveryProgress } from "@/lib/client/daily-messages";
import type {
  CalendarDay,
  DeliveryProgressView,
  EditorCalendarView,
  ZoneProgress,
} from "@/lib/contracts/briefings";
import type { Timezone } from "@/lib/contracts/timezones";
import { renderedTags, renderedText } from "@/tests/support/rendered-markup";
import { BriefingPreview } from "./briefing-preview";
import { LengthMeter } from "./length-meter";
import { NextBriefing } from "./next-briefing";
import { TodayBriefing } from "./today-briefing";
import { Weeks } from "./weeks";

const noop = () => undefined;

const savedMessage = (date: string, message: string, isActive = true) => ({
  id: Number(date.replaceAll("-", "")),
  date,
  message,
  isActive,
  createdAt: "2026-11-01T00:00:00.000Z",
  updatedAt: null,
});

function day(date: string, change: Partial<CalendarDay> = {}): CalendarDay {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  const isWeekday = weekday > 0 && weekday < 6;
  return {
    date,
    isWeekday,
    isDayOff: false,
    holiday: null,
    messages: [],
    posts: [],
    hasStarted: false,
    isOver: false,
    ...change,
  };
}

const tomorrow = day("2026-11-19", {
  messages: [savedMessage("2026-11-19", "1. ECB signals one more cut\n2. Shelter slows")],
  posts: [
    { id: 1, slug: "k8", title: "A" },
    { id: 2, slug: "k7", title: "B" },
  ],
});

describe("the length meter", () => {
  const meter = (message: string, suffix = "") =>
    renderToStaticMarkup(
      <LengthMeter
        id="length"
        message={message}
        suffix={suffix}
        maxLength={1_569}
        onUsePlain={noop}
      />,
    );

  it.each([
    ["", "", "0 characters"],
    ["x", "", "1 character, 1 segment of 160 (GSM-7)"],
    ["x".repeat(160), "", "160 characters, 1 segment of 160 (GSM-7)"],
    ["x".repeat(161), "", "161 characters, 2 segments of 153 (GSM-7)"],
    ["“It’s” 5", "", "8 characters, 1 segment of 70 (Unicode)"],
    ["“It’s” 5", "", "Unicode because of “’”"],
    ["📈", "", "1 character, 1 segment of 70 (Unicode)"],
    ["1. One", "\nhttps://x/r/k8", "6 characters, 21 with the link: 1 segment of 160 (GSM-7)"],
    ["", "", "SMS limit: 160 chars per message, 70 with emoji"],
    [
      "x".repeat(1_570),
      "",
      "Messages can be up to 1,569 characters, so one text fits the message and its link.",
    ],
  ])("measures %j%s", (message, suffix, text) => {
    expect(renderedText(meter(message, suffix))).toContain(text);
  });

  it("offers plain characters only if they make the text GSM-7", () => {
    expect(renderedText(meter("“It’s” 5"))).toContain("Use plain characters");
    expect(renderedText(meter("📈"))).not.toContain("Use plain characters");
  });

  it("accepts a message of exactly the longest length", () => {
    expect(renderedText(meter("x".repeat(1_569)))).not.toContain("Messages can be up to");
  });
});

describe("the next briefing", () => {
  const next = (
    date: CalendarDay,
    smsText: string | null,
    editorDate = "2026-11-18",
    late: EditorCalendarView["next"]["late"] = [],
  ) => {
    const editorCalendar: EditorCalendarView = {
      now: "2026-11-18T20:40:00.000Z",
      newYorkDate: "2026-11-18",
      siteUrl: "http://localhost",
      longestMessage: 1_569,
      emailLeadMinutes: 15,
      today: null,
      next: {
        opensAt: "2026-11-19T07:45:00.000Z",
        freeDate: "2026-11-19",
        day: date,
        smsText,
        late,
      },
      days: [date],
    };
    return renderToStaticMarkup(
      <NextBriefing
        editorCalendar={editorCalendar}
        nowMs={Date.parse(editorCalendar.now)}
        editorDate={editorDate}
        isBusy={false}
        onOpen={noop}
      />,
    );
  };

  it.each([
    "Active",
    "Due in 11 h 5 min",
    "Tomorrow,Thu, Nov 19",
    "1ECB signals one more cut2Shelter slows",
    "12 characters with the link, 1 segment",
    "Edit message",
    "Email from 7:45 AM, text at 8:00 AM, subscriber’s time",
    "Includes post /r/k8, the newest of 2",
  ])("shows %j", (text) => {
    expect(renderedText(next(tomorrow, "1. ECB /r/k8"))).toContain(text);
  });

  it.each([
    ["2026-11-19", "Today,Thu, Nov 19"],
    ["2026-11-16", "Thursday,November 19"],
  ])("on %s calls its day %j", (editorDate, title) => {
    expect(renderedText(next(tomorrow, null, editorDate))).toContain(title);
  });

  it.each([
    [
      { channel: "sms", timezone: "America/New_York", minutes: 71 },
      "Texts for Eastern Time (ET) need 71 minutes and won’t all arrive by 8:45 AM. A shorter message helps.",
    ],
    [
      { channel: "email", timezone: "Europe/London", minutes: 25 },
      "Emails for London (GMT/BST) need 25 minutes and won’t all arrive by 8:00 AM. Tell the operator.",
    ],
  ] as const)("warns about %j", (late, text) => {
    expect(renderedText(next(tomorrow, null, undefined, [late]))).toContain(text);
  });

  it.each([
    "No message",
    "Nothing written yet. Without an active message, nothing will be sent.",
    "No post for this date",
    "Write Thursday’s message",
  ])("without a message shows %j", (text) => {
    expect(renderedText(next(day("2026-11-19"), null))).toContain(text);
  });

  it("offers to edit an inactive message", () => {
    const inactive = { messages: [savedMessage("2026-11-19", "1. One", false)] };
    const text = renderedText(next(day("2026-11-19", inactive), null));
    expect(text).toContain("Inactive");
    expect(text).toContain("Edit message");
  });
});

describe("the weeks", () => {
  const days = [
    day("2026-11-16", {
      messages: [savedMessage("2026-11-16", "1. Old")],
      hasStarted: true,
      isOver: true,
    }),
    day("2026-11-17", { isOver: true }),
    day("2026-11-18", { messages: [savedMessage("2026-11-18", "New")], hasStarted: true }),
    tomorrow,
    day("2026-11-20", { messages: [savedMessage("2026-11-20", "Later", false)] }),
    day("2026-11-21", { messages: [savedMessage("2026-11-21", "Weekend")] }),
    day("2026-11-22"),
    day("2026-11-23"),
  ];
  const weeks = (openDate: string | null = null, shown = days) =>
    renderToStaticMarkup(
      <Weeks
        days={shown}
        editorDate="2026-11-18"
        urgentUntil="2026-11-20"
        openDate={openDate}
        onOpen={noop}
        onPage={noop}
        onToday={noop}
        isPaging={false}
        failure={null}
      >
        New
      </Weeks>,
    );
  const textOf = (index: number, openDate: string | null = null) => {
    const items = weeks(openDate).split("<li").slice(1);
    return renderedText(items.at(index)?.replace(/^[^>]*>/, "") ?? "");
  };

  it.each([
    ["Monday, November 16", "Old", "Sent", "No post"],
    ["Tuesday, November 17", "Not sent", "No post"],
    ["Wednesday, November 18", "Today", "Going out", "No post"],
    ["Thursday, November 19", "ECB signals", "Active", "Post k8", "Edit message"],
    ["Friday, November 20", "Later", "Inactive", "No post"],
    ["Saturday, November 21", "Not sent on weekends"],
    ["Sunday, November 22"],
    ["Monday, November 23", "No message", "No post", "Write message"],
  ])("shows the state of %s", (...texts) => {
    const index = days.findIndex(({ date }) => texts[0]?.endsWith(` ${Number(date.slice(8))}`));
    for (const text of texts) expect(textOf(index)).toContain(text);
  });

  it("has a heading with the dates and buttons for other weeks", () => {
    expect(renderedText(weeks())).toContain("November 16–23");
    const labels = renderedTags(weeks()).map(({ attributes }) => attributes.get("aria-label"));
    expect(labels).toEqual(expect.arrayContaining(["Previous two weeks", "Next two weeks"]));
  });

  it("names the month on the first day and where it changes, for phones after a weekend", () => {
    const dates = ["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-02", "2026-11-03"];
    const names = weeks(
      null,
      dates.map((date) => day(date)),
    )
      .split("<li")
      .slice(1)
      .map((item) => /<span class="([^"]*)">(Oct|Nov)<\/span>/.exec(item))
      .map((found) => found && [found[2], found[1]?.includes("md:hidden")]);
    expect(names).toEqual([["Oct", false], null, ["Nov", false], ["Nov", true], null]);
  });

  it("links a day that was sent to its deliveries", () => {
    const links = renderedTags(weeks()).map(({ attributes }) => attributes.get("href"));
    expect(links.filter(Boolean)).toEqual(["/admin/deliveries?date=2026-11-16"]);
    expect(textOf(0)).toContain("See deliveries");
  });

  it("has a button that leads back to today", () => {
    expect(renderedText(weeks())).toContain("Today");
  });

  it("marks the day of the open card", () => {
    expect(textOf(7, "2026-11-23")).toContain("Editing");
    expect(textOf(3, "2026-11-23")).not.toContain("Editing");
  });
});

describe("today's briefing", () => {
  const none = {
    toSend: 0,
    accepted: 0,
    delivered: 0,
    pending: 0,
    excluded: 0,
    failed: 0,
    missed: 0,
    state: "nobody" as const,
  };
  const zone = (timezone: Timezone, hour: number, change: Partial<ZoneProgress> = {}) => ({
    timezone,
    opensAt: `2026-11-18T${hour}:45:00.000Z`,
    closesAt: `2026-11-18T${hour + 2}:00:00.000Z`,
    hasStarted: false,
    state: "waiting" as const,
    missedPeople: 0,
    email: none,
    sms: none,
    ...change,
  });
  const progress = (
    zones: ZoneProgress[],
    message: DeliveryProgressView["message"] = "active",
    now = "2026-11-18T13:00:00.000Z",
  ) => {
    const client = new QueryClient();
    const data = { date: "2026-11-18", now, message, zones };
    client.setQueryData(deliveryProgress("2026-11-18").queryKey, data);
    return renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <TodayBriefing date="2026-11-18" day={undefined} isBusy={false} onOpen={noop} />
      </QueryClientProvider>,
    );
  };
  const done = zone("Europe/London", 10, { hasStarted: true, state: "done" });
  const lost = zone("Europe/London", 10, {
    state: "nothing_sent",
    missedPeople: 805,
    email: { ...none, state: "nothing_sent", toSend: 805, missed: 805, excluded: 5 },
  });
  const sending = zone("America/New_York", 12, {
    hasStarted: true,
    state: "sending",
    email: { ...none, state: "sending", toSend: 3_000, pending: 1_796, excluded: 4 },
    sms: { ...none, state: "done", toSend: 40 },
  });
  const waiting = [
    zone("America/Chicago", 13),
    zone("America/Denver", 14),
    zone("America/Los_Angeles", 15),
  ];

  it.each([
    "Active",
    "Today’s briefing, Wed, Nov 18",
    "Eastern is going out.",
    "An edit still reaches Central, Mountain, and Pacific. It’s too late for the others.",
    "1,204 of 3,000, 4 excluded",
    "40 of 40",
    "Starts in 45 min",
    "Edit message",
  ])("shows %j", (text) => {
    expect(renderedText(progress([done, sending, ...waiting]))).toContain(text);
  });

  it.each([
    "Inactive",
    "London got nothing: 805 people.",
    "Closed, nothing sent. 805 people missed it.",
    "0 of 805, 5 excluded",
    "Activate today’s message",
    "Starts once a message is active",
  ])("says %j when a zone got nothing", (text) => {
    const zones = [lost, zone("America/New_York", 12), ...waiting];
    expect(renderedText(progress(zones, "inactive"))).toContain(text);
  });

  it.each<[string, ZoneProgress[]]>([
    ["Too late to edit: every zone has been sent.", [done, sending]],
    ["Too late to edit: no zone is left to be sent.", [lost, sending]],
    ["An edit reaches every zone.", [zone("Europe/London", 12)]],
    ["See deliveries", [done, sending]],
  ])("says %j", (text, zones) => {
    expect(renderedText(progress(zones))).toContain(text);
  });

  it("labels the progress bars", () => {
    const bars = renderedTags(progress([sending])).filter(({ name }) => name === "progress");
    expect(
      bars.map(({ attributes }) => [attributes.get("aria-label"), attributes.get("value")]),
    ).toEqual([
      ["Email, Eastern Time (ET)", "1204"],
      ["Text, Eastern Time (ET)", "40"],
    ]);
  });

  it.each<[string, ZoneProgress[], string]>([
    ["before the first zone opens", [zone("Europe/London", 14)], "2026-11-18T13:00:00.000Z"],
    ["after the last zone closes", [done], "2026-11-18T12:00:00.000Z"],
  ])("is empty %s", (_, zones, now) => {
    expect(progress(zones, "active", now)).toBe("");
  });
});

describe("the preview", () => {
  const post = { id: 1, slug: "k8", title: "Rates hold" };
  const others = [
    { id: 2, slug: "k7", title: "Older" },
    { id: 3, slug: "k6", title: "Oldest" },
  ];
  const includes = (included: typeof post | null, otherPosts: typeof others) =>
    renderedText(
      renderToStaticMarkup(
        <BriefingPreview
          as="h3"
          date="2026-11-19"
          preview={{
            smsText: "1. One",
            email: { subject: "One", html: "", text: "" },
            version: null,
            lines: ["One"],
            headings: [],
            page: null,
            post: included,
            otherPosts,
          }}
          failure={null}
        />,
      ),
    );

  it("says why a message can't be previewed, and offers to try again only if that can help", () => {
    const shown = (failure: { text: string; retry: (() => void) | null }) =>
      renderedText(
        renderToStaticMarkup(
          <BriefingPreview as="h3" date="2026-11-19" preview={undefined} failure={failure} />,
        ),
      );
    const refused = shown({ text: "Messages can be up to 1,573 characters.", retry: null });
    expect(refused).toContain("Messages can be up to 1,573 characters.");
    expect(refused).not.toContain("Try again");
    const failed = shown({ text: "Couldn’t load the preview.", retry: () => undefined });
    expect(failed).toContain("Couldn’t load the preview. Try again");
  });

  it("says that a message without a post goes out alone", () => {
    expect(includes(null, [])).toContain("No post for this date; the message goes out alone.");
  });

  it("names the post and another one of its date", () => {
    expect(includes(post, others.slice(0, 1))).toContain(
      "Includes the post Rates hold (/r/k8). It’s the newest for this date; “Older” (/r/k7) isn’t included.",
    );
  });

  it("counts several other posts", () => {
    expect(includes(post, others)).toContain("2 others aren’t included.");
  });
});
