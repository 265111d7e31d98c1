import type { BrowserError } from "@/lib/contracts/reading/browser-errors";
import type { Logger } from "@/lib/platform/logger";
import { readBrowserError } from "@/lib/platform/observability/browser-error";
import { limitPerMinute } from "@/lib/platform/observability/limit-per-minute";
import { routeOf } from "./logged-path";

/** More than these in a minute are dropped, so that nobody can fill the log. */
const maxPerMinute = 20;
const isAllowed = limitPerMinute(maxPerMinute);

/** Logs, and thereby reports, an error that a browser sent if it's from one of our scripts. */
export function logBrowserError(sent: BrowserError, log: Pick<Logger, "error">): void {
  if (!isAllowed()) return;
  const error = readBrowserError(sent, process.env["NEXT_DIST_DIR"] ?? ".next");
  if (!error) return;
  const { path, release } = sent;
  log.error({ err: error, route: routeOf(path), browserRelease: release }, "browser error");
}
