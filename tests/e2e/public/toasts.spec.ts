import { build } from "esbuild";
import { expect, test, type Page } from "playwright/test";

const stage = `
import { createRoot } from "react-dom/client";
import { Toaster } from "./components/feedback/toaster";
import { notify } from "./components/feedback/notify";
addEventListener("notice", (event) => notify(event.detail));
document.documentElement.dataset.staged = "";
createRoot(document.getElementById("root")).render(<Toaster />);
`;

let script = "";

test.beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: stage, loader: "tsx", resolveDir: process.cwd() },
    bundle: true,
    write: false,
    format: "iife",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  script = outputFiles[0]?.text ?? "";
});

test.beforeEach(async ({ page }) => {
  await page.clock.install({ time: 0 });
  // Transitions don't follow the test's clock, so a moving toast could be missed by the mouse.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setContent('<!doctype html><title>Toasts</title><div id="root"></div>');
  await page.addScriptTag({ content: script });
  await expect(page.locator("html[data-staged]")).toBeAttached();
  // From here on, time passes only when a test advances it, however slow the machine is.
  await page.clock.pauseAt(60_000);
});

async function notify(page: Page, notice: object): Promise<void> {
  await page.evaluate((detail) => dispatchEvent(new CustomEvent("notice", { detail })), notice);
}

/** Advances time in small steps, so that what renders in between can set its own timers. */
async function pass(page: Page, durationMs: number): Promise<void> {
  for (let passedMs = 0; passedMs < durationMs; passedMs += 100) await page.clock.runFor(100);
}

test("shows one toast at a time, for five seconds", async ({ page }) => {
  const toasts = page.locator("[data-sonner-toast]");
  await notify(page, {
    title: "Account updated",
    description: "The briefing now arrives at 8:00.",
  });
  await pass(page, 500);
  await expect(page.getByText("Account updated")).toBeVisible();
  await expect(page.getByText("The briefing now arrives at 8:00.")).toBeVisible();
  await expect(toasts.first()).not.toHaveAttribute("data-type", "error");
  await notify(page, { title: "Update failed", variant: "destructive" });
  await pass(page, 1_000);
  await expect(toasts).toHaveCount(1);
  await expect(toasts).toHaveText(/Update failed/);
  await expect(toasts).toHaveAttribute("data-type", "error");
  await pass(page, 3_800);
  await expect(toasts).toHaveCount(1);
  await pass(page, 1_000);
  await expect(toasts).toHaveCount(0);
});

test("on a phone, toasts are at the top, away from the help under a form", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await notify(page, { title: "Account not found", variant: "destructive" });
  await pass(page, 1_000);
  const box = await page.locator("[data-sonner-toast]").boundingBox();
  expect((box?.y ?? 740) + (box?.height ?? 0)).toBeLessThan(200);
});

test("a toast has a close button", async ({ page }) => {
  await notify(page, { title: "Post deleted successfully" });
  await pass(page, 500);
  await page.getByRole("button", { name: "Close" }).click();
  await pass(page, 1_000);
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
});

test("F8 moves focus to the notifications", async ({ page }) => {
  await notify(page, { title: "Login link sent" });
  await pass(page, 500);
  await page.keyboard.press("F8");
  await expect(page.locator("[data-sonner-toaster]")).toBeFocused();
});

test("F8 moves focus to the empty notifications, and Escape moves it back", async ({ page }) => {
  await page.evaluate(() => document.body.insertAdjacentHTML("afterbegin", "<button>One</button>"));
  const button = page.getByRole("button", { name: "One" });
  await button.focus();
  await page.keyboard.press("F8");
  await expect(page.getByRole("region", { name: "Notifications F8" })).toBeFocused();
  await page.keyboard.press("F8");
  await expect(page.getByRole("region", { name: "Notifications F8" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
});

async function swipe(page: Page, distance: number, durationMs: number): Promise<void> {
  const box = await page.getByText("Login link sent").boundingBox();
  if (!box) throw new Error("The toast isn't visible.");
  await page.mouse.move(box.x + 5, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(box.x + 5 + distance, box.y + 5, { steps: 10 });
  await pass(page, durationMs);
  await page.mouse.up();
  await pass(page, 1_000);
}

for (const { distance, durationMs, isDismissed } of [
  { distance: -100, durationMs: 500, isDismissed: false },
  { distance: 48, durationMs: 500, isDismissed: false },
  // A quick flick.
  { distance: 49, durationMs: 0, isDismissed: false },
  { distance: 50, durationMs: 500, isDismissed: true },
  { distance: 100, durationMs: 500, isDismissed: true },
]) {
  const outcome = isDismissed ? "dismisses" : "doesn't dismiss";
  test(`a swipe of ${distance} px in ${durationMs} ms ${outcome} a toast`, async ({ page }) => {
    await notify(page, { title: "Login link sent" });
    await pass(page, 500);
    await swipe(page, distance, durationMs);
    const toast = page.locator("[data-sonner-toast]");
    await expect(toast).toHaveCount(isDismissed ? 0 : 1);
    // It goes back to its place.
    if (!isDismissed) await expect(toast).toHaveAttribute("style", /--swipe-amount-x: 0px/);
  });
}
