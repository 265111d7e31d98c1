import { expect } from "playwright/test";
import { openAsAdmin } from "../../support/browser/admin-pages";
import { openScreen, test, write } from "../../support/browser/daily-messages-screen";
import { accessibilityProblems } from "../../support/browser/public-pages";

const content = `Good morning.

## Rents slow again

Rents rose 0.2%. [Statistics](https://stats.example/rents)

## Core holds

Core came in at 2.7%. [Release](https://gone.example/core)

## Freight falls

Rates lost 3.1%. [Index](https://freight.example/index)
`;

test("what is wrong with a briefing is shown while it's written, and can be waived", async ({
  page,
  freeMonday,
  postIds,
}) => {
  const date = freeMonday();
  const day = new Date(`${date}T00:00:00Z`);
  const name = day.toLocaleString("en-US", { timeZone: "UTC", month: "long" });
  await openScreen(page);
  const saved = await page.context().request.post("/api/posts", {
    data: {
      slug: "8c",
      title: "A post to check",
      shortDate: `${String(day.getUTCDate()).padStart(2, "0")} ${name.slice(0, 3).toUpperCase()}`,
      fullDate: `${name} ${day.getUTCDate()}, ${day.getUTCFullYear()}`,
      content,
      readTime: 1,
    },
  });
  expect(saved.status()).toBe(201);
  const post: { id: number } = await saved.json();
  postIds.push(post.id);

  const checks = page.getByRole("region", { name: "Before sending" });
  const found = (text: string) => checks.getByRole("listitem").filter({ hasText: text });

  await test.step("while a message is written", async () => {
    await write(page, date, "1. Rents slow again\n2. Core at 2.6%\n3. Freight falls");
    await expect(found("Line 2 says 2.6%, but its story says 2.7%")).toContainText("Fix: ");
    await expect(found("Broken link")).toContainText("https://gone.example/core: 404");
    await expect(found("Line 2 differs from its heading")).toContainText(
      "The post says “Core holds”.",
    );
    await expect(found("Every story has a source")).toContainText("Passed: ");
    await expect(checks.getByRole("status")).toHaveText("2 to fix, 1 to check");
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  await test.step("a mistake that is corrected is gone", async () => {
    await page
      .getByRole("textbox", { name: "Message", exact: true })
      .fill("1. Rents slow again\n2. Core at 2.7%\n3. Freight falls");
    await expect(found("Numbers agree with the stories")).toBeVisible();
    await expect(checks.getByRole("status")).toHaveText("1 to fix, 1 to check");
  });

  await test.step("waiving needs a reason", async () => {
    const lines = found("Line 2 differs from its heading");
    await lines.getByRole("button", { name: "Waive" }).click();
    const reason = lines.getByLabel("Why is this OK?");
    await expect(reason).toBeFocused();
    await reason.press("Enter");
    await expect(lines.getByText("Please enter a reason")).toBeVisible();
    await reason.fill("The number matters more");
    await reason.press("Enter");
    await expect(lines).toContainText("Waived: ");
    await expect(lines).toContainText(/: “The number matters more”/);
    await expect(checks.getByRole("status")).toHaveText("1 to fix");
  });

  await test.step("the post's form shows the same, and takes the waiver back", async () => {
    await openAsAdmin(page, "/content-management");
    await page.getByRole("tab", { name: "Manage Posts" }).click();
    await page.getByRole("searchbox").fill("A post to check");
    await page.getByRole("button", { name: /^Edit.*A post to check/ }).click();
    await expect(found("Broken link")).toBeVisible();
    await expect(found("Three stories")).toBeVisible();
  });
});
