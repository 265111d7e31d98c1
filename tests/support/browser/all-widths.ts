import { expect, type Page } from "playwright/test";
import { accessibilityProblems, sidewaysScroll } from "./public-pages";

const widths = [360, 768, 1280] as const;

/** Controls that aren't part of running text or a table, of which phones show no header. */
const controls =
  "button:not(.text-link, [role=switch], p button, td button, th button), summary, select, [role=tab], input:not([type=checkbox], [type=radio])";

/** Controls lower than a finger needs, on a phone, as `height: name` lines. */
export async function smallTargets(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 360, height: 900 });
  return page.locator(controls).evaluateAll((found) =>
    found
      .map((each) => {
        const { height } = each.getBoundingClientRect();
        // Some have a larger area around them that reacts as well.
        const { position, top, bottom } = getComputedStyle(each, "::after");
        const inside = position === "absolute" ? parseFloat(top) + parseFloat(bottom) : 0;
        return { each, height: height + Math.max(0, -inside || 0) };
      })
      // Those of one pixel are only for screen readers. Half a pixel for rounding.
      .filter(({ each, height }) => each.checkVisibility() && height > 1 && height < 43.5)
      .map(({ each, height }) => `${height}: ${each.ariaLabel ?? each.textContent}`),
  );
}

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
