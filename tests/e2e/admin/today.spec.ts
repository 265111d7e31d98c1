import { expect, test, type Page } from "playwright/test";
import { openAsAdmin, openAsMember } from "../../support/browser/admin-pages";
import { saveMessage } from "../../support/browser/daily-message";
import { subscribe } from "../../support/browser/login";
import { logInAdmin } from "../../support/browser/public-pages";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { dayFrom, mondayAhead, setClock, shownDate } from "../../support/browser/sandbox-clock";

const date = mondayAhead(4);

const figure = (page: Page, name: string) =>
  page.getByRole("main").getByText(name, { exact: true }).filter({ visible: true });

test.afterAll(async ({ request }) => setClock(request, null));

test("the evening before, an owner sees whether the next briefing is ready", async ({
  page,
  request,
}) => {
  await logInAdmin(request);
  await saveMessage(request, date);
  await setClock(request, `${dayFrom(date, -1)}T22:00:00Z`);
  await openAsAdmin(page, "/admin");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/is ready\.$|isn’t ready\.$/);
  await expect(page.getByText(`Checks for ${shownDate(date, "short")}`)).toBeVisible();
  await expect(page.getByText("Message is active")).toBeVisible();
  await expect(figure(page, "MRR")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("link", { name: "MRR" }).click();
  await expect(page).toHaveURL(/\/admin\/money$/);
});

test("a zone fills while it goes out, and its excluded link to the people", async ({
  page,
  request,
}) => {
  await logInAdmin(request);
  await saveMessage(request, date);
  await setClock(request, `${date}T12:50:00Z`);
  await openAsAdmin(page, "/admin");
  const zone = page.getByRole("row").filter({ hasText: "Eastern" }).filter({ visible: true });
  await expect(zone).toContainText("done", { timeout: 60_000 });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/done\.$|going out|got nothing/);
  await expect(page.getByText(`Next: ${shownDate(dayFrom(date, 1), "short")}`)).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.setViewportSize({ width: 360, height: 780 });
  const line = page.getByRole("region", { name: "Eastern", exact: true });
  await expect(line).toContainText("Sent", { ignoreCase: true });
});

test("a zone that got nothing says so first, and its item can be hidden until it grows", async ({
  page,
  request,
}) => {
  const day = dayFrom(date, 1);
  await setClock(request, `${dayFrom(day, -3)}T20:00:00Z`);
  await subscribe(page.context().request, "Europe/London");
  await logInAdmin(request);
  const found = await request.get(`/api/daily-messages?from=${day}&to=${day}`);
  const messages: { id: number }[] = await found.json();
  for (const { id } of messages) await request.delete(`/api/daily-messages/${id}`);
  await setClock(request, `${day}T09:58:00Z`);
  await openAsAdmin(page, "/admin");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Nothing is going out: today has no message.",
  );
  await expect(page.getByRole("link", { name: "Write today’s message" })).toBeVisible();
  await setClock(request, `${day}T09:59:50Z`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^London got nothing: /, {
    timeout: 60_000,
  });
  await expect(page.getByText("100% sent")).toHaveCount(0);
  await expectGoodAtAllWidths(page);
  const item = page.getByRole("listitem").filter({ hasText: "London got no briefing on" });
  await expect(item.getByRole("button", { name: "Give back the day" })).toBeVisible();
  await item.getByRole("button", { name: "Seen, hide until it grows" }).click();
  await page.getByText(/^\d+ (was|were) seen$/).click();
  await expect(item).toContainText("Seen by ");
});

test("an editor and support see Today without money", async ({ browser }) => {
  for (const role of ["editor", "support"] as const) {
    const member = await openAsMember(browser, role, "/admin");
    await expect(figure(member, "Free trials")).toBeVisible();
    await expect(figure(member, "MRR")).toHaveCount(0);
    await expectGoodAtAllWidths(member);
    await member.context().close();
  }
});
