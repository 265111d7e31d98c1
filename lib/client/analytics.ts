/** The meta element that tells a page where to send events. */
export const analyticsMetaName = "analytics-endpoint";

/** docs/product-spec.md, section 17. */
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

/** Short texts and numbers, never personal data. */
export type AnalyticsProps = Readonly<Record<string, string | number>>;

/**
 * Reports an event to the configured service (Plausible's events API, plausible.io/docs/events-api).
 * Sends no cookies, doesn't wait for the response, and never throws. Does nothing if no service is
 * configured or the browser asks not to be tracked (Do Not Track, Global Privacy Control).
 */
export function trackEvent(name: AnalyticsEvent, props?: AnalyticsProps): void {
  const endpoint = analyticsEndpoint();
  if (!endpoint || isTrackingRefused()) return;
  const body = {
    name,
    url: withoutSecrets(location.href),
    domain: location.hostname,
    referrer: document.referrer ? withoutSecrets(document.referrer) : null,
    ...(props ? { props } : {}),
  };
  // Plain text, and a response that nobody reads: this avoids a CORS preflight.
  fetch(endpoint, {
    method: "POST",
    mode: "no-cors",
    credentials: "omit",
    keepalive: true,
    headers: { "Content-Type": "text/plain" },
    body: JSON.stringify(body),
  }).catch(() => undefined);
}

/**
 * Reports that the screen shows an error. Failed queries and mutations do so by themselves
 * (lib/client/query-client.ts).
 *
 * @param kind a code, a status, or a fixed name; never a message
 */
export function trackError(kind: string): void {
  trackEvent("error shown", { screen: screenAt(location.pathname), kind });
}

/** The route of a path, such as `/onboarding-3/{id}`. */
export function screenAt(pathname: string): string {
  return withoutIds(pathname).replace(/^\/r\/[^/]+/, "/r/{slug}");
}

/** Replaces numbers, and segments too long to be a word: tokens. */
function withoutIds(pathname: string): string {
  return pathname.replaceAll(/(?<=\/)\d+(?=\/|$)/g, "{id}").replaceAll(/[^/]{25,}/g, "{token}");
}

/**
 * Drops ids and tokens from the path, and everything but campaign parameters from the query, which
 * may contain a checkout's uid or a login token.
 */
function withoutSecrets(address: string): string {
  const { origin, pathname, searchParams } = new URL(address);
  const campaign = [...searchParams].filter(([name]) => name.startsWith("utm_"));
  const query = new URLSearchParams(campaign).toString();
  const path = withoutIds(pathname);
  return query ? `${origin}${path}?${query}` : `${origin}${path}`;
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
