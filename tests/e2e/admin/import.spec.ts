import { expect } from "playwright/test";
import { expectToast, openAsAdmin } from "../../support/browser/admin-pages";
import { test } from "../../support/browser/own-address";
import { accessibilityProblems, sidewaysScroll } from "../../support/browser/public-pages";
import { uniqueEmail } from "../../support/browser/purchase";

test("imports a file with a wrong row, and undoes it", async ({ page }) => {
  const [known, wrong] = [uniqueEmail(), uniqueEmail()];
  await openAsAdmin(page, "/admin/import");
  const screen = page.getByRole("main");

  await test.step("choose a file", async () => {
    await screen.getByLabel("Choose a CSV file").setInputFiles({
      name: "members.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        "id,email,name,subscribed_to_emails,complimentary_plan\n" +
          `1,${known},Ida Berg,true,false\n2,nobody@,Omar Haddad,true,false\n`,
      ),
    });
    await expect(screen.getByRole("heading", { name: "members.csv" })).toBeVisible();
    await expect(screen.getByText("Looks like a Ghost export")).toBeVisible();
    await expect(screen.getByLabel("Import email as")).toHaveValue("email");
    await expect(screen.getByRole("heading", { name: "1 row needs a fix" })).toBeVisible();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await accessibilityProblems(page)).toEqual([]);
        expect(await sidewaysScroll(page)).toBe(0);
      }
    }
  });

  await test.step("correct the row", async () => {
    const cell = screen.getByLabel("Email, row 3");
    await expect(cell).toHaveValue("nobody@");
    await cell.fill(wrong);
    await screen.getByRole("button", { name: "Check again" }).click();
    await expect(screen.getByRole("button", { name: "Import 2 rows" })).toBeDisabled();
  });

  await test.step("import", async () => {
    await screen.getByLabel("These people agreed to get email from me.").check();
    await screen.getByRole("button", { name: "Import 2 rows" }).click();
    await expect(screen.getByRole("heading", { name: "2 rows imported" })).toBeVisible({
      timeout: 30_000,
    });
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  await test.step("undo", async () => {
    await screen.getByRole("button", { name: "Undo this import" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Undo this import" }).click();
    await expectToast(page, "Import undone", "2 removed, 0 restored");
    await expect(screen.getByRole("heading", { name: "This import was undone." })).toBeVisible();
  });
});

test("says what is wrong with a file that can't be read", async ({ page }) => {
  await openAsAdmin(page, "/admin/import");
  const file = { name: "broken.csv", mimeType: "text/csv" };
  const choose = page.getByRole("main").getByLabel("Choose a CSV file");
  await choose.setInputFiles({ ...file, buffer: Buffer.from('email\n"ida@sample.example\n') });
  await expect(page.getByRole("alert").filter({ hasText: "quotation mark" })).toBeVisible();
});
