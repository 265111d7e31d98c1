import type { Logger } from "@/lib/platform/logger";
import { currentTrace } from "@/lib/platform/observability/trace";

/**
 * Logs errors that Next writes to the console: those it catches while it loads or renders a page or runs a
 * route handler or the middleware, and uncaught ones. Its hook `onRequestError` gets only some of these. Many
 * pass through several handlers, and a page that reads twice can fail twice, so an error is logged once per
 * request.
 */
export function logConsoleErrors(log: Pick<Logger, "error">): void {
  const write = console.error.bind(console);
  const logged = new WeakMap<object, Set<unknown>>();
  console.error = (...args: unknown[]) => {
    const error = args.find((each) => each instanceof Error);
    if (!error) return write(...args);
    const request = currentTrace() ?? error;
    const known = logged.get(request) ?? new Set();
    // Next gives the same number to all errors with the same message and stack, and shows it on the error
    // page.
    const digest: unknown = Reflect.get(error, "digest") ?? error;
    if (known.has(digest)) return;
    logged.set(request, known.add(digest));
    log.error({ err: error }, "unhandled error");
  };
}
