import {
  cookieName,
  cookies as listedCookies,
  type CookieName,
} from "@/lib/contracts/browser-storage";
import type { Context } from "@/lib/domain/context";
import { readSignedValue, signValue } from "@/lib/platform/tokens";
import type { CookieJar } from "../route/cookies";

const purpose = "checkout-uid";
// Long enough for any sign-up. The server decides how long a uid grants access.
const { maxAgeS } = listedCookies["threeline-checkout"];

/** Name of the cookie that opens the record behind a checkout. */
export function checkoutCookieName(isSecure: boolean): CookieName {
  return cookieName("threeline-checkout", isSecure);
}

/** Sets the signed cookie that gives this browser access to the record of a checkout. */
export function setCheckoutCookie(
  ctx: Pick<Context, "settings">,
  cookies: CookieJar,
  uid: string,
): void {
  const { isSecure, signingSecret } = ctx.settings;
  cookies.set({
    name: checkoutCookieName(isSecure),
    value: signValue(uid, purpose, signingSecret),
    maxAgeS,
    secure: isSecure,
  });
}

/** The checkout's uid from the browser's cookie, or null without a valid signature. */
export function readCheckoutUid(
  ctx: Pick<Context, "settings">,
  cookies: Pick<CookieJar, "get">,
): string | null {
  const { isSecure, acceptedSecrets } = ctx.settings;
  const signed = cookies.get(checkoutCookieName(isSecure));
  return signed === undefined ? null : readSignedValue(signed, purpose, acceptedSecrets);
}
