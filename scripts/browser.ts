import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { OperatorError } from "@/lib/platform/operator-error";

/** The first is Chromium without a window system, which starts and draws in about half the time. */
const systemBrowsers = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Path of the browser for end-to-end tests: BROWSER_PATH, or the system's. Undefined when there is none. */
export function findBrowser(): string | undefined {
  const candidates = [process.env["BROWSER_PATH"], ...systemBrowsers];
  return candidates.find((path) => path !== undefined && path !== "" && existsSync(path));
}

/** Path of the browser that Playwright installed, if it did. */
async function findPlaywrightBrowser(): Promise<string | undefined> {
  // Only tests have this package, but a start imports this file, too.
  const { chromium } = await import("playwright");
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

/**
 * Finds a browser, or installs one: Debian's Chromium for root, otherwise Playwright's.
 *
 * @throws OperatorError when neither works
 */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser() ?? (await findPlaywrightBrowser());
  if (found) return found;
  console.log("Installing a browser for the end-to-end tests…");
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const variables = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-q"], { stdio: "ignore", env: variables });
    spawnSync("apt-get", ["install", "-y", "-q", "chromium-headless-shell"], {
      stdio: "ignore",
      env: variables,
    });
  } else {
    spawnSync("node_modules/.bin/playwright", ["install", "chromium"], { stdio: "ignore" });
  }
  const installed = findBrowser() ?? (await findPlaywrightBrowser());
  if (installed) return installed;
  throw new OperatorError(
    "There is no browser for the end-to-end tests. Install Chromium or set BROWSER_PATH.",
  );
}
