/** Name of the meta element that carries the analytics address into a page. */
export const analyticsMetaName = "analytics-endpoint";

/** Every event that the site reports (spec, section 7). */
export type AnalyticsEvent =
  | "hero variant shown"
  | "hero CTA clicked"
  | "blog post viewed"
  | "pricing page viewed"
  | "subscription started"
  | "subscription cancelled"
  | "onboarding started"
  | "onboarding completed"
  | "magic link requested"
  | "magic link verified"
  | "error shown";

/** What an event carries: short words and numbers, never anything about a person. */
export type AnalyticsProps = Readonly<Record<string, string | number>>;

/**
 * Reports an event to the configured service (Plausible's events API, plausible.io/docs/events-api).
 * Sends no cookies, waits for nothing and never throws. Does nothing when no service is configured
 * or the reader asked not to be tracked (Do Not Track, Global Privacy Control).
 */
export function trackEvent(name: AnalyticsEvent, props?: AnalyticsProps): void {
  const endpoint = analyticsEndpoint();
  if (!endpoint || isTrackingRefused()) return;
  const body = {
    name,
    url: withoutPersonalQuery(location.href),
    domain: location.hostname,
    referrer: document.referrer ? withoutPersonalQuery(document.referrer) : null,
    ...(props ? { props } : {}),
  };
  // As plain text and without reading the answer, the request needs no permission asked beforehand.
  fetch(endpoint, {
    method: "POST",
    mode: "no-cors",
    credentials: "omit",
    keepalive: true,
    headers: { "Content-Type": "text/plain" },
    body: JSON.stringify(body),
  }).catch(() => undefined);
}

/** A query may carry a checkout's uid or a login token; only the names of campaigns are kept. */
function withoutPersonalQuery(address: string): string {
  const { origin, pathname, searchParams } = new URL(address);
  const campaign = [...searchParams].filter(([name]) => name.startsWith("utm_"));
  const query = new URLSearchParams(campaign).toString();
  return query ? `${origin}${pathname}?${query}` : `${origin}${pathname}`;
}

function analyticsEndpoint(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${analyticsMetaName}"]`);
  return meta?.content || undefined;
}

function isTrackingRefused(): boolean {
  const { doNotTrack } = navigator;
  const globalPrivacyControl =
    "globalPrivacyControl" in navigator && navigator.globalPrivacyControl;
  return doNotTrack === "1" || doNotTrack === "yes" || globalPrivacyControl === true;
}
