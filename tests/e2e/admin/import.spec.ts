import { expect } from "playwright/test";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { expectToast, openAsAdmin } from "../../support/browser/admin-pages";
import { test } from "../../support/browser/own-address";
import { accessibilityProblems } from "../../support/browser/public-pages";
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
    await expectGoodAtAllWidths(page);
  });

  await test.step("correct the row", async () => {
    const cell = screen.getByLabel("Email, row 3");
    await expect(cell).toHaveValue("nobody@");
    await cell.fill(wrong);
    await screen.getByLabel("Import name as").selectOption({ label: "Don’t import" });
    await expect(screen.getByText("Omar Haddad")).toHaveCount(0);
    await expect(cell).toHaveValue(wrong);
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

test("people who paid elsewhere keep their plan until their date", async ({ page }) => {
  const [annual, monthly] = [uniqueEmail(), uniqueEmail()];
  await openAsAdmin(page, "/admin/import");
  const screen = page.getByRole("main");
  const importAs = (header: string, column: string) =>
    screen.getByLabel(`Import ${header} as`).selectOption({ label: column });

  await test.step("the columns of an unknown file are chosen by hand", async () => {
    await screen.getByLabel("Choose a CSV file").setInputFiles({
      name: "members.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        "Contact,Membership,Runs out\n" +
          `${annual},Yearly,2031-03-05\n${monthly},monthly,March 5\n`,
      ),
    });
    await expect(screen.getByText("Check that the columns are right.")).toBeVisible();
    await importAs("Contact", "Email");
    await importAs("Membership", "Plan: annual, monthly, or comp");
    await importAs("Runs out", "Paid until");
    await expect(screen.getByText("3 of 3 imported")).toBeVisible();
    await expect(screen.getByText("Enter a date as YYYY-MM-DD.")).toBeVisible();
    await expect(screen.getByRole("button", { name: "Import 1 row" })).toBeDisabled();
  });

  await test.step("the check changes nothing", async () => {
    const found = await page.request.get(`/api/admin/subscribers?q=${encodeURIComponent(annual)}`);
    expect(await found.json()).toMatchObject({ rows: [] });
  });

  await test.step("correct the date, and import", async () => {
    await screen.getByLabel("Paid until, row 3").fill("2031-04-30");
    await screen.getByRole("button", { name: "Check again" }).click();
    await screen.getByLabel("These people agreed to get email from me.").check();
    await screen.getByRole("button", { name: "Import 2 rows" }).click();
    await expect(screen.getByRole("heading", { name: "2 rows imported" })).toBeVisible({
      timeout: 30_000,
    });
  });

  for (const [email, plan, date] of [
    [annual, "Annual", "Mar 5, 2031"],
    [monthly, "Monthly", "Apr 30, 2031"],
  ] as const) {
    await test.step(`${plan} is on the person's page`, async () => {
      await page.goto(`/admin/subscribers?q=${encodeURIComponent(email)}`);
      await screen.getByRole("link", { name: email }).click();
      await expect(screen.getByRole("definition").filter({ hasText: plan })).toBeVisible();
      await expect(screen.getByRole("definition").filter({ hasText: date })).toBeVisible();
      expect(await accessibilityProblems(page)).toEqual([]);
    });
  }
});

test("a column that looks like a status has to be decided before the start", async ({ page }) => {
  const [on, off] = [uniqueEmail(), uniqueEmail()];
  await openAsAdmin(page, "/admin/import");
  const screen = page.getByRole("main");

  await test.step("choose a file of unknown software, as Excel saves it in Europe", async () => {
    await screen.getByLabel("Choose a CSV file").setInputFiles({
      name: "readers.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        `email;Name;Phone;List status\r\n${on};Zoë;(415) 555-2671;Subscribed\r\n` +
          `${off};Jörg;N/A;Unsubscribed\r\n`,
        "latin1",
      ),
    });
    await expect(screen.getByText("1 person looks unsubscribed here.")).toBeVisible();
    await expect(screen.getByText("Zoë")).toBeVisible();
    await expect(screen.getByText("1 phone number that can’t be read or texted.")).toBeVisible();
    await expectGoodAtAllWidths(page);
  });

  await test.step("it can't start", async () => {
    await screen.getByLabel("These people agreed to get email from me.").check();
    await expect(screen.getByText("Choose what “List status” means first")).toBeVisible();
    await expect(screen.getByRole("button", { name: "Import 2 rows" })).toBeDisabled();
  });

  await test.step("decide, and choose the country of the numbers", async () => {
    await screen
      .getByLabel("Import List status as")
      .selectOption({ label: "Gets email: yes, no, or a status" });
    await expect(screen.getByText("1 person will get no email")).toBeVisible();
    await screen
      .getByLabel("Country of phone numbers without a country code")
      .selectOption({ label: "United States (+1)" });
    await expect(screen.getByText("that can’t be read or texted")).toHaveCount(0);
    await screen.getByRole("button", { name: "Import 2 rows" }).click();
    await expect(screen.getByRole("heading", { name: "2 rows imported" })).toBeVisible({
      timeout: 30_000,
    });
  });

  await test.step("who had opted out stays so", async () => {
    for (const [email, emailEnabled] of [
      [on, true],
      [off, false],
    ] as const) {
      const found = await page.request.get(`/api/admin/subscribers?q=${encodeURIComponent(email)}`);
      expect(await found.json()).toMatchObject({
        rows: [{ emailChannel: { isOn: emailEnabled } }],
      });
    }
  });
});

test("says what is wrong with a file that can't be read", async ({ page }) => {
  await openAsAdmin(page, "/admin/import");
  const file = { name: "broken.csv", mimeType: "text/csv" };
  const choose = page.getByRole("main").getByLabel("Choose a CSV file");
  await choose.setInputFiles({ ...file, buffer: Buffer.from('email\n"ida@sample.example\n') });
  await expect(page.getByRole("alert").filter({ hasText: "quotation mark" })).toBeVisible();
});
