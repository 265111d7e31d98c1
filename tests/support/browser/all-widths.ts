import { expect, type Page } from "playwright/test";
import { accessibilityProblems, sidewaysScroll } from "./public-pages";

const widths = [360, 768, 1280] as const;

/** Expects a screen to be accessible and not to scroll sideways, at each width and in both themes. */
export async function expectGoodAtAllWidths(page: Page): Promise<void> {
  const problems: unknown[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      for (const problem of await accessibilityProblems(page)) {
        problems.push([colorScheme, width, problem]);
      }
      const scroll = await sidewaysScroll(page);
      if (scroll > 0) problems.push([colorScheme, width, `scrolls ${scroll} px sideways`]);
    }
  }
  expect(problems).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 900 });
}
