import { readFile } from "node:fs/promises";
import { expect, type Page, type Route } from "playwright/test";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { saveMessage } from "../../support/browser/daily-message";
import { logIn, subscribe } from "../../support/browser/login";
import { test } from "../../support/browser/own-address";
import { logInAdmin } from "../../support/browser/public-pages";
import { messagesTo } from "../../support/browser/purchase";
import { setClock } from "../../support/browser/sandbox-clock";
import { waitForMessages } from "../../support/browser/wait-for-messages";

/** A future weekday. A repeated run uses a later one, because closed dates stay closed. */
function comingWeekday(repetition: number): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 21 * repetition);
  do day.setUTCDate(day.getUTCDate() + 1);
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6);
  return day.toISOString().slice(0, 10);
}

const toast = (page: Page) => page.locator("[data-sonner-toast]");

test("shows today's delivery and resends it", async ({ page, request }, { repeatEachIndex }) => {
  const day = comingWeekday(repeatEachIndex);
  await logInAdmin(request);
  await saveMessage(request, day);
  await setClock(request, `${day}T10:30:00Z`);
  const { email } = await subscribe(request);
  await logIn(page, email);

  await test.step("before the delivery window, the date of the next briefing", async () => {
    await page.goto("/account/details");
    const deliveries = page.getByRole("region", { name: "Deliveries" });
    await expect(page.getByText(/^Next briefing: \w+day, .*, 8:00 AM, by email$/)).toBeVisible();
    await expect(deliveries.getByRole("table")).toHaveCount(0);
    await expect(deliveries.getByRole("button")).toHaveCount(0);
  });

  // 8:05 in New York, or 9:05 in summer.
  await setClock(request, `${day}T13:05:00Z`);
  const briefings = async () =>
    (await messagesTo(request, "email", email)).filter(({ headers }) =>
      Object.hasOwn(headers, "List-Unsubscribe"),
    );
  await waitForMessages(request, briefings, 1);
  const deliveries = page.getByRole("region", { name: "Deliveries" });

  await test.step("afterward, that it was sent and when", async () => {
    await expect(async () => {
      await page.reload();
      await expect(deliveries.getByRole("cell", { name: /^Sent [89]:0\d AM$/ })).toBeVisible();
    }).toPass();
    await expect(deliveries.getByRole("rowheader")).toHaveCount(1);
    await expect(deliveries.getByRole("columnheader")).toHaveText(["Briefing", "Email"]);
    await expect(page.getByText(/^Next briefing: /)).toBeVisible();
  });

  await test.step("resends once in 10 minutes", async () => {
    const again = deliveries.getByRole("button", { name: "Resend today’s email" });
    await again.click();
    await expect(toast(page)).toContainText("Briefing resent");
    await expect(toast(page)).toContainText("Today’s briefing is on its way to your inbox.");
    const [first, second] = await briefings();
    expect(second?.subject).toBe(first?.subject);
    await again.click();
    await expect(toast(page).filter({ hasText: "Not sent" })).toContainText(
      "Too many attempts. Please try again in 10 minutes.",
    );
    expect(await briefings()).toHaveLength(2);
  });
});

test.afterAll(async ({ request }) => {
  await setClock(request, null);
});

test("opens billing, downloads the data, and deletes the account", async ({ page, request }) => {
  const { email } = await subscribe(request);
  let deletion = (route: Route) =>
    route.fulfill({ status: 503, json: { message: "Nothing was deleted. Please try later." } });
  await page.route("**/api/user/delete", (route) => deletion(route));
  await logIn(page, email);
  await page.goto("/account/details");

  await test.step("opens the billing page", async () => {
    await page.getByRole("button", { name: "Card and invoices" }).click();
    await expect(page.getByRole("heading", { name: "Payments and invoices" })).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    // The page responds to clicks by then.
    const responds = page.waitForResponse("**/api/user/deliveries");
    await page.getByRole("link", { name: "Back to your account" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account");
    await responds;
  });

  await test.step("downloads everything as a file", async () => {
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^threeline-data-\d{4}-\d\d-\d\d\.json$/);
    const text = await readFile(await file.path(), "utf8");
    expect(JSON.parse(text)).toMatchObject({ person: { email } });
  });

  const open = page.getByRole("button", { name: "Delete account" });
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await test.step("asks for confirmation, with the keyboard alone", async () => {
    await open.focus();
    await page.keyboard.press("Enter");
    await expect(dialog).toContainText("Your subscription ends immediately");
    await expect(dialog.getByRole("button", { name: "Keep my account" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
    await page.keyboard.press("Enter");
    const typed = dialog.getByLabel("Type your email address to confirm");
    await typed.fill("somebody@else.example");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("This isn’t your account’s email address.")).toBeVisible();
    await expect(typed).toBeFocused();
    await typed.fill(email.toUpperCase());
  });

  await test.step("deletes nothing while billing can't be ended", async () => {
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toContainText("Your account wasn’t deleted");
    await expect(dialog.getByRole("alert")).toContainText("Nothing was deleted. Please try later.");
  });

  await test.step("deletes the account", async () => {
    const { request: own } = page;
    expect((await own.get("/api/user")).status()).toBe(200);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    deletion = async (route) => {
      await held;
      await route.continue();
    };
    const confirm = dialog.getByRole("button", { name: /^Delet/ });
    const width = (await confirm.boundingBox())?.width;
    await confirm.click();
    await expect(confirm).toHaveText("Deleting...");
    expect((await confirm.boundingBox())?.width).toBe(width);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeVisible();
    release();
    await expect(page).toHaveURL(/\/account\/deleted$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Your account has been deleted",
    );
    await expect(page.getByRole("main")).toContainText(
      "Your subscription has ended and you won’t be charged again.",
    );
    // The page clears it once its scripts run.
    await expect.poll(() => page.evaluate(() => localStorage.getItem("userData"))).toBeNull();
    expect((await own.get("/api/user")).status()).toBe(401);
    await page.goto("/account/details");
    await expect(page).toHaveURL(/\/account$/);
  });
});

/** Deliveries with every kind of outcome. */
const eventful = {
  days: [
    {
      localDate: "2026-11-20",
      email: { outcome: "sent", label: "Delivered", time: "7:46 AM", reason: null },
      sms: { outcome: "waiting", label: "On its way", time: null, reason: null },
      note: null,
    },
    { localDate: "2026-11-18", email: null, sms: null, note: "No briefing that day" },
    {
      localDate: "2026-11-17",
      email: {
        outcome: "failed",
        label: "Not delivered",
        time: null,
        reason: "your address is bouncing",
      },
      sms: {
        outcome: "held",
        label: "Not sent",
        time: null,
        reason: "another account with your number got it",
      },
      note: null,
    },
  ],
  nextDate: "2026-11-23",
  resendable: ["email", "sms"],
};

test("shows the server's message when something fails, and retries", async ({ page, request }) => {
  const { email } = await subscribe(request);
  await logIn(page, email);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const answers: Parameters<Route["fulfill"]>[0][] = [
    { status: 503, json: { message: "The service is temporarily unavailable." } },
    { status: 500, body: "" },
    { json: eventful },
  ];
  await page.route("**/api/user/deliveries", async (route) => {
    await held;
    await route.fulfill(answers.shift());
  });
  const refuse = {
    status: 429,
    json: { message: "Too many attempts. Please try again in 1 hour." },
  };
  await page.route("**/api/user/export", (route) => route.fulfill(refuse));
  await page.route("**/api/user/billing-portal", (route) => route.fulfill(refuse));
  await page.goto("/account/details");
  const deliveries = page.getByRole("region", { name: "Deliveries" });
  await expect(deliveries.getByText("Loading your deliveries")).toBeAttached();
  release();
  await expect(deliveries.getByRole("alert")).toContainText(
    "The service is temporarily unavailable.",
  );
  await deliveries.getByRole("button", { name: "Try again" }).click();
  await expect(deliveries.getByRole("alert")).toContainText("We couldn’t load your deliveries.");
  await deliveries.getByRole("button", { name: "Try again" }).click();
  await expect(deliveries.getByRole("row")).toHaveCount(4);
  for (const [name, title] of [
    ["Download my data", "We couldn’t prepare your data"],
    ["Card and invoices", "We couldn’t open your billing page"],
  ] as const) {
    await page.getByRole("button", { name }).click();
    await expect(toast(page).filter({ hasText: title })).toContainText(
      "Too many attempts. Please try again in 1 hour.",
    );
  }
});

test("is accessible and doesn't scroll sideways", async ({ page, request }) => {
  const { email } = await subscribe(request);
  await logIn(page, email);
  await page.route("**/api/user/deliveries", (route) => route.fulfill({ json: eventful }));
  await page.goto("/account/details");
  await expect(page.getByRole("table")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Delete account" }).click();
  await page.getByLabel("Type your email address to confirm").fill("x");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This isn’t your account’s email address.")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.goto("/account/deleted");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectGoodAtAllWidths(page);
});
