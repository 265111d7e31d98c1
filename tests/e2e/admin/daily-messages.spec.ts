import { expect } from "playwright/test";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { expectToast, holdCalls, toastOf } from "../../support/browser/admin-pages";
import {
  card,
  create,
  day,
  list,
  mockService,
  newMessage,
  openScreen,
  row,
  saveByApi,
  savedMessage,
  test,
  textarea,
  write,
} from "../../support/browser/daily-messages-screen";
import { sidewaysScroll } from "../../support/browser/public-pages";

test("an editor creates, edits, and deletes a message", async ({ page, freeMonday }) => {
  const date = freeMonday();
  await openScreen(page);

  await test.step("the header", async () => {
    const header = page.getByRole("navigation", { name: "Admin" });
    await expect(header.getByRole("link", { name: "Content" })).toHaveAttribute(
      "href",
      "/content-management",
    );
    await expect(header.getByRole("link", { name: "Daily Messages" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expect(page).toHaveTitle("Daily Messages | Threeline");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Daily Messages");
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  });

  await test.step("the date and a message that isn't blank are required", async () => {
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

  await test.step("only one card is open at a time", async () => {
    await expect(newMessage(page)).toBeDisabled();
    for (const edit of await page.getByRole("button", { name: /^Edit message for/ }).all()) {
      await expect(edit).toBeDisabled();
    }
  });

  await test.step("a new message shows a toast and is in the list", async () => {
    await create(page).click();
    await expectToast(page, "Success", "Daily message created successfully");
    await expect(card(page, "New message")).toHaveCount(0);
    await expect(newMessage(page)).toBeFocused();
    await expect(row(page, "1. First")).toContainText("Active");
  });

  await test.step("an edit changes it", async () => {
    await row(page, "1. First").getByRole("button", { name: /^Edit/ }).click();
    await expect(newMessage(page)).toBeDisabled();
    await textarea(page).fill("1. Changed");
    await page.getByRole("switch", { name: "Active" }).click();
    await page.getByRole("button", { name: "Update Message" }).click();
    await expectToast(page, "Success", "Daily message updated successfully");
    await expect(row(page, "1. Changed")).toContainText("Inactive");
    await expect(row(page, "1. First")).toHaveCount(0);
  });

  await test.step("deleting asks first", async () => {
    const trash = row(page, "1. Changed").getByRole("button", { name: /^Delete/ });
    await trash.click();
    const question = page.getByRole("dialog", {
      name: "Are you sure you want to delete this message?",
    });
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    await expect(trash).toBeFocused();
    await trash.click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expectToast(page, "Success", "Daily message deleted successfully");
    await expect(row(page, "1. Changed")).toHaveCount(0);
  });
});

test("a second active message for a date is refused with the first one's text", async ({
  page,
  freeMonday,
}) => {
  const date = freeMonday();
  await openScreen(page);
  await saveByApi(page, { date, message: "The first of its date", isActive: true });
  await write(page, date, "The second");
  await create(page).click();
  await expect(toastOf(page)).toContainText(
    "already has an active message: “The first of its date”. Deactivate it first.",
  );
  await expect(toastOf(page)).toHaveAttribute("data-type", "error");
  await expect(page.getByText(/^This date has an active message\. Save this one/)).toBeVisible();
  await page.getByRole("switch", { name: "Active" }).click();
  await create(page).click();
  await expectToast(page, "Success", "Daily message created successfully");
  await expect(row(page, "The second")).toContainText("Inactive");
});

test("a failed call shows the server's message or a default, and loses nothing", async ({
  page,
}) => {
  const shown = savedMessage("2026-11-16", "An old one");
  await mockService(page, { messages: [shown] });
  await openScreen(page);
  const answers = [
    [{ status: 500, json: { message: "The server’s message." } }, "The server’s message."],
    [{ status: 502, body: "" }, null],
  ] as const;
  const one = `**/api/daily-messages/${shown.id}`;

  await write(page, "2026-11-24", "Typed with care");
  for (const [answer, message] of answers) {
    await page.route("**/api/daily-messages", (route) => route.fulfill(answer));
    await create(page).click();
    await expectToast(page, "Error", message ?? "Failed to create message");
    await expect(card(page, "New message")).toContainText(message ?? "Failed to create message");
    await expect(textarea(page)).toHaveValue("Typed with care");
    await page.unroute("**/api/daily-messages");
  }
  await page.route("**/api/daily-messages", (route) => route.abort());
  await create(page).click();
  await expectToast(page, "Error", "Failed to create message");
  await page.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Edit message for Mon, Nov 16, 2026" }).click();
  for (const [answer, message] of answers) {
    await page.route(one, (route) => route.fulfill(answer));
    await page.getByRole("button", { name: "Update Message" }).click();
    await expectToast(page, "Error", message ?? "Failed to update message");
    await page.unroute(one);
  }
  await page.getByRole("button", { name: "Cancel" }).click();

  for (const [answer, message] of answers) {
    await page.route(one, (route) => route.fulfill(answer));
    await page.getByRole("button", { name: "Delete message for Mon, Nov 16, 2026" }).click();
    const question = page.getByRole("dialog");
    await question.getByRole("button", { name: "Delete" }).click();
    await expectToast(page, "Error", message ?? "Failed to delete message");
    await expect(question).toContainText(message ?? "Failed to delete message");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(row(page, "An old one")).toHaveCount(1);
    await page.unroute(one);
  }
});

test("a double click on a slow network saves once", async ({ page, freeMonday }) => {
  const date = freeMonday();
  await openScreen(page);
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

test("hostile text is saved and shown literally", async ({ page, freeMonday }) => {
  const date = freeMonday();
  const hostileText = [
    "<img src=x onerror=alert(1)> <script>alert(2)</script>",
    "صباح الخير שלום — ‮reversed‬",
    "Ω≈ç√ 👩‍👩‍👧‍👦 Ṱ̺̺̕o͞ {{7*7}} ${1} %00 ' OR 1=1 --",
    "x".repeat(300),
  ].join("\n");
  page.on("dialog", () => expect(true, "a script ran").toBe(false));
  await openScreen(page);
  await write(page, date, hostileText);
  await expect(page.getByRole("figure", { name: "Text preview" })).toContainText("{{7*7}}");
  await create(page).click();
  await expectToast(page, "Success", "Daily message created successfully");
  const saved = row(page, "{{7*7}}").getByRole("paragraph");
  expect(await saved.textContent()).toBe(hostileText);
  expect(await sidewaysScroll(page)).toBe(0);
});

test("an empty list offers to create a message", async ({ page }) => {
  await mockService(page, {});
  await openScreen(page);
  await expect(page.getByRole("heading", { name: "No messages yet" })).toBeVisible();
  await create(page).click();
  await expect(card(page, "New message")).toBeVisible();
  await expect(create(page)).toHaveCount(1);
});

test("the list loads, fails, retries, and pages", async ({ page }) => {
  const rows = Array.from({ length: 45 }, (_, index) => {
    const date = new Date(Date.UTC(2026, 9, 30) - index * 24 * 3_600_000);
    return {
      ...savedMessage(date.toISOString().slice(0, 10), `Message ${index}`),
      id: 1_000 - index,
    };
  });
  await mockService(page, {});
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
  await openScreen(page);
  await expect(page.getByText("Couldn’t load the messages")).toBeVisible();
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(list(page).getByRole("listitem")).toHaveCount(30);
  await expect(page.getByText("30 of 45")).toBeVisible();
  isBroken = true;
  await page.getByRole("button", { name: "Show more", exact: true }).click();
  await expect(page.getByText("Couldn’t load more")).toBeVisible();
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(list(page).getByRole("listitem")).toHaveCount(45);
  await expect(page.getByRole("button", { name: "Show more", exact: true })).toHaveCount(0);
});

test("the list is current after a save, or says that it may be out of date", async ({
  page,
  freeMonday,
}) => {
  const lists = "**/api/daily-messages?*";

  await test.step("a list that was loading during the save is fetched again", async () => {
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
    await openScreen(page);
    await write(page, freeMonday(), "Saved before the list came");
    await create(page).click();
    await expectToast(page, "Success", "Daily message created successfully");
    release();
    await expect(row(page, "Saved before the list came")).toHaveCount(1);
  });

  await test.step("a list that fails after a save says so", async () => {
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

  await test.step("a calendar that fails after a delete says so", async () => {
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

test("a message can be written and deleted with the keyboard alone", async ({ page }) => {
  await openScreen(page);
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

test("the screen is accessible and doesn't scroll sideways", async ({ page }) => {
  await mockService(page, {
    messages: [
      savedMessage("2026-11-19", "For tomorrow"),
      savedMessage("2026-11-18", "For today", false),
    ],
    days: [
      day("2026-11-18"),
      day("2026-11-19", { messages: [savedMessage("2026-11-19", "1. One")] }),
    ],
  });
  await openScreen(page);
  await expect(list(page).getByRole("listitem")).toHaveCount(2);
  await expectGoodAtAllWidths(page);
  await newMessage(page).click();
  await textarea(page).fill("1. One “quoted”\n2. Two");
  await page.getByText("Send a test to yourself").click();
  await expect(page.getByRole("figure", { name: "Text preview" })).toBeVisible();
  await expectGoodAtAllWidths(page);
});

test("the screen never scrolls sideways, even with an email preview", async ({ page }) => {
  await openScreen(page);
  await newMessage(page).click();
  await textarea(page).fill("x".repeat(400));
  await page.getByRole("button", { name: "Email" }).click();
  await expect(page.locator("iframe")).toBeVisible();
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sidewaysScroll(page)).toBe(0);
  }
});
