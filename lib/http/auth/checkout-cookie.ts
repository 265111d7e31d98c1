import type { Context } from "@/lib/domain/context";
import { readSignedValue, signValue } from "@/lib/platform/tokens";
import { cookieName, type CookieJar } from "../route/cookies";

const purpose = "checkout-uid";
/** A month of the browser's time; the server decides for itself how long a uid opens its record. */
const maxAgeS = 30 * 24 * 60 * 60;

function nameFor(isSecure: boolean): string {
  return cookieName("threeline-checkout", isSecure);
}

/** Gives a browser that presented a checkout's uid the cookie that opens the record behind it. */
export function setCheckoutCookie(
  ctx: Pick<Context, "settings">,
  cookies: CookieJar,
  uid: string,
): void {
  const { isSecure, signingSecret } = ctx.settings;
  cookies.set({
    name: nameFor(isSecure),
    value: signValue(uid, purpose, signingSecret),
    maxAgeS,
    secure: isSecure,
  });
}

/** The uid that a browser presented, or null; a cookie that we did not sign says nothing. */
export function readCheckoutUid(
  ctx: Pick<Context, "settings">,
  cookies: Pick<CookieJar, "get">,
): string | null {
  const { isSecure, signingSecret } = ctx.settings;
  const signed = cookies.get(nameFor(isSecure));
  return signed === undefined ? null : readSignedValue(signed, purpose, signingSecret);
}
