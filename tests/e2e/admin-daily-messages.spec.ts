import { randomInt } from "node:crypto";
import { expect, test, type Page } from "playwright/test";
import {
  endAdminSession,
  expectToast,
  holdCalls,
  openAsAdmin,
  toastOf,
} from "@/tests/support/admin-pages";
import { accessibilityProblems, sidewaysScroll, logInAdmin } from "@/tests/support/public-pages";
import { messagesTo, uniqueEmail, uniquePhone } from "@/tests/support/purchase";

const address = "/daily-messages-admin";

type Message = { id: number; date: string; message: string; isActive: boolean };

const weekMs = 7 * 24 * 3_600_000;
const firstMonday = Date.UTC(2031, 0, 6);

let usedDates: string[] = [];
let postIds: number[] = [];

/** A Monday that no other test uses, nor another run of them; it is free again after the test. */
function freeMonday(): string {
  const date = new Date(firstMonday + randomInt(50_000) * weekMs).toISOString().slice(0, 10);
  usedDates.push(date);
  return date;
}

test.beforeEach(() => {
  usedDates = [];
  postIds = [];
});

// What is left of one test would push the next one's rows off the list's first page.
test.afterEach(async ({ page }) => {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await logInAdmin(page.request);
  for (const date of usedDates) {
    const found = await page.request.get(`/api/daily-messages?from=${date}&to=${date}`);
    const messages: Message[] = await found.json();
    for (const { id } of messages) await page.request.delete(`/api/daily-messages/${id}`);
  }
  for (const id of postIds) await page.request.delete(`/api/posts/${id}`);
});

const newMessage = (page: Page) => page.getByRole("button", { name: "New Message" });
const textarea = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const create = (page: Page) => page.getByRole("button", { name: "Create Message" });
const list = (page: Page) => page.getByRole("list", { name: "Messages" });
const row = (page: Page, text: string) =>
  list(page).getByRole("listitem").filter({ hasText: text });
const card = (page: Page, name: string | RegExp) => page.getByRole("region", { name });

async function openDesk(page: Page): Promise<void> {
  await openAsAdmin(page, address);
  await expect(newMessage(page)).toBeVisible();
}

async function write(page: Page, date: string, text: string): Promise<void> {
  await newMessage(page).click();
  await page.getByLabel("Date").fill(date);
  await textarea(page).fill(text);
}

async function saveByApi(page: Page, message: Omit<Message, "id">): Promise<Message> {
  const response = await page.context().request.post("/api/daily-messages", { data: message });
  expect(response.status()).toBe(201);
  return response.json();
}

/** A day of the editorCalendar as the service would answer it. */
function day(date: string, change: object = {}) {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  const isWeekday = weekday > 0 && weekday < 6;
  return { date, isWeekday, messages: [], posts: [], hasStarted: false, isOver: false, ...change };
}

const words = (date: string, message: string, isActive = true) => ({
  id: Number(date.replaceAll("-", "")),
  date,
  message,
  isActive,
  createdAt: "2026-11-01T00:00:00.000Z",
  updatedAt: null,
});

type Served = {
  now?: string;
  newYorkDate?: string;
  next?: object;
  days?: object[];
  messages?: object[];
  totalCount?: number;
  zones?: object[];
};

/** Answers for a service whose clock and content a test decides: a Wednesday evening. */
async function serve(page: Page, served: Served): Promise<void> {
  const now = served.now ?? "2026-11-18T20:40:00.000Z";
  const tomorrow = day("2026-11-19", { messages: [words("2026-11-19", "1. One\n2. Two")] });
  const messages = served.messages ?? [];
  await page.route("**/api/daily-messages/calendar*", (route) =>
    route.fulfill({
      json: {
        now,
        newYorkDate: served.newYorkDate ?? "2026-11-18",
        siteUrl: "http://localhost",
        longestMessage: 1_569,
        emailLeadMinutes: 15,
        next: served.next ?? {
          opensAt: "2026-11-19T07:45:00.000Z",
          day: tomorrow,
          smsText: "1. One\n2. Two",
        },
        days: served.days ?? [tomorrow],
      },
    }),
  );
  await page.route("**/api/daily-messages/progress*", (route) =>
    route.fulfill({ json: { date: "2026-11-18", now, zones: served.zones ?? [] } }),
  );
  await page.route("**/api/daily-messages?*", (route) =>
    route.fulfill({
      json: messages,
      headers: { "x-total-count": String(served.totalCount ?? messages.length) },
    }),
  );
}

test("create, edit and delete a message", async ({ page }) => {
  const date = freeMonday();
  await openDesk(page);

  await test.step("the header", async () => {
    const header = page.getByRole("navigation", { name: "Admin" });
    await expect(header.getByRole("link", { name: "Content" })).toHaveAttribute(
      "href",
      "/content-management",
    );
    await expect(header.getByText("Messages")).toHaveAttribute("aria-current", "page");
    await expect(header.getByRole("button", { name: "Logout" })).toBeVisible();
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  });

  await test.step("date and a message that is not blank are required", async () => {
    await newMessage(page).click();
    await expect(textarea(page)).toBeFocused();
    await expect(create(page)).toBeDisabled();
    await textarea(page).fill(" \n ");
    await expect(create(page)).toBeDisabled();
    await textarea(page).fill("1. First\n2. Second");
    await expect(create(page)).toBeEnabled();
    await page.getByLabel("Date").fill("");
    await expect(create(page)).toBeDisabled();
    await page.getByLabel("Date").fill(date);
    await expect(page.getByText("Monday", { exact: true })).toBeVisible();
    await expect(page.getByText("18 characters")).toBeVisible();
    await expect(page.getByText("SMS limit: 160 chars per message")).toBeVisible();
    await expect(page.getByRole("switch", { name: "Active" })).toBeChecked();
  });

  await test.step("only one card at a time", async () => {
    await expect(newMessage(page)).toBeDisabled();
    for (const edit of await page.getByRole("button", { name: /^Edit message of/ }).all()) {
      await expect(edit).toBeDisabled();
    }
  });

  await test.step("saved, told, and in the list", async () => {
    await create(page).click();
    await expectToast(page, "Success", "Daily message created successfully");
    await expect(card(page, "New message")).toHaveCount(0);
    await expect(newMessage(page)).toBeFocused();
    await expect(row(page, "1. First")).toContainText("Active");
  });

  await test.step("edited", async () => {
    await row(page, "1. First").getByRole("button", { name: /^Edit/ }).click();
    await expect(newMessage(page)).toBeDisabled();
    await textarea(page).fill("1. Changed");
    await page.getByRole("switch", { name: "Active" }).click();
    await page.getByRole("button", { name: "Update Message" }).click();
    await expectToast(page, "Success", "Daily message updated successfully");
    await expect(row(page, "1. Changed")).toContainText("Inactive");
    await expect(row(page, "1. First")).toHaveCount(0);
  });

  await test.step("kept, then deleted", async () => {
    const trash = row(page, "1. Changed").getByRole("button", { name: /^Delete/ });
    await trash.click();
    const question = page.getByRole("dialog", {
      name: "Are you sure you want to delete this message?",
    });
    await expect(question.getByRole("button", { name: "Keep it" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    await expect(trash).toBeFocused();
    await trash.click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expectToast(page, "Success", "Daily message deleted successfully");
    await expect(row(page, "1. Changed")).toHaveCount(0);
  });
});

test("a second active message of a date is refused, and says which is in the way", async ({
  page,
}) => {
  const date = freeMonday();
  await openDesk(page);
  await saveByApi(page, { date, message: "The first of its date", isActive: true });
  await write(page, date, "The second");
  await create(page).click();
  await expect(toastOf(page)).toContainText(
    "already has an active message: “The first of its date”. Make that one inactive first.",
  );
  await expect(toastOf(page)).toHaveAttribute("data-type", "error");
  await expect(page.getByText(/^This date has an active message\. Save this one/)).toBeVisible();
  await page.getByRole("switch", { name: "Active" }).click();
  await create(page).click();
  await expectToast(page, "Success", "Daily message created successfully");
  await expect(row(page, "The second")).toContainText("Inactive");
});

test("failures: the server's message, or the page's own words; nothing typed is lost", async ({
  page,
}) => {
  const shown = words("2026-11-16", "An old one");
  await serve(page, { messages: [shown] });
  await openDesk(page);
  const answers = [
    [{ status: 500, json: { message: "The server's own words." } }, "The server's own words."],
    [{ status: 502, body: "" }, null],
  ] as const;
  const one = `**/api/daily-messages/${shown.id}`;

  await write(page, "2026-11-24", "Typed with care");
  for (const [answer, sentence] of answers) {
    await page.route("**/api/daily-messages", (route) => route.fulfill(answer));
    await create(page).click();
    await expectToast(page, "Error", sentence ?? "Failed to create message");
    await expect(textarea(page)).toHaveValue("Typed with care");
    await page.unroute("**/api/daily-messages");
  }
  await page.route("**/api/daily-messages", (route) => route.abort());
  await create(page).click();
  await expectToast(page, "Error", "Failed to create message");
  await page.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Edit message of Mon 16 Nov 2026" }).click();
  for (const [answer, sentence] of answers) {
    await page.route(one, (route) => route.fulfill(answer));
    await page.getByRole("button", { name: "Update Message" }).click();
    await expectToast(page, "Error", sentence ?? "Failed to update message");
    await page.unroute(one);
  }
  await page.getByRole("button", { name: "Cancel" }).click();

  for (const [answer, sentence] of answers) {
    await page.route(one, (route) => route.fulfill(answer));
    await page.getByRole("button", { name: "Delete message of Mon 16 Nov 2026" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expectToast(page, "Error", sentence ?? "Failed to delete message");
    await expect(row(page, "An old one")).toHaveCount(1);
    await page.unroute(one);
  }
});

test("pressed twice on a slow network, it is saved once", async ({ page }) => {
  const date = freeMonday();
  await openDesk(page);
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/daily-messages")) posts += 1;
  });
  const release = await holdCalls(page, "**/api/daily-messages");
  await write(page, date, "Only once, please");
  await create(page).dblclick();
  await expect(page.locator("form button[aria-busy=true]")).toBeVisible();
  await expect(textarea(page)).toBeDisabled();
  release();
  await expectToast(page, "Success", "Daily message created successfully");
  await expect(row(page, "Only once, please")).toHaveCount(1);
  expect(posts).toBe(1);
});

test("a session that ends while one types loses nothing", async ({ page, context }) => {
  const date = freeMonday();
  await openDesk(page);
  await write(page, date, "Typed before the session ended");
  await endAdminSession(context);
  const dialog = page.getByRole("dialog", { name: "Please log in again" });

  await test.step("not now: told, and all is still there", async () => {
    await create(page).click();
    await expect(dialog).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Not now" }).click();
    await expectToast(page, "Error", "Please log in to continue.");
    await expect(textarea(page)).toHaveValue("Typed before the session ended");
  });

  await test.step("logged in over the page: the save goes on by itself", async () => {
    await create(page).click();
    await dialog.getByLabel("Username").fill("admin");
    await dialog
      .getByLabel("Password")
      .fill(process.env["E2E_ADMIN_PASSWORD"] ?? "a-password-for-tests");
    await page.keyboard.press("Enter");
    await expectToast(page, "Success", "Daily message created successfully");
    await expect(dialog).toHaveCount(0);
    await expect(row(page, "Typed before the session ended")).toHaveCount(1);
  });

  await test.step("logged in in another tab: noticed on coming back", async () => {
    await write(page, freeMonday(), "Typed before it ended again");
    await endAdminSession(context);
    await create(page).click();
    await expect(dialog).toBeVisible();
    await logInAdmin(context.request);
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await expectToast(page, "Success", "Daily message created successfully");
    await expect(row(page, "Typed before it ended again")).toHaveCount(1);
  });
});

test("two editors at once: neither overwrites the other unknowingly", async ({ page, browser }) => {
  const date = freeMonday();
  await openDesk(page);
  await saveByApi(page, { date, message: "As it was", isActive: false });
  await page.reload();
  const other = await (await browser.newContext()).newPage();
  await openDesk(other);
  for (const editor of [page, other]) {
    await row(editor, "As it was").getByRole("button", { name: /^Edit/ }).click();
  }
  await textarea(other).fill("Theirs");
  await other.getByRole("button", { name: "Update Message" }).click();
  await expectToast(other, "Success", "Daily message updated successfully");

  await test.step("the second is told and sees both", async () => {
    await textarea(page).fill("Mine");
    await page.getByRole("button", { name: "Update Message" }).click();
    await expectToast(page, "Error", "Somebody saved this message since you opened it.");
    const alert = page.getByRole("alert").filter({ hasText: "Another editor saved this message" });
    await expect(alert.getByRole("blockquote")).toHaveText("Theirs");
    await expect(textarea(page)).toHaveValue("Mine");
    await alert.getByRole("button", { name: "Use theirs" }).click();
    await expect(textarea(page)).toHaveValue("Theirs");
    await expect(alert).toHaveCount(0);
  });

  await test.step("or decides for their own", async () => {
    await row(other, "Theirs").getByRole("button", { name: /^Edit/ }).click();
    await textarea(other).fill("Theirs, better");
    await other.getByRole("button", { name: "Update Message" }).click();
    await expectToast(other, "Success", "Daily message updated successfully");
    await textarea(page).fill("Mine after all");
    await page.getByRole("button", { name: "Update Message" }).click();
    const theirs = page.getByRole("alert").getByRole("blockquote");
    await expect(theirs).toHaveText("Theirs, better");
    // Theirs changes once more before the second one decides.
    await row(other, "Theirs, better").getByRole("button", { name: /^Edit/ }).click();
    await textarea(other).fill("Theirs, best");
    await other.getByRole("button", { name: "Update Message" }).click();
    await expect(row(other, "Theirs, best")).toHaveCount(1);
    await page.getByRole("button", { name: "Save mine over it" }).click();
    await expect(theirs).toHaveText("Theirs, best");
    await page.getByRole("button", { name: "Save mine over it" }).click();
    await expectToast(page, "Success", "Daily message updated successfully");
    await expect(row(page, "Mine after all")).toHaveCount(1);
  });

  await test.step("one deletes what the other edits: it can be saved as a new one", async () => {
    await row(page, "Mine after all").getByRole("button", { name: /^Edit/ }).click();
    await textarea(page).fill("Saved from deletion");
    await other.reload();
    await row(other, "Mine after all")
      .getByRole("button", { name: /^Delete/ })
      .click();
    await other.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expectToast(other, "Success", "Daily message deleted successfully");
    await page.getByRole("button", { name: "Update Message" }).click();
    await expectToast(page, "Error", "Message not found");
    await page.getByRole("button", { name: "Save it as a new one" }).click();
    await expectToast(page, "Success", "Daily message created successfully");
    await expect(row(page, "Saved from deletion")).toHaveCount(1);
  });
  await other.context().close();
});

test("what was typed and not saved is kept in the browser and offered back", async ({ page }) => {
  const date = freeMonday();
  await openDesk(page);
  await saveByApi(page, { date, message: "As it is saved", isActive: true });
  await write(page, date, "Not finished");
  await page.reload();
  const notice = page.getByRole("region", { name: "Unsaved text" });
  await expect(notice).toContainText("Not saved yet: new message, ");
  await notice.getByRole("button", { name: "Continue" }).click();
  await expect(textarea(page)).toHaveValue("Not finished");
  await expect(page.getByLabel("Date")).toHaveValue(date);
  await page.getByRole("button", { name: "Start anew" }).click();
  await expect(textarea(page)).toHaveValue("");

  await test.step("changes to a saved one too, until they are not wanted", async () => {
    await page.getByRole("button", { name: "Cancel" }).click();
    await row(page, "As it is saved").getByRole("button", { name: /^Edit/ }).click();
    await textarea(page).fill("Half changed");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(notice).toContainText("Not saved yet: changes to the message of Mon");
    await notice.getByRole("button", { name: "Continue" }).click();
    await expect(textarea(page)).toHaveValue("Half changed");
    await page.getByRole("button", { name: "Show what is saved" }).click();
    await expect(textarea(page)).toHaveValue("As it is saved");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(notice).toHaveCount(0);
  });

  await test.step("a saved one leaves nothing behind", async () => {
    await write(page, freeMonday(), "Finished");
    await create(page).click();
    await expectToast(page, "Success", "Daily message created successfully");
    await page.reload();
    await expect(newMessage(page)).toBeVisible();
    await expect(notice).toHaveCount(0);
  });
});

test("typing that is brought back does not overwrite what was saved meanwhile", async ({
  page,
}) => {
  const date = freeMonday();
  await openDesk(page);
  const { id } = await saveByApi(page, { date, message: "Before", isActive: false });
  await page.reload();
  await row(page, "Before").getByRole("button", { name: /^Edit/ }).click();
  await textarea(page).fill("Mine, half done");
  await page.context().request.put(`/api/daily-messages/${id}`, {
    data: { date, message: "Theirs", isActive: false },
  });
  await page.reload();
  await row(page, "Theirs").getByRole("button", { name: /^Edit/ }).click();
  await expect(textarea(page)).toHaveValue("Mine, half done");
  await page.getByRole("button", { name: "Update Message" }).click();
  await expectToast(page, "Error", "Somebody saved this message since you opened it.");
  await expect(page.getByRole("alert").getByRole("blockquote")).toHaveText("Theirs");
  await expect(row(page, "Theirs")).toHaveCount(1);
  await page.getByRole("button", { name: "Show what is saved" }).click();
  await expect(textarea(page)).toHaveValue("Theirs");
});

test("two tabs: each keeps its own new message", async ({ page, context }) => {
  const dates = [freeMonday(), freeMonday()] as const;
  await openDesk(page);
  const second = await context.newPage();
  await openDesk(second);
  await write(page, dates[0], "Typed in the first tab");
  await write(second, dates[1], "Typed in the second tab");
  await second.close();
  await create(page).click();
  await expectToast(page, "Success", "Daily message created successfully");
  const notice = page.getByRole("region", { name: "Unsaved text" });
  await expect(notice.getByRole("listitem")).toHaveCount(1);
  await expect(notice).toContainText("Typed in the second tab");
  await page.reload();
  await notice.getByRole("button", { name: "Continue" }).click();
  await expect(textarea(page)).toHaveValue("Typed in the second tab");
  await create(page).click();
  await expect(row(page, "Typed in the second tab")).toHaveCount(1);
  await expect(notice).toHaveCount(0);
});

test("a list that does not come after a save says so; one that was on its way is asked anew", async ({
  page,
}) => {
  const lists = "**/api/daily-messages?*";

  await test.step("the first list is slow, and older than the save", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(
      lists,
      async (route) => {
        const older = await route.fetch();
        await held;
        await route.fulfill({ response: older }).catch(() => undefined);
      },
      { times: 1 },
    );
    await openDesk(page);
    await write(page, freeMonday(), "Saved before the list came");
    await create(page).click();
    await expectToast(page, "Success", "Daily message created successfully");
    release();
    await expect(row(page, "Saved before the list came")).toHaveCount(1);
  });

  await test.step("the list fails after a save", async () => {
    await page.route(lists, (route) => route.fulfill({ status: 502, body: "" }));
    await write(page, freeMonday(), "Saved, and not in the list");
    await create(page).click();
    await expectToast(page, "Success", "Daily message created successfully");
    const alert = page.getByRole("alert").filter({ hasText: "This may be out of date" });
    await expect(alert).toBeVisible();
    await page.unroute(lists);
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(row(page, "Saved, and not in the list")).toHaveCount(1);
    await expect(alert).toHaveCount(0);
  });

  await test.step("what goes out next could not be looked at again", async () => {
    await page.route("**/api/daily-messages/calendar", (route) => route.abort());
    await row(page, "Saved, and not in the list")
      .getByRole("button", { name: /^Delete/ })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "This may be out of date" });
    await expect(alert).toBeVisible();
    await page.unroute("**/api/daily-messages/calendar");
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(alert).toHaveCount(0);
  });
});

test("turning to other weeks: each press counts, and a failure is said", async ({ page }) => {
  await serve(page, {});
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
        next: { opensAt: "2026-11-19T07:45:00.000Z", day: day("2026-11-19"), smsText: null },
        days: [day(from)],
      },
    });
  });
  await openDesk(page);
  await page.getByRole("button", { name: "Two weeks on" }).dblclick();
  await expect(page.getByRole("heading", { name: "17–17 December" })).toBeVisible();
  isBroken = true;
  await page.getByRole("button", { name: "Two weeks on" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "More could not be loaded" });
  await expect(alert).toBeVisible();
  isBroken = false;
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "31–31 December" })).toBeVisible();
  await expect(alert).toHaveCount(0);
  await page.getByRole("button", { name: "Two weeks back" }).click();
  await expect(page.getByRole("heading", { name: "17–17 December" })).toBeVisible();
});

test("the preview shows text and mail with the date's post, and a test goes to oneself", async ({
  page,
  request,
}) => {
  const date = freeMonday();
  const [year = "", , dayOfMonth = ""] = date.split("-");
  const monthName = new Date(`${date}T00:00:00Z`).toLocaleString("en-US", {
    timeZone: "UTC",
    month: "long",
  });
  await openDesk(page);
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
  await write(page, date, "1. Words of the message");
  const preview = page.getByRole("region", { name: "As it will look at 8:00" });

  await test.step("the text, its link included", async () => {
    const text = preview.getByRole("figure", { name: "Text preview" });
    await expect(text).toContainText(/1\. Words of the message\s+http:\/\/localhost:\d+\/r\/8z/);
    await expect(preview).toContainText(
      "Carries the post The newer post of two (/r/8z). It was created last; “The older post of two” (/r/8y) of the same date is not carried.",
    );
    await expect(page.getByText(/with the link: 1 segment of 160 \(GSM-7\)/)).toBeVisible();
  });

  await test.step("the mail, in a frame where nothing runs", async () => {
    await preview.getByRole("button", { name: "Email" }).click();
    const frame = page.locator('iframe[title="Email preview"]');
    await expect(frame).toHaveAttribute("sandbox", "allow-same-origin");
    const mail = page.frameLocator('iframe[title="Email preview"]');
    await expect(mail.getByRole("heading", { name: "The newer post of two" })).toBeVisible();
    // The first place is the line that inboxes show beside the subject.
    await expect(mail.getByText("Words of the message").last()).toBeVisible();
    await expect(mail.getByText("A paragraph of the newer post.")).toBeVisible();
  });

  await test.step("a test to oneself, marked as one", async () => {
    const email = uniqueEmail();
    const { e164 } = uniquePhone();
    await page.getByText("Send a test to yourself").click();
    await page.getByRole("button", { name: "Send Test" }).click();
    await expect(page.getByText("Please enter an email address or a phone number")).toBeVisible();
    await page.getByLabel("Your email").fill(email);
    await page.getByLabel("Your phone").fill(e164);
    await page.getByRole("button", { name: "Send Test" }).click();
    await expectToast(page, "Success", `Sent to ${email} and ${e164}.`);
    const [mail] = await messagesTo(request, "email", email);
    expect(mail?.subject).toBe("Test: The newer post of two");
    const [text] = await messagesTo(request, "sms", e164);
    expect(text?.text).toMatch(/^Test: 1\. Words of the message\nhttp:\/\/localhost:\d+\/r\/8z$/);
    await page.getByRole("button", { name: "Send Test" }).click();
    await expectToast(page, "Error", /Too many attempts\. Please try again in \d+ seconds?\./);
  });
});

test("the preview says when it cannot be made, and tries again", async ({ page }) => {
  await openDesk(page);
  await page.route("**/api/daily-messages/preview", (route) => route.fulfill({ status: 502 }));
  await write(page, freeMonday(), "Words");
  await expect(page.getByText("The preview could not be made.")).toBeVisible();
  await page.unroute("**/api/daily-messages/preview");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("figure", { name: "Text preview" })).toContainText("Words");
});

test("length: segments, and what makes a text Unicode", async ({ page }) => {
  await serve(page, {});
  await openDesk(page);
  await newMessage(page).click();
  // A day without a post: its link would count.
  await page.getByLabel("Date").fill(freeMonday());
  const meter = page.locator("#message-length");
  await expect(meter).toContainText("0 characters");
  await textarea(page).fill("x".repeat(160));
  await expect(meter).toContainText("160 characters, 1 segment of 160 (GSM-7)");
  await textarea(page).fill("x".repeat(161));
  await expect(meter).toContainText("161 characters, 2 segments of 153 (GSM-7)");
  await textarea(page).fill("“It’s” 5");
  await expect(meter).toContainText("8 characters, 1 segment of 70 (Unicode)");
  await expect(meter).toContainText("Unicode, because of “’”");
  await meter.getByRole("button", { name: "Use plain characters" }).click();
  await expect(textarea(page)).toHaveValue('"It\'s" 5');
  await expect(meter).toContainText("8 characters, 1 segment of 160 (GSM-7)");
  await textarea(page).fill("📈");
  await expect(meter).toContainText("1 characters, 1 segment of 70 (Unicode)");
  await expect(meter.getByRole("button")).toHaveCount(0);
  await textarea(page).fill("x".repeat(1_570));
  await expect(meter).toContainText("A message has at most 1,569 characters");
});

test("what is hard to type arrives as it was typed", async ({ page }) => {
  const date = freeMonday();
  const naughty = [
    "<img src=x onerror=alert(1)> <script>alert(2)</script>",
    "صباح الخير שלום — ‮reversed‬",
    "Ω≈ç√ 👩‍👩‍👧‍👦 Ṱ̺̺̕o͞ {{7*7}} ${1} %00 ' OR 1=1 --",
    "x".repeat(300),
  ].join("\n");
  page.on("dialog", () => expect(true, "a script ran").toBe(false));
  await openDesk(page);
  await write(page, date, naughty);
  await expect(page.getByRole("figure", { name: "Text preview" })).toContainText("{{7*7}}");
  await create(page).click();
  await expectToast(page, "Success", "Daily message created successfully");
  const saved = row(page, "{{7*7}}").getByRole("paragraph");
  expect(await saved.textContent()).toBe(naughty);
  expect(await sidewaysScroll(page)).toBe(0);
});

test("no messages yet", async ({ page }) => {
  await serve(page, {});
  await openDesk(page);
  await expect(page.getByRole("heading", { name: "No messages yet" })).toBeVisible();
  await create(page).click();
  await expect(card(page, "New message")).toBeVisible();
  await expect(create(page)).toHaveCount(1);
});

test("the list: loading, failed, tried again; a year of it comes in pages", async ({ page }) => {
  const rows = Array.from({ length: 45 }, (_, index) => {
    const date = new Date(Date.UTC(2026, 9, 30) - index * 24 * 3_600_000);
    return { ...words(date.toISOString().slice(0, 10), `Message ${index}`), id: 1_000 - index };
  });
  await serve(page, {});
  let isBroken = true;
  const release = await holdCalls(page, "**/api/daily-messages?*");
  await page.unroute("**/api/daily-messages?*");
  await page.route("**/api/daily-messages?*", async (route) => {
    const before = Number(new URL(route.request().url()).searchParams.get("before") ?? "1001");
    const found = rows.filter(({ id }) => id < before).slice(0, 30);
    await route.fulfill(
      isBroken
        ? { status: 500, json: { message: "x" } }
        : { json: found, headers: { "x-total-count": "45" } },
    );
  });
  release();
  await openDesk(page);
  await expect(page.getByText("The messages could not be loaded")).toBeVisible();
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(list(page).getByRole("listitem")).toHaveCount(30);
  await expect(page.getByText("30 of 45")).toBeVisible();
  isBroken = true;
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(page.getByText("More could not be loaded")).toBeVisible();
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(list(page).getByRole("listitem")).toHaveCount(45);
  await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
});

test.describe("in New York, on a Wednesday at 15:40", () => {
  test.use({ timezoneId: "America/New_York" });

  test("tomorrow first, then the weeks: what has no message and no post", async ({ page }) => {
    const tomorrow = day("2026-11-19", {
      messages: [words("2026-11-19", "1. ECB signals one more cut\n2. Shelter slows")],
      posts: [
        { id: 1, slug: "k8", title: "A" },
        { id: 2, slug: "k7", title: "B" },
      ],
    });
    await serve(page, {
      next: { opensAt: "2026-11-19T07:45:00.000Z", day: tomorrow, smsText: "1. ECB /r/k8" },
      messages: [words("2026-11-19", "For tomorrow"), words("2026-11-18", "For today", false)],
      days: [
        day("2026-11-16", {
          messages: [words("2026-11-16", "1. Old")],
          hasStarted: true,
          isOver: true,
        }),
        day("2026-11-17", { isOver: true }),
        day("2026-11-18", { messages: [words("2026-11-18", "Going")], hasStarted: true }),
        tomorrow,
        day("2026-11-20", { messages: [words("2026-11-20", "Waits", false)] }),
        day("2026-11-21"),
        day("2026-11-22"),
        day("2026-11-23"),
      ],
    });
    await openDesk(page);
    const next = page.getByRole("region", { name: "Tomorrow, Thu 19 Nov" });
    await expect(next).toContainText("Active");
    await expect(next).toContainText("Goes out in 11 h");
    await expect(next.getByRole("listitem")).toHaveText([
      "1ECB signals one more cut",
      "2Shelter slows",
    ]);
    await expect(next).toContainText("12 characters with the link, 1 segment");
    await expect(next).toContainText("Email from 7:45, text at 8:00, each subscriber’s time");
    await expect(next.getByRole("link")).toHaveText("Post /r/k8 attached, the newest of 2");

    const days = page.getByRole("list", { name: "Days" }).getByRole("listitem");
    const states = [
      ["Monday, November 16", "Old", "Sent", "No post"],
      ["Tuesday, November 17", "Nothing sent", "No post"],
      ["Wednesday, November 18", "Today", "Going out", "No post"],
      ["Thursday, November 19", "ECB signals", "Active", "Post k8"],
      ["Friday, November 20", "Waits", "Inactive", "No post"],
      ["Saturday, November 21"],
      ["Sunday, November 22"],
      ["Monday, November 23", "No message", "No post"],
    ];
    for (const [index, texts] of states.entries()) {
      for (const text of texts) await expect(days.nth(index)).toContainText(text);
    }
    await expect(row(page, "For today")).toContainText("Today");
    await expect(row(page, "For tomorrow")).not.toContainText("Today");
    await expect(page.getByText("where you are")).toHaveCount(0);

    await days.nth(7).getByRole("button").click();
    await expect(page.getByLabel("Date")).toHaveValue("2026-11-23");
    await expect(days.nth(7)).toContainText("Writing now");
  });

  test("nothing written for the next day", async ({ page }) => {
    await serve(page, {
      next: { opensAt: "2026-11-19T07:45:00.000Z", day: day("2026-11-19"), smsText: null },
    });
    await openDesk(page);
    const next = page.getByRole("region", { name: "Tomorrow, Thu 19 Nov" });
    await expect(next).toContainText("No message");
    await expect(next).toContainText("No post of that date");
    await next.getByRole("button", { name: "Write Thursday’s" }).click();
    await expect(page.getByLabel("Date")).toHaveValue("2026-11-19");
  });

  test("while it goes out: bars, counts, and whom an edit still reaches", async ({ page }) => {
    const nobody = { planned: 0, finalized: 0 };
    const zone = (timezone: string, hour: number, change: object = {}) => ({
      timezone,
      opensAt: `2026-11-18T${hour}:45:00.000Z`,
      hasStarted: false,
      isClosed: false,
      email: nobody,
      sms: nobody,
      ...change,
    });
    await serve(page, {
      now: "2026-11-18T13:00:00.000Z",
      zones: [
        zone("Europe/London", 10, { hasStarted: true, isClosed: true }),
        zone("America/New_York", 12, {
          hasStarted: true,
          email: { planned: 3_000, finalized: 1_204 },
          sms: { planned: 40, finalized: 40 },
        }),
        zone("America/Chicago", 13),
        zone("America/Denver", 14),
        zone("America/Los_Angeles", 15),
      ],
    });
    await openDesk(page);
    const now = page.getByRole("region", { name: "Going out now: Wed 18 Nov" });
    await expect(now).toContainText(
      "An edit now still reaches Central, Mountain, and Pacific. The others keep what they have.",
    );
    await expect(now).toContainText("1,204 of 3,000");
    await expect(
      now.getByRole("progressbar", { name: "Email, Eastern Time (ET)" }),
    ).toHaveJSProperty("value", 1_204);
    await expect(now).toContainText("Begins in 45 min");
    await expect(now).toContainText("Closed");
    expect(await accessibilityProblems(page)).toEqual([]);

    await test.step("it is looked at again by itself", async () => {
      const again = page.waitForRequest("**/api/daily-messages/progress*");
      await again;
    });
  });
});

test.describe("in London, after midnight", () => {
  test.use({ timezoneId: "Europe/London" });

  test("the editor's day and New York's, in words and badges", async ({ page }) => {
    await serve(page, {
      now: "2026-11-19T01:00:00.000Z",
      messages: [words("2026-11-19", "Here"), words("2026-11-18", "There")],
    });
    await openDesk(page);
    await expect(
      page.getByText(
        "Today is Thursday, November 19 where you are; in New York it is Wednesday, November 18.",
      ),
    ).toBeVisible();
    await expect(page.getByRole("region", { name: "Today, Thu 19 Nov" })).toBeVisible();
    await expect(row(page, "Here").getByText("Today", { exact: true })).toBeVisible();
    await expect(row(page, "There").getByText("Today in New York")).toBeVisible();
  });
});

test("the keyboard alone writes, saves and deletes", async ({ page }) => {
  await openDesk(page);
  await newMessage(page).focus();
  await page.keyboard.press("Enter");
  await expect(textarea(page)).toBeFocused();
  await page.keyboard.type("Typed by keyboard alone");
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("switch", { name: "Active" })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByRole("switch", { name: "Active" })).not.toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(create(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expectToast(page, "Success", "Daily message created successfully");
  await row(page, "Typed by keyboard alone")
    .getByRole("button", { name: /^Delete/ })
    .focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expectToast(page, "Success", "Daily message deleted successfully");
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [320, 1280]) {
    test(`axe finds nothing, ${colorScheme} and ${width} wide`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await serve(page, {
        messages: [words("2026-11-19", "For tomorrow"), words("2026-11-18", "For today", false)],
        days: [day("2026-11-18"), day("2026-11-19", { messages: [words("2026-11-19", "1. One")] })],
      });
      await openDesk(page);
      await expect(list(page).getByRole("listitem")).toHaveCount(2);
      expect(await accessibilityProblems(page)).toEqual([]);
      await newMessage(page).click();
      await textarea(page).fill("1. One “quoted”\n2. Two");
      await page.getByText("Send a test to yourself").click();
      await expect(page.getByRole("figure", { name: "Text preview" })).toBeVisible();
      expect(await accessibilityProblems(page)).toEqual([]);
    });
  }
}

test("nothing scrolls sideways, with a card and a mail in it", async ({ page }) => {
  await openDesk(page);
  await newMessage(page).click();
  await textarea(page).fill("x".repeat(400));
  await page.getByRole("button", { name: "Email" }).click();
  await expect(page.locator("iframe")).toBeVisible();
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sidewaysScroll(page)).toBe(0);
  }
});
