import { readFile } from "node:fs/promises";
import { expect, type APIRequestContext, type Page, type Route } from "playwright/test";
import { saveMessage } from "@/tests/support/daily-message";
import { logIn, subscribe } from "@/tests/support/login";
import { test } from "@/tests/support/own-address";
import { accessibilityProblems, logInAdmin, sidewaysScroll } from "@/tests/support/public-pages";
import { messagesTo } from "@/tests/support/purchase";

const sandboxUrl = process.env["E2E_SANDBOX_URL"] ?? "";

async function setClock(request: APIRequestContext, now: string): Promise<void> {
  const response = await request.put(`${sandboxUrl}/sandbox/clock`, { data: { now } });
  expect(response.ok()).toBe(true);
}

/** A weekday to come; repeated, a test lives later than any day it has closed before. */
function comingWeekday(repetition: number): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 21 * repetition);
  do day.setUTCDate(day.getUTCDate() + 1);
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6);
  return day.toISOString().slice(0, 10);
}

const toast = (page: Page) => page.locator("[data-sonner-toast]");

test("a morning as the account tells it, and today's again", async ({ page, request }, {
  repeatEachIndex,
}) => {
  const day = comingWeekday(repeatEachIndex);
  await logInAdmin(request);
  await saveMessage(request, day);
  await setClock(request, `${day}T10:30:00Z`);
  const { email } = await subscribe(request);
  await logIn(page, email);

  await test.step("before it: when the first one comes", async () => {
    await page.goto("/account/details");
    const deliveries = page.getByRole("region", { name: "Deliveries" });
    await expect(
      deliveries.getByText(/^Your first briefing comes on .*, by 8:00\.$/),
    ).toBeVisible();
    await expect(deliveries.getByRole("table")).toHaveCount(0);
    await expect(deliveries.getByRole("button")).toHaveCount(0);
  });

  // Five past eight in New York, or five past nine in summer.
  await setClock(request, `${day}T13:05:00Z`);
  const briefings = async () =>
    (await messagesTo(request, "email", email)).filter(({ headers }) =>
      Object.hasOwn(headers, "List-Unsubscribe"),
    );
  await expect.poll(async () => (await briefings()).length, { timeout: 30_000 }).toBe(1);
  const deliveries = page.getByRole("region", { name: "Deliveries" });

  await test.step("after it: sent, and when", async () => {
    await expect(async () => {
      await page.reload();
      await expect(deliveries.getByRole("cell", { name: /^Sent [89]:0\d$/ })).toBeVisible();
    }).toPass();
    await expect(deliveries.getByRole("rowheader")).toHaveCount(1);
    await expect(deliveries.getByRole("columnheader")).toHaveText(["Briefing", "Email"]);
    await expect(deliveries.getByText(/^Your next briefing comes on /)).toBeVisible();
  });

  await test.step("again, and not again and again", async () => {
    const again = deliveries.getByRole("button", { name: "Resend today's email" });
    await again.click();
    await expect(toast(page)).toContainText("Sent again");
    await expect(toast(page)).toContainText("Today's briefing is on its way to your inbox.");
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
  await request.delete(`${sandboxUrl}/sandbox/clock`);
});

test("card and invoices, data as a file, and the end", async ({ page, request }) => {
  const { email } = await subscribe(request);
  await logIn(page, email);
  await page.goto("/account/details");

  await test.step("card and invoices at the payment company", async () => {
    await page.getByRole("button", { name: "Card and invoices" }).click();
    await expect(page.getByRole("heading", { name: "Payments and invoices" })).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    await page.getByRole("link", { name: "Back to your account" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account");
  });

  await test.step("everything as a file", async () => {
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^threeline-data-\d{4}-\d\d-\d\d\.json$/);
    const text = await readFile(await file.path(), "utf8");
    expect(JSON.parse(text)).toMatchObject({ person: { email } });
  });

  const open = page.getByRole("button", { name: "Delete account" });
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await test.step("the question, by keyboard alone", async () => {
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
    await expect(dialog.getByText("This isn't your account's email address.")).toBeVisible();
    await expect(typed).toBeFocused();
    await typed.fill(email.toUpperCase());
  });

  await test.step("nothing is deleted while the billing cannot be ended", async () => {
    await page.route("**/api/user/delete", (route) =>
      route.fulfill({ status: 503, json: { message: "Nothing was deleted. Please try later." } }),
    );
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toContainText("Your account wasn't deleted");
    await expect(dialog.getByRole("alert")).toContainText("Nothing was deleted. Please try later.");
    await page.unroute("**/api/user/delete");
  });

  await test.step("deleted", async () => {
    const { request: own } = page;
    expect((await own.get("/api/user")).status()).toBe(200);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/api/user/delete", async (route) => {
      await held;
      await route.continue();
    });
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
      "Your subscription has ended and you won't be charged again.",
    );
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: "subscribe again" })).toHaveAttribute(
      "href",
      "/pricing",
    );
    await expect(main.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
    expect(await page.evaluate(() => localStorage.getItem("userData"))).toBeNull();
    expect((await own.get("/api/user")).status()).toBe(401);
    await page.goto("/account/details");
    await expect(page).toHaveURL(/\/account$/);
  });
});

const day = (localDate: string, email: unknown, sms: unknown, note: string | null = null) => ({
  localDate,
  email,
  sms,
  note,
});
const sent = (time: string) => ({ outcome: "sent", words: "Delivered", time, reason: null });
const not = (outcome: string, words: string, reason: string) => ({
  outcome,
  words,
  time: null,
  reason,
});

/** Two weeks in which everything happens. */
const eventful = {
  days: [
    day("2026-11-20", sent("7:46"), {
      outcome: "waiting",
      words: "On its way",
      time: null,
      reason: null,
    }),
    day("2026-11-19", sent("7:46"), not("held", "Held", "you replied STOP")),
    day("2026-11-18", null, null, "No briefing that day"),
    day(
      "2026-11-17",
      not("failed", "Not delivered", "your address is bouncing"),
      not("held", "Held", "another account with your number got it"),
    ),
    day("2026-11-16", not("failed", "Missed", "we couldn't send it by 10:00am"), null),
  ],
  nextDate: "2026-11-23",
  resendable: ["email", "sms"],
};

test("words of the server where something fails, and another try", async ({ page, request }) => {
  const { email } = await subscribe(request);
  await logIn(page, email);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const answers: Parameters<Route["fulfill"]>[0][] = [
    { status: 503, json: { message: "The service is not available at the moment." } },
    { status: 500, body: "" },
    { json: { days: [], nextDate: null, resendable: [] } },
    { json: { ...eventful, nextDate: null, resendable: [] } },
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
    "The service is not available at the moment.",
  );
  await deliveries.getByRole("button", { name: "Try again" }).click();
  await expect(deliveries.getByRole("alert")).toContainText("We couldn't load your deliveries.");
  await deliveries.getByRole("button", { name: "Try again" }).click();
  await expect(deliveries).toContainText(
    "Nothing was sent in the last 14 days, and no briefing is scheduled.",
  );
  await page.reload();
  await expect(deliveries).toContainText("No briefing is scheduled.");
  await expect(deliveries.getByRole("button")).toHaveCount(0);
  await page.reload();
  await expect(deliveries.getByRole("row")).toHaveText([
    "BriefingEmailText",
    "Fri 20 NovDelivered 7:46On its way",
    "Thu 19 NovDelivered 7:46Held: you replied STOP",
    "Wed 18 NovNo briefing that day",
    "Tue 17 NovNot delivered: your address is bouncingHeld: another account with your number got it",
    "Mon 16 NovMissed: we couldn't send it by 10:00am–None",
  ]);
  for (const [name, title] of [
    ["Download my data", "We couldn't prepare your data"],
    ["Card and invoices", "We couldn't open your billing page"],
  ] as const) {
    await page.getByRole("button", { name }).click();
    await expect(toast(page).filter({ hasText: title })).toContainText(
      "Too many attempts. Please try again in 1 hour.",
    );
  }
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing and nothing scrolls sideways, ${colorScheme}`, async ({
    page,
    request,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { email } = await subscribe(request);
    await logIn(page, email);
    await page.route("**/api/user/deliveries", (route) => route.fulfill({ json: eventful }));
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/account/details");
      await expect(page.getByRole("table")).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(0);
      await page.getByRole("button", { name: "Delete account" }).click();
      await page.getByLabel("Type your email address to confirm").fill("x");
      await page.keyboard.press("Enter");
      await expect(page.getByText("This isn't your account's email address.")).toBeVisible();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(0);
    }
    await page.goto("/account/deleted");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
}
