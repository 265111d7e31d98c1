import { expect, test, type Page } from "playwright/test";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { logInAdmin } from "../../support/browser/public-pages";
import { messagesTo, uniquePhone } from "../../support/browser/purchase";

/** The toast in front; an earlier one may still be fading out behind it. */
const toast = (page: Page) => page.locator('[data-sonner-toast][data-front="true"]');
const testText = "Threeline: this is a test. This number can get our texts. Reply STOP to cancel.";

test("the Test SMS tab sends a test text once and shows each failure", async ({
  page,
  request,
}) => {
  await logInAdmin(page.request);
  await page.goto("/content-management");
  await page.getByRole("tab", { name: "Test SMS" }).click();
  const send = page.getByRole("button", { name: "Send test text" });
  const phone = page.getByLabel("Phone number");
  await expect(
    page.getByText("Include the country code, no plus sign, digits only, such as 14155550123."),
  ).toBeVisible();

  await send.click();
  await expect(toast(page)).toContainText("Error");
  await expect(toast(page)).toContainText("Please enter a phone number");
  await expect(toast(page)).toHaveAttribute("data-type", "error");

  const { e164 } = uniquePhone();
  await phone.fill(e164.slice(1));
  await send.dblclick();
  await expect(toast(page)).toContainText("Success");
  await expect(toast(page)).toContainText("SMS webhook test sent successfully");
  expect((await messagesTo(request, "sms", e164)).map(({ text }) => text)).toEqual([testText]);

  await page.keyboard.press("Enter");
  await expect(toast(page)).toContainText(
    /Failed to send SMS test: Too many attempts\. Please try again in \d+ seconds?\./,
  );
  await expect(phone).toHaveValue(e164.slice(1));
  await phone.fill("call me");
  await send.click();
  await expect(toast(page)).toContainText(
    "Failed to send SMS test: Please enter a valid phone number, including the country code.",
  );
});

test("/test-make-sms is open to everyone, but only administrators can send", async ({
  page,
  request,
}) => {
  await page.goto("/test-make-sms");
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  const send = page.getByRole("button", { name: "Send Test SMS" });
  const phone = page.getByLabel("Phone number");
  const { e164 } = uniquePhone();

  await test.step("an empty number", async () => {
    await send.click();
    await expect(toast(page)).toContainText("Phone number required");
    await expect(toast(page)).toContainText("Please enter a phone number to send the test message");
    await expect(toast(page)).toHaveAttribute("data-type", "error");
  });

  await test.step("without a session", async () => {
    await phone.fill(e164);
    await send.click();
    await expect(toast(page)).toContainText("Error");
    await expect(toast(page)).toContainText("Please log in to continue.");
    await expect(page.getByText('"status": 401')).toBeVisible();
    expect(await messagesTo(request, "sms", e164)).toEqual([]);
  });

  await test.step("with a session, a plus is added to the digits", async () => {
    await logInAdmin(page.request);
    const sending = page.waitForRequest("**/api/test-webhook");
    await phone.fill(e164.slice(1));
    // Two clicks before the next render.
    await send.evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    expect((await sending).postDataJSON()).toEqual({ phoneNumber: e164 });
    await expect(toast(page)).toContainText("SMS Request Sent");
    await expect(toast(page)).toContainText(
      "The SMS request was sent to Make webhook successfully",
    );
    const result = page.getByRole("region", { name: "Result" });
    await expect(result).toContainText(`"phoneNumber": "${e164}"`);
    expect((await messagesTo(request, "sms", e164)).map(({ text }) => text)).toEqual([testText]);
  });

  await test.step("while sending, after an empty error answer, and after no answer", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/api/test-webhook", async (route) => {
      await held;
      await route.fulfill({ status: 502, body: "" });
    });
    await send.click();
    await expect(page.locator('form[aria-label="Send Test SMS"] button')).toHaveAttribute(
      "aria-busy",
      "true",
    );
    release();
    await expect(toast(page)).toContainText("Failed to send SMS request");
    await page.unroute("**/api/test-webhook");
    await page.route("**/api/test-webhook", (route) => route.abort());
    await send.click();
    await expect(toast(page)).toContainText("Failed to fetch");
  });
});

test("/test-make-sms is accessible and never scrolls sideways", async ({ page }) => {
  await page.goto("/test-make-sms");
  await page.getByLabel("Phone number").fill("1");
  await page.keyboard.press("Enter");
  // It stays while the pointer is on it.
  await toast(page).hover();
  await expect(page.getByRole("region", { name: "Result" })).toBeVisible();
  await toast(page).getByRole("button", { name: "Close" }).click();
  await expect(toast(page)).toHaveCount(0);
  await expectGoodAtAllWidths(page);
});
