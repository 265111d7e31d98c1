import type { Logger } from "@/lib/platform/logger";
import { currentTrace } from "@/lib/platform/observability/trace";

/**
 * Logs errors that are written to the console. Next writes there what it catches: while it loads or
 * renders a page, or runs a route handler or the middleware, and what nothing catches. Its hook
 * `onRequestError` gets only some of these. Many pass through several of its handlers, and a page that
 * reads twice may fail twice: in one request, an error is logged once.
 */
export function logConsoleErrors(log: Pick<Logger, "error">): void {
  const write = console.error.bind(console);
  const logged = new WeakMap<object, Set<unknown>>();
  console.error = (...args: unknown[]) => {
    const error = args.find((each) => each instanceof Error);
    if (!error) return write(...args);
    const request = currentTrace() ?? error;
    const known = logged.get(request) ?? new Set();
    // The number that Next gives to all errors with one message and stack, and to the error page.
    const digest: unknown = Reflect.get(error, "digest") ?? error;
    if (known.has(digest)) return;
    logged.set(request, known.add(digest));
    log.error({ err: error }, "unhandled error");
  };
}
