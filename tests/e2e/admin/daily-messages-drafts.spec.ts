import { expect } from "playwright/test";
import { endAdminSession, expectToast } from "../../support/browser/admin-pages";
import {
  create,
  newMessage,
  openScreen,
  row,
  saveByApi,
  test,
  textarea,
  write,
} from "../../support/browser/daily-messages-screen";
import { accessibilityProblems, logInAdmin } from "../../support/browser/public-pages";

test("a session that ends while an editor types loses nothing", async ({
  page,
  context,
  freeMonday,
}) => {
  const date = freeMonday();
  await openScreen(page);
  await write(page, date, "Typed before the session ended");
  await endAdminSession(context);
  const dialog = page.getByRole("dialog", { name: "Please log in again" });

  await test.step("without a login, the message is still there", async () => {
    await create(page).click();
    await expect(dialog).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Not now" }).click();
    await expectToast(page, "Error", "Please log in to continue.");
    await expect(textarea(page)).toHaveValue("Typed before the session ended");
  });

  await test.step("after a login in the dialog, the save continues", async () => {
    await create(page).click();
    await dialog.getByLabel("Username").fill("admin");
    await dialog
      .getByLabel("Password")
      .fill(process.env["E2E_ADMIN_PASSWORD"] ?? "a-password-for-tests");
    await page.keyboard.press("Enter");
    await expectToast(page, "Success", "Daily message created successfully");
    await expect(dialog).toHaveCount(0);
    await expect(row(page, "Typed before the session ended")).toHaveCount(1);
  });

  await test.step("after a login in another tab, the save continues on focus", async () => {
    await write(page, freeMonday(), "Typed before it ended again");
    await endAdminSession(context);
    await create(page).click();
    await expect(dialog).toBeVisible();
    await logInAdmin(context.request);
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await expectToast(page, "Success", "Daily message created successfully");
    await expect(row(page, "Typed before it ended again")).toHaveCount(1);
  });
});

test("two editors who edit the same message never overwrite each other unknowingly", async ({
  page,
  browser,
  freeMonday,
}) => {
  const date = freeMonday();
  await openScreen(page);
  await saveByApi(page, { date, message: "Original", isActive: false });
  await page.reload();
  const other = await (await browser.newContext()).newPage();
  await openScreen(other);
  for (const editor of [page, other]) {
    await row(editor, "Original").getByRole("button", { name: /^Edit/ }).click();
  }
  await textarea(other).fill("Theirs");
  await other.getByRole("button", { name: "Update Message" }).click();
  await expectToast(other, "Success", "Daily message updated successfully");

  await test.step("the second editor sees both versions and takes theirs", async () => {
    await textarea(page).fill("Mine");
    await page.getByRole("button", { name: "Update Message" }).click();
    await expectToast(page, "Error", "Someone saved this message while you were editing.");
    const alert = page.getByRole("alert").filter({ hasText: "Someone saved this message" });
    await expect(alert.getByRole("blockquote")).toHaveText("Theirs");
    await expect(textarea(page)).toHaveValue("Mine");
    await alert.getByRole("button", { name: "Use theirs" }).click();
    await expect(textarea(page)).toHaveValue("Theirs");
    await expect(alert).toHaveCount(0);
  });

  await test.step("the second editor overwrites theirs", async () => {
    await row(other, "Theirs").getByRole("button", { name: /^Edit/ }).click();
    await textarea(other).fill("Theirs, better");
    await other.getByRole("button", { name: "Update Message" }).click();
    // The toast of the save before may still show.
    await expect(row(other, "Theirs, better")).toHaveCount(1);
    await textarea(page).fill("Mine after all");
    await page.getByRole("button", { name: "Update Message" }).click();
    const theirs = page.getByRole("alert").getByRole("blockquote");
    await expect(theirs).toHaveText("Theirs, better");
    // The first editor saves again before the second one chooses.
    await row(other, "Theirs, better").getByRole("button", { name: /^Edit/ }).click();
    await textarea(other).fill("Theirs, best");
    await other.getByRole("button", { name: "Update Message" }).click();
    await expect(row(other, "Theirs, best")).toHaveCount(1);
    await page.getByRole("button", { name: "Overwrite with mine" }).click();
    await expect(theirs).toHaveText("Theirs, best");
    await page.getByRole("button", { name: "Overwrite with mine" }).click();
    await expectToast(page, "Success", "Daily message updated successfully");
    await expect(row(page, "Mine after all")).toHaveCount(1);
  });

  await test.step("a message that was deleted can be saved as a new one", async () => {
    await row(page, "Mine after all").getByRole("button", { name: /^Edit/ }).click();
    await textarea(page).fill("Saved from deletion");
    await other.reload();
    await row(other, "Mine after all")
      .getByRole("button", { name: /^Delete/ })
      .click();
    await other.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expectToast(other, "Success", "Daily message deleted successfully");
    await page.getByRole("button", { name: "Update Message" }).click();
    await expectToast(page, "Error", "Message not found");
    await page.getByRole("button", { name: "Save as a new message" }).click();
    await expectToast(page, "Success", "Daily message created successfully");
    await expect(row(page, "Saved from deletion")).toHaveCount(1);
  });
  await other.context().close();
});

test("drafts survive a reload and are offered again", async ({ page, freeMonday }) => {
  const date = freeMonday();
  await openScreen(page);
  await saveByApi(page, { date, message: "Saved version", isActive: true });
  await write(page, date, "Not finished");
  await page.reload();
  const notice = page.getByRole("region", { name: "Unsaved drafts" });
  await expect(notice).toContainText("New message for ");
  await notice.getByRole("button", { name: "Continue" }).click();
  await expect(textarea(page)).toHaveValue("Not finished");
  await expect(page.getByLabel("Date")).toHaveValue(
    `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`,
  );
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(textarea(page)).toHaveValue("");

  await test.step("so do changes to a saved message, until they are discarded", async () => {
    await page.getByRole("button", { name: "Cancel" }).click();
    await row(page, "Saved version").getByRole("button", { name: /^Edit/ }).click();
    await textarea(page).fill("Half changed");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(notice).toContainText("Changes to the message for Mon");
    await notice.getByRole("button", { name: "Continue" }).click();
    await expect(textarea(page)).toHaveValue("Half changed");
    await page.getByRole("button", { name: "Show saved version" }).click();
    await expect(textarea(page)).toHaveValue("Saved version");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(notice).toHaveCount(0);
  });

  await test.step("saving deletes the draft", async () => {
    await write(page, freeMonday(), "Finished");
    await create(page).click();
    await expectToast(page, "Success", "Daily message created successfully");
    await page.reload();
    await expect(newMessage(page)).toBeVisible();
    await expect(notice).toHaveCount(0);
  });
});

test("a restored draft doesn't overwrite a newer version", async ({ page, freeMonday }) => {
  const date = freeMonday();
  await openScreen(page);
  const { id } = await saveByApi(page, { date, message: "Before", isActive: false });
  await page.reload();
  await row(page, "Before").getByRole("button", { name: /^Edit/ }).click();
  await textarea(page).fill("Mine, half done");
  await page.context().request.put(`/api/daily-messages/${id}`, {
    data: { date, message: "Theirs", isActive: false },
  });
  await page.reload();
  await row(page, "Theirs").getByRole("button", { name: /^Edit/ }).click();
  await expect(textarea(page)).toHaveValue("Mine, half done");
  await page.getByRole("button", { name: "Update Message" }).click();
  await expectToast(page, "Error", "Someone saved this message while you were editing.");
  await expect(page.getByRole("alert").getByRole("blockquote")).toHaveText("Theirs");
  await expect(row(page, "Theirs")).toHaveCount(1);
  await page.getByRole("button", { name: "Show saved version" }).click();
  await expect(textarea(page)).toHaveValue("Theirs");
});

test("two tabs keep separate drafts of new messages", async ({ page, context, freeMonday }) => {
  const dates = [freeMonday(), freeMonday()] as const;
  await openScreen(page);
  const second = await context.newPage();
  await openScreen(second);
  await write(page, dates[0], "Typed in the first tab");
  await write(second, dates[1], "Typed in the second tab");
  await second.close();
  await create(page).click();
  await expectToast(page, "Success", "Daily message created successfully");
  const notice = page.getByRole("region", { name: "Unsaved drafts" });
  await expect(notice.getByRole("listitem")).toHaveCount(1);
  await expect(notice).toContainText("Typed in the second tab");
  await page.reload();
  await notice.getByRole("button", { name: "Continue" }).click();
  await expect(textarea(page)).toHaveValue("Typed in the second tab");
  await create(page).click();
  await expect(row(page, "Typed in the second tab")).toHaveCount(1);
  await expect(notice).toHaveCount(0);
});
