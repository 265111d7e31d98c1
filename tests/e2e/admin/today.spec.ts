import { expect, test, type Page } from "playwright/test";
import { openAsAdmin, openAsMember } from "../../support/browser/admin-pages";
import { saveMessage } from "../../support/browser/daily-message";
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
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/is ready\.$|isn't ready\.$/);
  await expect(page.getByText(`Ready for ${shownDate(date, "short")}`)).toBeVisible();
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
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/done\.$|going out/);
  await expect(page.getByText(`Next: ${shownDate(dayFrom(date, 1), "short")}`)).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.setViewportSize({ width: 360, height: 780 });
  const line = page.getByRole("region", { name: "Eastern", exact: true });
  await expect(line).toContainText("Sent", { ignoreCase: true });
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
