// Next loads this into every page, before React starts, so it has to be small.

import type { BrowserError } from "@/lib/contracts/reading/browser-errors";

/** The version, which the build fills in (next.config.ts). */
declare const RELEASE: string;

/** Of one page view. */
const maxReports = 5;
const reported = new Set<string>();

/** The innermost place in a stack, except for the browser's own: `at f (URL:1:2)` or `f@URL:1:2`. */
const innermost = /[@( ]([\w-]+:\/\/\S+):\d+:\d+\)?$/m;

addEventListener("error", ({ error }) => report(error));
addEventListener("unhandledrejection", ({ reason }) => report(reason));

/** Sends an error of our scripts to our server, once. */
function report(thrown: unknown): void {
  // Next gives a digest to errors on the server, which has logged them.
  if (!(thrown instanceof Error) || "digest" in thrown) return;
  const { name, message } = thrown;
  const stack = String(thrown.stack).slice(0, 6_000);
  if (!innermost.exec(stack)?.[1]?.startsWith(`${location.origin}/_next/`)) return;
  if (reported.size >= maxReports || reported.has(stack)) return;
  reported.add(stack);
  const body: BrowserError = {
    name,
    message: message.slice(0, 1_000),
    stack,
    path: location.pathname,
    release: RELEASE,
  };
  const traceparent = pageTrace();
  fetch("/api/browser-errors", {
    method: "POST",
    keepalive: true,
    headers: { "content-type": "application/json", ...(traceparent && { traceparent }) },
    body: JSON.stringify(body),
  }).catch(() => undefined);
}

/** The trace in which our server rendered the page; stored pages have none. */
function pageTrace(): string | undefined {
  const [page] = performance.getEntriesByType("navigation");
  // Safari before 16.4 doesn't have what a server says.
  const { serverTiming }: Partial<PerformanceNavigationTiming> = page ?? {};
  return serverTiming?.find(({ name }) => name === "traceparent")?.description;
}
