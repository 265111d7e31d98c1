import { expect, type Page } from "playwright/test";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { saveMessage } from "../../support/browser/daily-message";
import { logIn, subscribe } from "../../support/browser/login";
import { test } from "../../support/browser/own-address";
import { logInAdmin } from "../../support/browser/public-pages";
import { messagesTo, purchase, uniquePhone } from "../../support/browser/purchase";
import { setClock } from "../../support/browser/sandbox-clock";
import { waitForMessages } from "../../support/browser/wait-for-messages";

const sandboxUrl = process.env["E2E_SANDBOX_URL"] ?? "";
const dayMs = 86_400_000;

test.afterEach(async ({ request }) => {
  await setClock(request, null);
});

const toast = (page: Page, text: string) =>
  page.locator("[data-sonner-toast]").filter({ hasText: text });
const region = (page: Page, name: string) => page.getByRole("region", { name });
const storedUserData = (page: Page) =>
  page.evaluate((): unknown => JSON.parse(localStorage.getItem("userData") ?? "null"));

/** Opens the account of a new subscriber on a trial. */
async function openAccount(page: Page): Promise<string> {
  const { email } = await subscribe(page.request);
  await logIn(page, email);
  await page.goto("/account/details");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account");
  return email;
}

/** `Nov 28, 2026`, in New York. */
function displayDate(atMs: number): string {
  return new Intl.DateTimeFormat("en-US", {
    dateStyle: "medium",
    timeZone: "America/New_York",
  }).format(atMs);
}

/** Delays calls to an address until the returned function is called. */
async function hold(page: Page, address: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
}

test("shows the subscriber's own account", async ({ page }) => {
  const email = await openAccount(page);
  const firstCharge = displayDate(Date.now() + 7 * dayMs);
  await expect(page).toHaveTitle("Your account | Threeline");
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  const details = region(page, "Details");
  await expect(details.getByLabel("Email")).toHaveValue(email);
  await expect(details.getByLabel("Timezone")).toHaveValue("America/New_York");
  await expect(details.getByLabel("Account status")).toHaveValue("Free Trial");
  await expect(details.getByRole("button", { name: "Save Changes" })).toBeDisabled();
  const channels = region(page, "How you get it");
  await expect(channels.getByRole("switch", { name: "Email" })).toBeChecked();
  await page.emulateMedia({ forcedColors: "active" });
  const background = (element: Element) => getComputedStyle(element).backgroundColor;
  const paper = await page.locator("body").evaluate(background);
  expect(await channels.getByRole("switch", { name: "Email" }).evaluate(background)).not.toBe(
    paper,
  );
  await page.emulateMedia({ forcedColors: "none" });
  await expect(channels.getByText(`${email}, by 8:00 AM`)).toBeVisible();
  const subscription = region(page, "Subscription Management");
  await expect(subscription.getByRole("definition")).toHaveText([
    "Annual, $40 per year",
    "Free Trial",
    firstCharge,
    "Card and invoices",
  ]);
  await subscription.getByRole("button", { name: "Cancel subscription" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel your subscription?" });
  await expect(dialog).toHaveAccessibleDescription(
    "You’re on a free trial. You haven’t been charged, and you won’t be.",
  );
  await expect(dialog.getByRole("group")).toHaveAccessibleName("When should the briefing stop?");
  await expect(dialog.getByRole("radio", { checked: true })).toHaveAccessibleName(
    `Keep the briefing until ${firstCharge} It stops when your trial ends.`,
  );
  await expect(dialog.getByRole("radio", { checked: false })).toHaveAccessibleName(
    "Stop immediately You won’t get the next briefing.",
  );
  await dialog.getByRole("button", { name: "Keep subscription" }).click();
  await expect(dialog).toBeHidden();
  expect(await storedUserData(page)).toMatchObject({
    email,
    timezone: "America/New_York",
    status: "Free Trial",
    subscriptionId: expect.stringMatching(/^sub_/),
    phone: null,
  });
});

test("changes the time zone", async ({ page }) => {
  await openAccount(page);
  // Its only button; the label changes while it's busy.
  const save = region(page, "Details").getByRole("button");
  const timezone = page.getByLabel("Timezone");

  await test.step("saves it, and disables the button while saving", async () => {
    await timezone.selectOption("London (GMT/BST)");
    await expect(save).toBeEnabled();
    const width = (await save.boundingBox())?.width;
    const release = await hold(page, "**/api/user/update");
    const sent = page.waitForRequest("**/api/user/update");
    await save.click();
    await expect(save).toBeDisabled();
    expect((await save.boundingBox())?.width).toBe(width);
    expect((await sent).postDataJSON()).toEqual({
      email: await page.getByRole("textbox", { name: "Email", exact: true }).inputValue(),
      timezone: "Europe/London",
    });
    release();
    await expect(toast(page, "Account updated")).toBeVisible();
    await expect(page.getByText("No changes to save.")).toBeVisible();
    await expect(save).toBeDisabled();
    await expect
      .poll(() => storedUserData(page))
      .toMatchObject({ timezone: "Europe/London", status: "Free Trial" });
    await page.reload();
    await expect(timezone).toHaveValue("Europe/London");
  });

  await test.step("disables the button when the choice is undone", async () => {
    await timezone.selectOption("Pacific Time (PT)");
    await expect(save).toBeEnabled();
    await timezone.selectOption("London (GMT/BST)");
    await expect(save).toBeDisabled();
  });

  await test.step("shows the server's message when saving fails", async () => {
    await page.route("**/api/user/update", (route) =>
      route.fulfill({ status: 429, json: { message: "Too many attempts." } }),
    );
    await timezone.selectOption("Pacific Time (PT)");
    await save.click();
    await expect(toast(page, "Update failed")).toContainText("Too many attempts.");
    await expect(toast(page, "Update failed")).toHaveAttribute("data-type", "error");
    await expect(timezone).toHaveValue("America/Los_Angeles");
    await expect(save).toBeEnabled();
  });
});

test("each cancellation stops the briefing when it should", async ({ page, browser, request }, {
  repeatEachIndex,
}) => {
  // A weekend, when nothing is sent. A repeated run uses a later one, because closed dates stay closed.
  const saturday = nextSaturday() + 21 * repeatEachIndex * dayMs;
  const [monday, mondayAfter] = [saturday + 2 * dayMs, saturday + 9 * dayMs];
  await setClock(request, new Date(saturday));
  const contexts = await Promise.all([browser.newContext(), browser.newContext()]);
  const pages = await Promise.all(contexts.map((context) => context.newPage()));
  const [continues, stops] = [pages[0] ?? page, pages[1] ?? page];
  const [onAddress, offAddress] = [await openAccount(continues), await openAccount(stops)];
  const { email: staysAddress } = await subscribe(page.request);
  const end = displayDate(saturday + 7 * dayMs);

  await test.step("until the trial ends", async () => {
    await continues.getByRole("button", { name: "Cancel subscription" }).click();
    const dialog = continues.getByRole("dialog");
    const confirm = dialog.getByRole("button", { name: /Cancel subscription|Cancelling/ });
    const width = (await confirm.boundingBox())?.width;
    const release = await hold(continues, "**/api/subscription/cancel");
    await confirm.click();
    await expect(confirm).toHaveText("Cancelling...");
    await expect(confirm).toBeDisabled();
    expect((await confirm.boundingBox())?.width).toBe(width);
    await continues.keyboard.press("Escape");
    await expect(dialog).toBeVisible();
    release();
    await expect(toast(continues, "Subscription cancelled")).toBeVisible();
    // The section has changed before the toast.
    expect(await continues.getByRole("link", { name: "Resubscribe" }).isVisible()).toBe(true);
    await expect(dialog).toBeHidden();
    await expectCancelled(
      continues,
      `You’ll receive the briefing until ${end}. You won’t be charged again. Resubscribe`,
    );
  });

  await test.step("immediately", async () => {
    await request.delete(`${sandboxUrl}/sandbox/analytics`);
    await stops.getByRole("button", { name: "Cancel subscription" }).click();
    const dialog = stops.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Stop immediately" }).check();
    await dialog.getByRole("button", { name: "Cancel subscription" }).click();
    await expect(toast(stops, "Subscription cancelled")).toBeVisible();
    await expectCancelled(
      stops,
      "Your briefings have stopped and you won’t be charged again. Resubscribe",
    );
    const events = async () => (await request.get(`${sandboxUrl}/sandbox/analytics`)).text();
    await expect.poll(events).toContain('"subscription cancelled"');
    expect(await events()).toContain("stop_immediately");
    expect(await events()).not.toContain(offAddress);
  });

  const briefingsTo = async (address: string) =>
    (await messagesTo(request, "email", address)).filter(({ text }) =>
      text.includes("/unsubscribe/"),
    );
  // Before the clock moves: an administrator's session would expire.
  await logInAdmin(request);
  for (const day of [monday, mondayAfter]) {
    await saveMessage(request, new Date(day).toISOString().slice(0, 10));
  }
  await test.step("the next briefing reaches only the subscriber who continues", async () => {
    await setClock(request, new Date(halfPastEight(monday)));
    await waitForMessages(request, () => briefingsTo(staysAddress), 1);
    await waitForMessages(request, () => briefingsTo(onAddress), 1);
    expect(await briefingsTo(offAddress)).toHaveLength(0);
  });

  await test.step("the first briefing after the trial reaches neither", async () => {
    await setClock(request, new Date(halfPastEight(mondayAfter)));
    await waitForMessages(request, () => briefingsTo(staysAddress), 2);
    expect(await briefingsTo(onAddress)).toHaveLength(1);
    expect(await briefingsTo(offAddress)).toHaveLength(0);
  });
  await Promise.all(contexts.map((context) => context.close()));

  async function expectCancelled(at: Page, text: string): Promise<void> {
    const card = region(at, "Subscription Management");
    await expect(card.getByText(text)).toBeVisible();
    await expect(card.getByRole("link", { name: "Resubscribe" })).toHaveAttribute(
      "href",
      "/pricing",
    );
    await expect(card.getByRole("button", { name: "Cancel subscription" })).toBeHidden();
    await expect(at.getByLabel("Account status")).toHaveValue("Cancelled");
    await expect(card.getByText("First charge")).toBeHidden();
    await expect.poll(() => storedUserData(at)).toMatchObject({ status: "Cancelled" });
  }

  function nextSaturday(): number {
    let noonAt = Date.parse(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`) + dayMs;
    while (new Date(noonAt).getUTCDay() !== 6) noonAt += dayMs;
    return noonAt;
  }

  /** 8:30 in New York on the day of a noon in UTC. */
  function halfPastEight(noonAt: number): number {
    const hour = new Intl.DateTimeFormat("en-US", {
      timeZone: "America/New_York",
      hour: "numeric",
      hourCycle: "h23",
    }).format(noonAt);
    return noonAt + (8.5 - Number(hour)) * 3_600_000;
  }
});

test("a failed cancellation changes nothing", async ({ page }) => {
  const email = await openAccount(page);
  const open = page.getByRole("button", { name: "Cancel subscription" });
  const message =
    "We can’t reach our payment provider, so nothing changed. Please try again in a moment.";
  let sent: unknown;
  await page.route("**/api/subscription/cancel", async (route) => {
    sent = route.request().postDataJSON();
    await route.fulfill({ status: 503, json: { message } });
  });
  await open.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel subscription" }).click();
  await expect(toast(page, "Cancellation failed")).toContainText(message);
  expect(sent).toEqual({
    email,
    subscriptionId: expect.stringMatching(/^sub_/),
    emailPreference: "continue_until_expiry",
  });
  await expect(dialog.getByRole("button", { name: "Cancel subscription" })).toBeEnabled();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(open).toBeVisible();
});

test("a cancellation at the end of the period can be withdrawn", async ({ page }) => {
  await openAccount(page);
  await page.getByRole("button", { name: "Cancel subscription" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel subscription" }).click();
  const keep = page.getByRole("button", { name: "Keep my subscription" });
  await expect(keep).toHaveAccessibleDescription(/^If you keep it, your next charge is on /);
  await expectGoodAtAllWidths(page);
  await keep.click();
  await expect(toast(page, "Your subscription continues")).toBeVisible();
  await expect(page.getByLabel("Account status")).toHaveValue("Free Trial");
  await expect(page.getByRole("button", { name: "Cancel subscription" })).toBeVisible();
  await expect(keep).toBeHidden();
});

test("a subscriber who canceled can resubscribe", async ({ page }) => {
  const email = await openAccount(page);
  await page.getByRole("button", { name: "Cancel subscription" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel subscription" }).click();
  await page.getByRole("link", { name: "Resubscribe" }).click();
  await expect(page).toHaveURL(/\/pricing$/);

  const { uid, subscriptionId } = await purchase(page.request, { email });
  await page.goto(`/onboarding?uid=${uid}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Timezone").selectOption("Eastern Time (ET)");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome to Threeline");

  await page.goto("/account/details");
  await expect(page.getByLabel("Account status")).toHaveValue("Free Trial");
  await expect(page.getByRole("button", { name: "Cancel subscription" })).toBeVisible();
  await expect.poll(() => storedUserData(page)).toMatchObject({ subscriptionId });
});

test("shows each Paddle status, and cancels a paused subscription", async ({ page }) => {
  const { email, subscriptionId } = await subscribe(page.request);
  const simulate = async (event: string) => {
    const address = `${sandboxUrl}/sandbox/paddle/subscriptions/${subscriptionId}`;
    expect((await page.request.post(address, { data: { event } })).ok()).toBe(true);
  };
  const section = region(page, "Subscription Management");
  const expectStatus = async (status: string) => {
    await expect(async () => {
      await page.goto("/account/details");
      await expect(page.getByLabel("Account status")).toHaveValue(status, { timeout: 1_000 });
    }).toPass();
    await expect(section.getByText(status, { exact: true })).toBeVisible();
  };
  await logIn(page, email);

  await test.step("active", async () => {
    await simulate("activate");
    await expectStatus("Active");
    await expect(section.getByRole("term").nth(2)).toHaveText("Next charge");
  });

  await test.step("past due", async () => {
    await simulate("past_due");
    await expectStatus("Past Due");
    await expect(section.getByRole("term").nth(2)).toHaveText("Next charge");
    await expect(
      section.getByText("We’ll retry in the next few days; your briefing continues."),
    ).toBeVisible();
  });

  await test.step("paused", async () => {
    await simulate("renew");
    await simulate("pause");
    await expectStatus("Paused");
    await section.getByRole("button", { name: "Cancel subscription" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("radio", { checked: true })).toHaveAccessibleName(
      "End it now There’s no paid time left.",
    );
    await dialog.getByRole("button", { name: "Cancel subscription" }).click();
    await expect(toast(page, "Subscription cancelled")).toBeVisible();
    await expect(page.getByLabel("Account status")).toHaveValue("Cancelled");
  });
});

test("adds a number, changes it, and switches channels", async ({ page, request }) => {
  await openAccount(page);
  const channels = region(page, "How you get it");
  const dialog = page.getByRole("dialog");
  const [first, second] = [uniquePhone(), uniquePhone()];
  const codeTo = async (e164: string) => {
    const texts = await messagesTo(request, "sms", e164);
    return /code is (\d{6})\./.exec(texts.at(-1)?.text ?? "")?.[1] ?? "";
  };

  await test.step("asks for the number, the consent, and the code", async () => {
    await channels.getByRole("button", { name: "Add a number" }).click();
    await expect(dialog).toHaveAccessibleName("Add a number");
    await dialog.getByRole("button", { name: "Send code" }).click();
    await expect(dialog.getByText("Please enter a phone number")).toBeVisible();
    await expect(
      dialog.getByText("You must agree to receive SMS messages to continue"),
    ).toBeVisible();
    await dialog.getByLabel("Phone number").fill(first.typed);
    await dialog
      .getByRole("checkbox", {
        name: "I agree to receive Threeline texts: 1 message per day, message and data rates may apply, reply STOP to cancel.",
      })
      .check();
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveAccessibleName("Enter the code");
    await expect(dialog.getByRole("textbox", { name: "Code" })).toBeFocused();
    await expect(dialog.getByText(/^Send another code in \d+ seconds?$/)).toBeVisible();
    await page.keyboard.type("12345");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Enter the six-digit code.")).toBeVisible();
  });

  await test.step("continues after the dialog was closed and the page reloaded", async () => {
    await page.keyboard.press("Escape");
    await expect(channels.getByRole("button", { name: "Add a number" })).toBeFocused();
    await expect(channels.getByText("No number yet")).toBeVisible();
    await page.reload();
    await channels.getByRole("button", { name: /^Enter the code for \+1 212/ }).click();
    await dialog.getByRole("textbox", { name: "Code" }).fill(await codeTo(first.e164));
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(toast(page, "Phone number changed")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(channels.getByRole("switch", { name: "Text" })).toBeChecked();
    await expect(channels.getByText(/^\+1 212 \d{3} \d{4}, at 8:00 AM$/)).toBeVisible();
    await expect.poll(() => storedUserData(page)).toMatchObject({ phone: first.e164 });
  });

  await test.step("replaces the number once the new code is entered", async () => {
    await channels.getByRole("button", { name: "Change number" }).click();
    await expect(dialog).toHaveAccessibleName("Change number");
    await dialog.getByLabel("Phone number").fill(first.typed);
    await dialog.getByRole("checkbox").check();
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("This is already your number.")).toBeVisible();
    await dialog.getByLabel("Phone number").fill(second.typed);
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveAccessibleName("Enter the code");
    await expect(dialog.getByRole("textbox", { name: "Code" })).toBeFocused();
    expect(await storedUserData(page)).toMatchObject({ phone: first.e164 });
    await page.keyboard.type(await codeTo(second.e164));
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect.poll(() => storedUserData(page)).toMatchObject({ phone: second.e164 });
  });

  await test.step("turns each channel off and on", async () => {
    const both =
      "Both are off, so you won’t get the briefing. You’re still subscribed and will be billed.";
    await channels.getByRole("switch", { name: "Text" }).click();
    await expect(toast(page, "Delivery settings saved")).toBeVisible();
    await expect(channels.getByText(both)).toBeHidden();
    await channels.getByRole("switch", { name: "Email" }).click();
    await expect(channels.getByText(both)).toBeVisible();
    await expect(
      channels.getByRole("switch", { name: "Email", checked: false }),
    ).not.toHaveAttribute("aria-busy");
    await page.reload();
    await expect(channels.getByRole("switch", { checked: false })).toHaveCount(2);
    await channels.getByRole("switch", { name: "Text" }).click();
    await expect(channels.getByText(both)).toBeHidden();
    await expect(channels.getByRole("switch", { name: "Text", checked: true })).not.toHaveAttribute(
      "aria-busy",
    );
  });

  await test.step("shows STOP, and refuses to turn texts on until START", async () => {
    const reply = (body: string) =>
      request.post(`${sandboxUrl}/sandbox/twilio/inbound`, { data: { from: second.e164, body } });
    await reply("STOP");
    const stopped =
      "You replied STOP, so we don’t text you. Reply START to any of our texts to resubscribe.";
    await expect(async () => {
      await page.reload();
      await expect(channels.getByText(stopped)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    const text = channels.getByRole("switch", { name: "Text" });
    await text.click();
    await expect(text).not.toBeChecked();
    await expect(toast(page, "Delivery settings saved")).toBeVisible();
    await expect(text).not.toHaveAttribute("aria-busy");
    await text.click();
    await expect(toast(page, "Update failed")).toContainText(
      "This number unsubscribed from our texts.",
    );
    await expect(text).not.toBeChecked();
    await reply("START");
    await expect(async () => {
      await text.click();
      await expect(text).not.toHaveAttribute("aria-busy");
      await expect(text).toBeChecked({ timeout: 1_000 });
    }).toPass();
  });
});

test("works with the keyboard alone", async ({ page }) => {
  await openAccount(page);
  await page.getByRole("textbox", { name: "Email", exact: true }).focus();
  const stops = [
    page.getByRole("link", { name: "Contact support" }),
    page.getByLabel("Timezone"),
    page.getByLabel("Account status"),
    page.getByRole("button", { name: "Save Changes" }),
  ];
  for (const stop of stops) {
    await page.keyboard.press("Tab");
    await expect(stop).toBeFocused();
  }
  for (const key of ["Shift+Tab", "Shift+Tab", "ArrowDown", "Tab", "Tab", "Enter"]) {
    await page.keyboard.press(key);
  }
  await expect(toast(page, "Account updated")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save Changes" })).toBeFocused();

  await page.getByRole("switch", { name: "Email" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("switch", { name: "Email" })).not.toBeChecked();
  await expect(
    page.getByText(
      "Email is off, so you won’t get the briefing. You’re still subscribed and will be billed.",
    ),
  ).toBeVisible();

  const open = page.getByRole("button", { name: "Cancel subscription" });
  await open.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const keep = dialog.getByRole("button", { name: "Keep subscription" });
  await expect(keep).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();

  await page.keyboard.press("Enter");
  const comment = dialog.getByRole("textbox");
  const answer = dialog.getByRole("combobox");
  const preference = dialog.getByRole("radio", { checked: true });
  for (const stop of [comment, answer, preference]) {
    await page.keyboard.press("Shift+Tab");
    await expect(stop).toBeFocused();
  }
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("radio", { name: "Stop immediately" })).toBeChecked();
  for (const stop of [answer, comment, keep]) {
    await page.keyboard.press("Tab");
    await expect(stop).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Cancel subscription" })).toBeFocused();
  const close = dialog.getByRole("button", { name: "Close" });
  await page.keyboard.press("Tab");
  await expect(close).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.locator(":focus")).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await expect(close).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Subscription cancelled")).toBeVisible();
  await expect(page.getByLabel("Account status")).toHaveValue("Cancelled");
});

test.describe("the session", () => {
  test("is required", async ({ page }) => {
    await page.goto("/account/details");
    await expect(page).toHaveURL(/\/account$/);
  });

  test("refills user data that the browser lost", async ({ page }) => {
    const email = await openAccount(page);
    await page.evaluate(() => localStorage.setItem("userData", "broken"));
    await page.reload();
    await expect.poll(() => storedUserData(page).catch(() => null)).toMatchObject({ email });
  });

  test("leads to the login with an explanation when it has ended", async ({ page }) => {
    await openAccount(page);
    await page.context().clearCookies();
    await page.getByLabel("Timezone").selectOption("Central Time (CT)");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(toast(page, "Your session has ended")).toContainText("Please log in again.");
    await expect(page).toHaveURL(/\/account$/);
    expect(await storedUserData(page)).toBeNull();
  });

  test("ends in every tab when logging out", async ({ page, context }) => {
    await openAccount(page);
    await page.route("**/api/auth/logout", (route) => route.abort());
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "We couldn’t finish logging you out",
    );
    await expect(page.getByText("We cleared your data from this browser")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveCount(0);
    await expect(page).toHaveURL(/\/account\/details$/);
    expect(await storedUserData(page)).toBeNull();
    await page.unroute("**/api/auth/logout");
    const other = await context.newPage();
    await other.goto("/account/details");
    await expect(other.getByRole("heading", { level: 1 })).toHaveText("Your account");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page).toHaveURL(/\/account$/);
    await expect(other).toHaveURL(/\/account$/);
    expect(await storedUserData(page)).toBeNull();
    await page.goto("/account/details");
    await expect(page).toHaveURL(/\/account$/);
  });

  test("of a buyer who hasn't onboarded leads to onboarding", async ({ page }) => {
    const { uid, email } = await purchase(page.request);
    await logIn(page, email);
    await page.goto("/account/details");
    await expect(page).toHaveURL(new RegExp(`/onboarding\\?uid=${uid}$`));
  });
});

test("is accessible and doesn't scroll sideways", async ({ page }) => {
  await openAccount(page);
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Add a number" }).click();
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByText("Please enter a phone number")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await expectGoodAtAllWidths(page);
  await page.getByRole("dialog").getByRole("button", { name: "Cancel subscription" }).click();
  await expect(page.getByLabel("Account status")).toHaveValue("Cancelled");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expectGoodAtAllWidths(page);
});
