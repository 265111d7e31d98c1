import { currentTrace } from "./trace";
import { withoutPersonalData } from "./personal-data";
import { reportError, type ErrorReport } from "./report";

// The error lines of the log are reported, wherever they're written, if there is somewhere to send them.

/** Sends a report somewhere. Never throws. */
export type ReportSender = (report: ErrorReport) => void;

// Next bundles pages and route handlers separately, each with its own copy of this module.
const shared: typeof globalThis & { serviceErrorReports?: { send: ReportSender | null } } =
  globalThis;
const reports = (shared.serviceErrorReports ??= { send: null });

/** Sets where this process sends reports; with null, nowhere. */
export function sendReportsWith(send: ReportSender | null): void {
  reports.send = send;
}

/**
 * Reports a line of the log.
 *
 * @param line what the logger was called with: fields and a text, or one of them
 */
export function reportLogLine(processName: string, line: readonly unknown[]): void {
  if (!reports.send) return;
  const [fields, text] = line;
  const error = fields instanceof Error ? fields : Reflect.get(Object(fields), "err");
  const title = [text, fields].find((each) => typeof each === "string");
  reports.send({
    title: withoutPersonalData(title ?? "error"),
    process: processName,
    platform: "node",
    trace: currentTrace(),
    errors: reportError(error),
  });
}
