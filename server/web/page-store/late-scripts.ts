import { createHash } from "node:crypto";
import { hydratedEvent } from "@/lib/contracts/reading/hydrated-event";
import type { InternalResponse } from "../internal-request";

/** The scripts and hints that Next writes into a page. In text and data, `<` is escaped. */
const scripts = /<script src="(?<path>\/_next\/static\/[\w./~-]+)" async=""><\/script>/g;
const hints =
  /<link rel="preload" as="script" fetchPriority="low" href="\/_next\/static\/[\w./~-]+"\/>/g;

/** Next's hint to connect for fonts: not needed, since the stylesheet contains them. */
const preconnect = '<link rel="preconnect" href="/" crossorigin=""/>';

/** React adds it again after hydration. */
const manifest = '<link rel="manifest" href="/manifest.webmanifest"/>';

const allowedScripts = /script-src [^;]*/;
const pageEnd = "</body></html>";

/**
 * Runs in the page. Loads the scripts once the browser has painted text, or now if
 * nobody sees the page. Repeats the last click on a button that came before React responded.
 */
function loadScripts(hydrated: string): void {
  let clicked: HTMLElement | null = null;
  const note = (event: Event) => {
    const { target } = event;
    if (target instanceof Element) clicked = target.closest<HTMLElement>("button[type=button]");
    // React may be listening already, and would handle it twice.
    if (clicked) event.stopImmediatePropagation();
  };
  const load = () => {
    for (const script of document.querySelectorAll<HTMLScriptElement>(
      "script[data-src]:not([src])",
    )) {
      // React looks for the attribute to see that a script is there.
      script.async = true;
      script.src = script.dataset["src"] ?? "";
    }
  };
  addEventListener("click", note, true);
  addEventListener(
    hydrated,
    () => {
      removeEventListener("click", note, true);
      clicked?.click();
    },
    { once: true },
  );
  if (document.hidden) return load();
  // In case the browser doesn't report the paint. The styles have loaded by now, so it's about to paint.
  setTimeout(load, 1_000);
  new PerformanceObserver(() => {
    // Text appears with its font, in the frame after.
    void document.fonts.ready.then(() => requestAnimationFrame(() => setTimeout(load)));
  }).observe({ type: "paint", buffered: true });
}

const loader = `(${loadScripts.toString()})(${JSON.stringify(hydratedEvent)})`;
const loaderHash = createHash("sha256").update(loader).digest("base64");

/**
 * Lets a page load its scripts after the browser has painted it for the first time, so that text,
 * styles, and fonts have the connection to themselves
 * (docs/decisions/062-scripts-after-the-first-paint.md).
 */
export function loadScriptsLate(page: InternalResponse): InternalResponse {
  // Personal pages have forms that need their scripts.
  if (page.headers["x-robots-tag"] !== undefined) return page;
  const html = page.body.toString();
  const { "content-security-policy": policy = "", etag } = page.headers;
  if (!html.endsWith(pageEnd) || !allowedScripts.test(policy)) return page;
  const changed = html
    .slice(0, -pageEnd.length)
    .replace(hints, "")
    .replace(preconnect, "")
    .replace(manifest, "")
    .replace(scripts, '<script data-src="$<path>"></script>');
  return {
    ...page,
    headers: {
      ...page.headers,
      "content-security-policy": policy.replace(allowedScripts, `$& 'sha256-${loaderHash}'`),
      // A 304's policy replaces the one that the browser stored with the page.
      etag: etag?.replace(/"$/, `-${loaderHash.slice(0, 8)}"`),
    },
    body: Buffer.from(`${changed}<script>${loader}</script>${pageEnd}`),
  };
}
