import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";
import { OperatorError } from "@/server/supervisor/operator-error";

/** The first is Chromium without its window system, which starts and draws in about half the time. */
const systemBrowsers = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * Path of the browser for end-to-end tests: BROWSER_PATH, the system's, or Playwright's own. Undefined
 * when there is none.
 */
export function findBrowser(): string | undefined {
  const candidates = [process.env["BROWSER_PATH"], ...systemBrowsers, chromium.executablePath()];
  return candidates.find((path) => path !== undefined && path !== "" && existsSync(path));
}

/**
 * Finds a browser, or installs one: Debian's Chromium for root, otherwise Playwright's.
 *
 * @throws OperatorError when neither works
 */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser();
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
  const installed = findBrowser();
  if (installed) return installed;
  throw new OperatorError(
    "There is no browser for the end-to-end tests. Install Chromium or set BROWSER_PATH.",
  );
}
