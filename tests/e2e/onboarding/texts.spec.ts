import { expect, type Page } from "playwright/test";
import { test } from "../../support/browser/own-address";
import {
  purchase,
  serviceMessagesTo,
  uniqueEmail,
  uniquePhone,
} from "../../support/browser/purchase";
import { waitForMessages } from "../../support/browser/wait-for-messages";

const wording =
  "I agree to receive Threeline texts: 1 message per day, message and data rates may apply, reply STOP to cancel.";

type RecordFields = {
  email: string;
  timezone: string;
  phoneNumber: string;
  confirmationText: string;
};

const wholeRecord: RecordFields = {
  email: "alex@sample.example",
  timezone: "Europe/London",
  phoneNumber: "+447400123456",
  confirmationText: "sent",
};

/** Answers the call for record 7 as if this were its buyer's browser. */
async function serveRecord(
  page: Page,
  fields: { [name in keyof RecordFields]?: string | null } = {},
): Promise<void> {
  await page.route("**/api/onboarding/7", (route) =>
    route.fulfill({ json: { data: { id: 7, firstCharge: null, ...wholeRecord, ...fields } } }),
  );
}

test("goes from a purchase to the confirmation text", async ({ page, request }) => {
  const { uid } = await purchase(request);
  const { typed, e164, shown } = uniquePhone();

  await test.step("email onboarding", async () => {
    await page.goto(`/onboarding?threelineUid=${uid}`);
    await page.getByLabel("Email").fill(uniqueEmail());
    await page.getByLabel("Timezone").selectOption("Eastern Time (ET)");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Continue" }).click();
  });

  await test.step("get it by text as well", async () => {
    const offer = page.getByRole("region", { name: "Get it by text as well" });
    await expect(offer.getByLabel("Country")).toHaveValue("US");
    await offer.getByLabel("Phone number").fill(typed);
    await offer.getByRole("button", { name: "Add texts" }).click();
    await expect(page).toHaveURL(/\/onboarding-2\/\d+$/);
  });

  await test.step("consent", async () => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Thanks for creating your account",
    );
    await expect(page.getByText("Step 2 of 3")).toBeVisible();
    await expect(page.getByText(`We’ll text ${shown}.`)).toBeVisible();
    await expect(page.getByRole("checkbox")).toHaveCount(1);
    await expect(page.getByRole("checkbox", { name: wording })).not.toBeChecked();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(
      page.getByText("You must agree to receive SMS messages to continue"),
    ).toBeVisible();
    await expect(page.getByRole("checkbox")).toBeFocused();
    await page.keyboard.press("Space");
    await expect(page.getByText("You must agree to receive SMS messages to continue")).toBeHidden();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/onboarding-3\/\d+$/);
  });

  await test.step("confirmation", async () => {
    await expect(page.getByText("Step 3 of 3")).toBeVisible();
    await expect(page.getByText(shown, { exact: true })).toBeVisible();
    await expect(page.getByText("Your daily updates start tomorrow")).toBeVisible();
    await expect(page.getByRole("link", { name: "your account" })).toHaveAttribute(
      "href",
      "/account",
    );
    // The first text was just sent.
    await expect(page.getByText(/^You can request another text in \d+ seconds\.$/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Resend Text" })).toBeDisabled();
  });

  await test.step("a resend too soon after a reload shows the server's message", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Resend Text" }).click();
    const toast = page.locator("[data-sonner-toast]");
    await expect(toast).toContainText("Error sending text");
    await expect(toast).toContainText(/Too many attempts\. Please try again in \d+ seconds?\./);
  });

  await test.step("one text has arrived", async () => {
    await waitForMessages(request, () => serviceMessagesTo(request, "sms", e164), 1);
    const [text] = await serviceMessagesTo(request, "sms", e164);
    expect(text?.text).toContain("Threeline");
    expect(text?.text).toContain("STOP");
  });
});

test("hides the record from other browsers", async ({ page, request }) => {
  const { uid } = await purchase(request);
  await page.goto(`/onboarding?uid=${uid}`);
  await page.getByLabel("Email").fill(uniqueEmail());
  await page.getByLabel("Timezone").selectOption("Central Time (CT)");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Welcome to Threeline" })).toBeVisible();
  const address = page.url();
  await page.context().clearCookies();
  await page.goto(address);
  await expect(
    page.getByText("Error: There was a problem retrieving your information."),
  ).toBeVisible();
});

for (const address of ["/onboarding-success/7", "/onboarding-2/7", "/onboarding-3/7"]) {
  test(`${address} shows a spinner, then an error if the record can't be loaded`, async ({
    page,
  }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/api/onboarding/7", async (route) => {
      await held;
      await route.fulfill({ status: 404, json: { message: "Not found." } });
    });
    await page.goto(address);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
    await expect(page.getByRole("status").filter({ hasText: "Loading" })).toBeVisible();
    release();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Error");
    await expect(
      page.getByText("Error: There was a problem retrieving your information."),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "Contact support" })).toHaveAttribute(
      "href",
      "/contact",
    );
    await page.getByRole("link", { name: "Go Back" }).click();
    await expect(page).toHaveURL(/\/$/);
  });
}

test("reports an invalid phone number and one that the server rejects", async ({ page }) => {
  await serveRecord(page, { phoneNumber: null });
  await page.goto("/onboarding-success/7");
  const offer = page.getByRole("region", { name: "Get it by text as well" });
  await expect(offer.getByLabel("Country")).toHaveValue("GB");
  await offer.getByRole("button", { name: "Add texts" }).click();
  await expect(offer.getByText("Please enter a phone number")).toBeVisible();
  await expect(offer.getByLabel("Phone number")).toBeFocused();
  await offer.getByLabel("Phone number").fill("12345");
  await page.keyboard.press("Enter");
  await expect(offer.getByText("This isn’t a phone number in the United Kingdom.")).toBeVisible();

  let sent: unknown;
  await page.route("**/api/onboarding/7/phone", async (route) => {
    sent = route.request().postDataJSON();
    await route.fulfill({ status: 429, json: { message: "Too many attempts." } });
  });
  // Only the countries that can be texted are offered.
  await expect(offer.getByLabel("Country").getByRole("option")).toHaveText([
    "United States (+1)",
    "Canada (+1)",
    "United Kingdom (+44)",
  ]);
  await offer.getByLabel("Country").selectOption("United States (+1)");
  await offer.getByLabel("Phone number").fill("(201) 555-0123");
  await offer.getByRole("button", { name: "Add texts" }).click();
  await expect(offer.getByText("Too many attempts.")).toBeVisible();
  expect(sent).toEqual({ phoneNumber: "+12015550123" });
  await expect(offer.getByLabel("Phone number")).toHaveValue("(201) 555-0123");
});

test("reports a failed consent", async ({ page }) => {
  await serveRecord(page);
  let sent: unknown;
  await page.route("**/api/sms-consent", async (route) => {
    sent = route.request().postDataJSON();
    await route.fulfill({
      status: 409,
      json: { message: "This number can’t receive our texts. Please enter another one." },
    });
  });
  await page.goto("/onboarding-2/7");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Continue" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "An error occurred" });
  await expect(alert).toContainText(
    "This number can’t receive our texts. Please enter another one. If it keeps happening, contact support.",
  );
  await expect(alert.getByRole("link", { name: "contact support" })).toHaveAttribute(
    "href",
    "/contact",
  );
  expect(sent).toEqual({ id: 7, smsAgreed: true });
  await expect(page.getByRole("checkbox")).toBeChecked();
});

test("reports a confirmation text that couldn't be sent", async ({ page }) => {
  await serveRecord(page);
  await page.route("**/api/sms-consent", (route) =>
    route.fulfill({
      json: { message: "Thanks! You’ll get our texts.", confirmationText: "failed" },
    }),
  );
  await page.goto("/onboarding-2/7");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.locator("[data-sonner-toast]")).toContainText("Error sending text");
  await expect(page).toHaveURL(/\/onboarding-3\/7$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your text wasn’t sent");
  await expect(page.getByText("We couldn’t send a confirmation text to")).toBeVisible();
  await expect(page.getByRole("button", { name: "Resend Text" })).toBeEnabled();
});

test("resends the text, then waits 30 seconds", async ({ page }) => {
  await page.clock.install({ time: 0 });
  await serveRecord(page, { phoneNumber: "447400123456" });
  let sent: unknown;
  await page.route("**/api/send-confirmation-sms", async (route) => {
    sent = route.request().postDataJSON();
    await route.fulfill({ json: { message: "Confirmation text sent" } });
  });
  await page.goto("/onboarding-3/7");
  await expect(page.getByText("+44 7400 123456")).toBeVisible();
  const button = page.getByRole("button", { name: "Resend Text" });
  await page.clock.pauseAt(60_000);
  await button.click();
  await expect(page.getByText("You can request another text in 30 seconds.")).toBeVisible();
  // Toasts appear in a timeout.
  await page.clock.runFor(100);
  await expect(page.locator("[data-sonner-toast]")).toContainText("Confirmation text sent");
  expect(sent).toEqual({ phoneNumber: "+447400123456" });
  await page.clock.runFor(25_000);
  await expect(button).toBeDisabled();
  await page.clock.runFor(6_000);
  await expect(button).toBeEnabled();
  await expect(page.getByText(/You can request another text/)).toBeHidden();
});

test("reports a failed resend with the server's message, or our own", async ({ page }) => {
  await serveRecord(page);
  await page.route("**/api/send-confirmation-sms", (route) =>
    route.fulfill({ status: 429, json: { message: "Too many attempts." } }),
  );
  await page.goto("/onboarding-3/7");
  const toast = page.locator("[data-sonner-toast]");
  await page.getByRole("button", { name: "Resend Text" }).click();
  await expect(toast).toHaveAttribute("data-type", "error");
  await expect(toast).toContainText("Error sending text");
  await expect(toast).toContainText("Too many attempts.");
  await page.unroute("**/api/send-confirmation-sms");
  await page.route("**/api/send-confirmation-sms", (route) => route.abort());
  await page.getByRole("button", { name: "Resend Text" }).click();
  await expect(toast.filter({ hasText: "Failed to send confirmation text" })).toBeVisible();
});
