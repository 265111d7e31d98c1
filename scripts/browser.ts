import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";
import { OperatorError } from "@/server/supervisor/operator-error";

const SYSTEM_BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * The browser for end-to-end tests: the one named by BROWSER_PATH, the system's, or Playwright's
 * own; undefined when there is none.
 */
export function findBrowser(): string | undefined {
  const candidates = [process.env["BROWSER_PATH"], ...SYSTEM_BROWSERS, chromium.executablePath()];
  return candidates.find((path) => path !== undefined && path !== "" && existsSync(path));
}

/**
 * The same, and where there is none, installs Debian's Chromium as root, or else Playwright's.
 *
 * @throws OperatorError when no browser can be had
 */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser();
  if (found) return found;
  console.log("Installing a browser for the end-to-end tests…");
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const variables = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-q"], { stdio: "ignore", env: variables });
    spawnSync("apt-get", ["install", "-y", "-q", "chromium"], { stdio: "ignore", env: variables });
  } else {
    spawnSync("node_modules/.bin/playwright", ["install", "chromium"], { stdio: "ignore" });
  }
  const installed = findBrowser();
  if (installed) return installed;
  throw new OperatorError(
    "No browser was found for the end-to-end tests; install Chromium or set BROWSER_PATH.",
  );
}
