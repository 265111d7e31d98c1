import { currentTrace } from "./trace";
import { withoutPersonalData } from "./personal-data";
import { reportError, type ErrorReport } from "./report";

// Error lines of the log are reported, wherever they're written, if a destination is set.

/** Sends a report somewhere. Never throws. */
export type ReportSender = (report: ErrorReport) => void;

// Next bundles pages and route handlers separately, each with its own copy of this module.
const shared: typeof globalThis & { serviceErrorReports?: { send: ReportSender | null } } =
  globalThis;
const reports = (shared.serviceErrorReports ??= { send: null });

/** Sets where this process sends reports; null for nowhere. */
export function sendReportsWith(send: ReportSender | null): void {
  reports.send = send;
}

/** Fields of a line that are included in its report. */
type ReportedFields = {
  err?: unknown;
  /** If it differs from the request's. */
  route?: string;
  /** The version of the page in which an error happened; set for errors in browsers only. */
  browserRelease?: string;
};

/**
 * Reports a line of the log.
 *
 * @param line the logger's arguments: fields and a text, or one of them
 */
export function reportLogLine(processName: string, line: readonly unknown[]): void {
  if (!reports.send) return;
  const [fields, text] = line;
  const { err, route, browserRelease }: ReportedFields =
    fields instanceof Error ? { err: fields } : Object(fields);
  const trace = currentTrace();
  const title = [text, fields].find((each) => typeof each === "string");
  reports.send({
    title: withoutPersonalData(title ?? "error"),
    process: processName,
    platform: browserRelease === undefined ? "node" : "javascript",
    release: browserRelease,
    route: route ?? trace?.route,
    trace,
    errors: reportError(err),
  });
}
