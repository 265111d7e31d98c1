import { expect } from "playwright/test";
import { expectToast, toastOf } from "../../support/browser/admin-pages";
import {
  day,
  mockService,
  newMessage,
  openScreen,
  row,
  savedMessage,
  test,
  textarea,
  write,
} from "../../support/browser/daily-messages-screen";
import { accessibilityProblems } from "../../support/browser/public-pages";
import { messagesTo, uniqueEmail, uniquePhone } from "../../support/browser/purchase";

const none = {
  toSend: 0,
  accepted: 0,
  delivered: 0,
  pending: 0,
  excluded: 0,
  failed: 0,
  missed: 0,
  state: "nobody",
};

/** A zone of today's progress as the API returns it, by the hour (UTC) in which its email opens. */
const zoneOf = (timezone: string, hour: number, change: object = {}) => ({
  timezone,
  opensAt: new Date(Date.UTC(2026, 10, 18, hour, 45)).toISOString(),
  closesAt: new Date(Date.UTC(2026, 10, 18, hour + 3)).toISOString(),
  hasStarted: false,
  state: "waiting",
  missedPeople: 0,
  email: none,
  sms: none,
  ...change,
});

test("each press moves two weeks, and a failure can be retried", async ({ page }) => {
  await mockService(page, {});
  const asked: (string | null)[] = [];
  let isBroken = false;
  await page.route("**/api/daily-messages/calendar?*", async (route) => {
    const from = new URL(route.request().url()).searchParams.get("from") ?? "";
    asked.push(from);
    if (isBroken) return route.fulfill({ status: 500, json: { message: "x" } });
    return route.fulfill({
      json: {
        now: "2026-11-18T20:40:00.000Z",
        newYorkDate: "2026-11-18",
        siteUrl: "http://localhost",
        longestMessage: 1_569,
        emailLeadMinutes: 15,
        today: null,
        next: {
          opensAt: "2026-11-19T07:45:00.000Z",
          freeDate: "2026-11-19",
          day: day("2026-11-19"),
          smsText: null,
          late: [],
        },
        days: [day(from)],
      },
    });
  });
  await openScreen(page);
  await page.getByRole("button", { name: "Next two weeks" }).dblclick();
  await expect(page.getByRole("heading", { name: "December 17–17" })).toBeVisible();
  isBroken = true;
  await page.getByRole("button", { name: "Next two weeks" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Couldn’t load more" });
  await expect(alert).toBeVisible();
  isBroken = false;
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "December 31–31" })).toBeVisible();
  await expect(alert).toHaveCount(0);
  await page.getByRole("button", { name: "Previous two weeks" }).click();
  await expect(page.getByRole("heading", { name: "December 17–17" })).toBeVisible();
});

test("the preview shows the text and email with the date's post, and a test send delivers both", async ({
  page,
  request,
  freeMonday,
  postIds,
}) => {
  const date = freeMonday();
  const [year = "", , dayOfMonth = ""] = date.split("-");
  const monthName = new Date(`${date}T00:00:00Z`).toLocaleString("en-US", {
    timeZone: "UTC",
    month: "long",
  });
  await openScreen(page);
  for (const [slug, title] of [
    ["8y", "The older post of two"],
    ["8z", "The newer post of two"],
  ]) {
    const response = await page.context().request.post("/api/posts", {
      data: {
        slug,
        title,
        shortDate: `${dayOfMonth} ${monthName.slice(0, 3).toUpperCase()}`,
        fullDate: `${monthName} ${Number(dayOfMonth)}, ${year}`,
        content: "A paragraph of the *newer* post.",
        readTime: 1,
      },
    });
    expect(response.status()).toBe(201);
    postIds.push((await response.json()).id);
  }
  await write(page, date, "1. Text of the message");
  const preview = page.getByRole("region", { name: "Preview at 8:00 AM" });

  await test.step("the text includes the link", async () => {
    const text = preview.getByRole("figure", { name: "Text preview" });
    await expect(text).toContainText(/1\. Text of the message\s+http:\/\/localhost:\d+\/r\/8z/);
    await expect(preview).toContainText(
      "Includes the post The newer post of two (/r/8z). It’s the newest for this date; “The older post of two” (/r/8y) isn’t included.",
    );
    await expect(page.getByText(/with the link: 1 segment of 160 \(GSM-7\)/)).toBeVisible();
  });

  await test.step("the email is in a sandboxed frame", async () => {
    await preview.getByRole("button", { name: "Email" }).click();
    const frame = page.locator('iframe[title="Email preview"]');
    await expect(frame).toHaveAttribute("sandbox", "allow-same-origin");
    const email = page.frameLocator('iframe[title="Email preview"]');
    await expect(email.getByRole("heading", { name: "The newer post of two" })).toBeVisible();
    await expect(email.getByText("Text of the message")).toBeVisible();
    await expect(email.getByText("A paragraph of the newer post.")).toBeVisible();
  });

  await test.step("the test send is marked as a test", async () => {
    const email = uniqueEmail();
    const { e164 } = uniquePhone();
    await page.getByText("Send a test to yourself").click();
    await page.getByRole("button", { name: "Send test" }).click();
    await expect(page.getByText("Please enter an email address or a phone number")).toBeVisible();
    await page.getByLabel("Your email").fill(email);
    await page.getByLabel("Your phone").fill(e164);
    await page.getByRole("button", { name: "Send test" }).click();
    await expectToast(page, "Success", `Sent to ${email} and ${e164}.`);
    const [sentEmail] = await messagesTo(request, "email", email);
    expect(sentEmail?.subject).toBe("Test: The newer post of two");
    const [text] = await messagesTo(request, "sms", e164);
    expect(text?.text).toMatch(/^Test: 1\. Text of the message\nhttp:\/\/localhost:\d+\/r\/8z$/);
    await page.getByRole("button", { name: "Send test" }).click();
    await expectToast(page, "Error", /Too many attempts\. Please try again in \d+ seconds?\./);
  });
});

test("a test without a date isn't sent, and says why", async ({ page }) => {
  await mockService(page, {});
  await openScreen(page);
  await write(page, "", "Text");
  await page.getByText("Send a test to yourself").click();
  await page.getByLabel("Your email").fill(uniqueEmail());
  const send = page.getByRole("button", { name: "Send test" });
  await send.click();
  await expect(page.getByText("Please enter a date as MM/DD/YYYY.")).toBeVisible();
  await expect(send).toBeFocused();
});

test("Undo brings the message back, and keeps what was changed since", async ({ page }) => {
  await mockService(page, {});
  await page.route("**/api/daily-messages/preview", (route) =>
    route.fulfill({
      json: {
        smsText: null,
        email: null,
        lines: [],
        headings: ["One", "Two", "Three"],
        version: null,
        page: null,
        post: null,
        otherPosts: [],
      },
    }),
  );
  await openScreen(page);
  await write(page, "2026-11-19", "Typed by hand");
  await page.getByRole("button", { name: "Use the post’s headings" }).click();
  await expect(textarea(page)).toHaveValue("1. One\n2. Two\n3. Three");
  // A toast stays while the pointer is on it.
  await toastOf(page).hover();
  await page.getByLabel("Date").fill("2026-11-20");
  await page.getByRole("switch", { name: "Active" }).press("Space");
  await toastOf(page).getByRole("button", { name: "Undo" }).click();
  await expect(textarea(page)).toHaveValue("Typed by hand");
  await expect(page.getByLabel("Date")).toHaveValue("11/20/2026");
  await expect(page.getByRole("switch", { name: "Active" })).not.toBeChecked();
});

test("a failed preview can be retried", async ({ page, freeMonday }) => {
  await openScreen(page);
  await page.route("**/api/daily-messages/preview", (route) => route.fulfill({ status: 502 }));
  // The card asks for a preview when it opens, and for each pause in typing.
  const refused = page.waitForResponse(
    (response) =>
      response.url().endsWith("/api/daily-messages/preview") &&
      (response.request().postData() ?? "").includes('"Text"'),
  );
  await write(page, freeMonday(), "Text");
  await refused;
  await expect(page.getByText("Couldn’t load the preview.")).toBeVisible();
  await page.unroute("**/api/daily-messages/preview");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("figure", { name: "Text preview" })).toContainText("Text");
});

test("an editor can replace the characters that force Unicode", async ({ page }) => {
  await mockService(page, {});
  await openScreen(page);
  await newMessage(page).click();
  const meter = page.locator("#message-length");
  await expect(meter).toContainText("0 characters");
  await textarea(page).fill("“It’s” 5");
  await expect(meter).toContainText("Unicode because of “’”");
  await meter.getByRole("button", { name: "Use plain characters" }).click();
  await expect(textarea(page)).toHaveValue('"It\'s" 5');
  await expect(meter).toContainText(/8 characters, .*1 segment of 160 \(GSM-7\)/);
});

test.describe("in New York, on a Wednesday at 15:40", () => {
  test.use({ timezoneId: "America/New_York" });

  test("a day without a message opens a new card for that day", async ({ page }) => {
    const tomorrow = day("2026-11-19", { messages: [savedMessage("2026-11-19", "1. One")] });
    await mockService(page, {
      next: {
        opensAt: "2026-11-19T07:45:00.000Z",
        freeDate: "2026-11-19",
        day: tomorrow,
        smsText: "1. One",
        late: [],
      },
      messages: [
        savedMessage("2026-11-19", "For tomorrow"),
        savedMessage("2026-11-18", "For today", false),
      ],
      days: [day("2026-11-18"), tomorrow, day("2026-11-23")],
    });
    await openScreen(page);
    await expect(page.getByRole("region", { name: "Tomorrow, Thu, Nov 19" })).toContainText(
      "Due in 11 h",
    );
    const days = page.getByRole("list", { name: "Days" }).getByRole("listitem");
    await expect(days.first()).toContainText("Today");
    await expect(row(page, "For today")).toContainText("Today");
    await expect(row(page, "For tomorrow")).not.toContainText("Today");
    await expect(page.getByText("where you are")).toHaveCount(0);

    await days.nth(2).getByRole("button").click();
    await expect(page.getByLabel("Date")).toHaveValue("11/23/2026");
    await expect(days.nth(2)).toContainText("Editing");
  });

  test("the next briefing can be written from its own button", async ({ page }) => {
    await mockService(page, {
      next: {
        opensAt: "2026-11-19T07:45:00.000Z",
        freeDate: "2026-11-19",
        day: day("2026-11-19"),
        smsText: null,
        late: [],
      },
    });
    await openScreen(page);
    const next = page.getByRole("region", { name: "Tomorrow, Thu, Nov 19" });
    await next.getByRole("button", { name: "Write Thursday’s message" }).click();
    await expect(page.getByLabel("Date")).toHaveValue("11/19/2026");
  });

  test("today comes first while a zone got nothing, with the button that helps", async ({
    page,
  }) => {
    const today = day("2026-11-18", {
      messages: [savedMessage("2026-11-18", "1. Today's", false)],
    });
    const lost = { ...none, state: "nothing_sent", toSend: 805, missed: 805 };
    await mockService(page, {
      now: "2026-11-18T10:30:00.000Z",
      message: "inactive",
      days: [today, day("2026-11-19")],
      zones: [
        zoneOf("Europe/London", 7, { state: "nothing_sent", missedPeople: 805, email: lost }),
        zoneOf("America/New_York", 12),
      ],
    });
    await openScreen(page);
    const first = page.getByRole("heading", { level: 2 }).first();
    await expect(first).toHaveText("London got nothing: 805 people.");
    const region = page.getByRole("region", { name: "London got nothing: 805 people." });
    await expect(region).toContainText("Inactive");
    await expect(region).toContainText("An edit still reaches Eastern.");
    expect(await accessibilityProblems(page)).toEqual([]);
    await region.getByRole("button", { name: "Activate today’s message" }).click();
    await expect(textarea(page)).toHaveValue("1. Today's");
  });

  test("delivery progress is accessible and refreshes on its own", async ({ page }) => {
    const zones = [
      zoneOf("Europe/London", 8, { hasStarted: true, state: "done" }),
      zoneOf("America/New_York", 12, {
        hasStarted: true,
        state: "sending",
        email: { ...none, state: "sending", toSend: 3_000, pending: 1_796 },
        sms: { ...none, state: "done", toSend: 40 },
      }),
      zoneOf("America/Chicago", 13),
    ];
    await mockService(page, { now: "2026-11-18T13:00:00.000Z", zones });
    await openScreen(page);
    const progress = page.getByRole("region", { name: "Eastern is going out." });
    await expect(
      progress.getByRole("progressbar", { name: "Email, Eastern Time (ET)" }),
    ).toHaveJSProperty("value", 1_204);
    const refetch = page.waitForRequest("**/api/daily-messages/progress*");
    expect(await accessibilityProblems(page)).toEqual([]);
    await refetch;
  });
});

test.describe("in London, after midnight", () => {
  test.use({ timezoneId: "Europe/London" });

  test("the editor's date and New York's are both shown", async ({ page }) => {
    await mockService(page, {
      now: "2026-11-19T01:00:00.000Z",
      messages: [savedMessage("2026-11-19", "Here"), savedMessage("2026-11-18", "There")],
    });
    await openScreen(page);
    await expect(
      page.getByText(
        "It’s Thursday, November 19 where you are and Wednesday, November 18 in New York.",
      ),
    ).toBeVisible();
    await expect(page.getByRole("region", { name: "Today, Thu, Nov 19" })).toBeVisible();
    await expect(row(page, "Here").getByText("Today", { exact: true })).toBeVisible();
    await expect(row(page, "There").getByText("Today in New York")).toBeVisible();
  });
});
