// Tells providers' test accounts from live ones.

/**
 * Returns whether an API key or a client-side token belongs to Paddle's sandbox, where no payment is real.
 * Keys from before May 6, 2025, don't show it, and count as live
 * (https://developer.paddle.com/api-reference/about/authentication).
 */
export function isPaddleSandbox(credential: string): boolean {
  return /^(?:pdl_sdbx|test)_/.test(credential);
}

/**
 * Returns whether it's one of Twilio's test numbers, from which nothing is sent. They work only with test
 * credentials, which can do nothing but send (https://www.twilio.com/docs/iam/test-credentials).
 */
export function isTwilioTestNumber(number: string): boolean {
  return /^\+1500555\d{4}$/.test(number);
}

/**
 * Why a public site has to say on every page and in every email that it isn't real: it runs on our sandbox,
 * or on Paddle's. Null for a live site.
 */
export function testSiteOf(settings: {
  PROVIDERS?: string | undefined;
  ALLOW_SANDBOX: string;
  PADDLE_CLIENT_TOKEN?: string | undefined;
}): "sandbox" | "rehearsal" | null {
  const { PROVIDERS, ALLOW_SANDBOX, PADDLE_CLIENT_TOKEN = "" } = settings;
  if (PROVIDERS === "sandbox") return ALLOW_SANDBOX === "1" ? "sandbox" : null;
  return PROVIDERS === "live" && isPaddleSandbox(PADDLE_CLIENT_TOKEN) ? "rehearsal" : null;
}
