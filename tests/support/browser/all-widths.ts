import { expect, type Page } from "playwright/test";
import { accessibilityProblems, sidewaysScroll } from "./public-pages";

const [narrow, middle, wide] = [320, 768, 1280] as const;

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

/**
 * Expects a screen to be accessible, light, dark, and in forced colors, and not to scroll sideways at any
 * width. Leaves it light and wide.
 */
export async function expectGoodAtAllWidths(page: Page): Promise<void> {
  const problems: unknown[] = [];
  const look = async (width: number, colorScheme: "light" | "dark", isForced = false) => {
    await page.emulateMedia({ colorScheme, forcedColors: isForced ? "active" : "none" });
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => document.fonts.ready);
    const scroll = await sidewaysScroll(page);
    const found = [
      ...(scroll > 0 ? [`scrolls ${scroll} px sideways`] : []),
      // Between phones and desks, only the layout differs.
      ...(await accessibilityProblems(page, width !== middle)),
    ];
    for (const problem of found) problems.push([colorScheme, isForced, width, problem]);
  };
  // In the order with the fewest changes of the window, each of which lays the page out again.
  await look(wide, "dark", true);
  await look(wide, "dark");
  await look(narrow, "dark");
  await look(narrow, "light");
  await look(middle, "light");
  await look(wide, "light");
  expect(problems).toEqual([]);
}
