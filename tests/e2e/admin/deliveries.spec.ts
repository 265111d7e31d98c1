import { expect, test, type APIRequestContext, type Page } from "playwright/test";
import { expectToast, openAsAdmin, openAsMember } from "../../support/browser/admin-pages";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { saveMessage } from "../../support/browser/daily-message";
import { logInAdmin } from "../../support/browser/public-pages";
import { messagesTo } from "../../support/browser/purchase";
import {
  dayFrom,
  mondayAhead,
  sandboxUrl,
  setClock,
  shownDate,
} from "../../support/browser/sandbox-clock";
import { subscribe } from "../../support/browser/login";

const date = mondayAhead(5);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const visits = (page: Page) => page.getByRole("region", { name: "Opens and clicks" });

test.afterAll(async ({ request }) => setClock(request, null));

/** Postmark's webhook about the newest briefing to an address. */
async function report(request: APIRequestContext, event: Record<string, string>): Promise<void> {
  const answer = await request.post(`${sandboxUrl()}/sandbox/postmark/event`, { data: event });
  expect(answer.status()).toBe(200);
}

test("an owner follows a day down to its people, and turns tracking on and off", async ({
  page,
  request,
}) => {
  await setClock(request, `${dayFrom(date, -3)}T20:00:00Z`);
  const { email } = await subscribe(page.context().request, "America/New_York");
  await logInAdmin(request);
  await saveMessage(request, date);
  await openAsAdmin(page, "/admin/deliveries");

  await test.step("nothing is tracked until an owner wants it", async () => {
    const answer = await request.put("/api/admin/deliveries/tracking", {
      data: { isTracking: false },
    });
    expect(answer.status()).toBe(200);
    const turnedOn = await request.put("/api/admin/deliveries/tracking", {
      data: { isTracking: true },
    });
    expect(turnedOn.status()).toBe(200);
  });

  await test.step("the day is there once it has gone out", async () => {
    await setClock(request, `${date}T12:50:00Z`);
    const briefings = async () =>
      (await messagesTo(request, "email", email)).filter(
        ({ headers }) => "List-Unsubscribe" in headers,
      );
    await expect.poll(async () => (await briefings()).length, { timeout: 60_000 }).toBe(1);
    await report(request, { type: "Delivery", email });
    await report(request, { type: "Open", email });
    await report(request, { type: "Open", email, userAgent: "Mozilla/5.0" });
    await report(request, { type: "Click", email, link: "https://example.com/story" });
    await setClock(request, `${date}T22:00:00Z`);
    // Their session ended over the weekend.
    await openAsAdmin(page, `/admin/deliveries?date=${date}`);
    await expect(page.getByRole("heading", { name: shownDate(date, "long") })).toBeVisible();
    const zones = page.getByRole("table").filter({ hasText: "All zones" });
    await expect(zones).toContainText("Unconfirmed");
    await expect(zones.getByRole("row").filter({ hasText: "Eastern" })).toContainText("Done");
  });

  await test.step("opens, machines, and clicks are told apart", async () => {
    const day = async () => (await page.request.get(`/api/admin/deliveries/${date}`)).text();
    await expect.poll(day, { timeout: 60_000 }).toContain("https://example.com/story");
    await page.reload();
    await expect(visits(page)).toContainText("https://example.com/story");
    await expect(visits(page)).toContainText("Opened by a person");
    await expect(visits(page)).toContainText("Loaded by a mail service");
    await expectGoodAtAllWidths(page);
  });

  await test.step("tracking is turned off, and says so", async () => {
    await button(page, "Turn off tracking").click();
    await expect(page.getByRole("dialog")).toContainText("Existing counts stay");
    await page.getByRole("dialog").getByRole("button", { name: "Turn off tracking" }).click();
    await expectToast(page, "Success", "Nothing is tracked from now on.");
    await expect(visits(page).getByText("Off", { exact: true })).toBeVisible();
    await expect(button(page, "Turn on tracking")).toBeVisible();
  });

  await test.step("another period, and another day with the keyboard", async () => {
    await button(page, "30 days").press("Enter");
    await expect(page).toHaveURL(/days=30/);
    await expect(button(page, "30 days")).toHaveAttribute("aria-pressed", "true");
  });
});

test("an editor and support see deliveries, and can't turn tracking on", async ({ browser }) => {
  for (const role of ["editor", "support"] as const) {
    const member = await openAsMember(browser, role, `/admin/deliveries?date=${date}`);
    await expect(member.getByRole("heading", { level: 1, name: "Deliveries" })).toBeVisible();
    await expect(button(member, "Turn on tracking")).toHaveCount(0);
    await expectGoodAtAllWidths(member);
    await member.context().close();
  }
});
