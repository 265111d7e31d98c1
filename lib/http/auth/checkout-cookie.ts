import type { Context } from "@/lib/domain/context";
import { readSignedValue, signValue } from "@/lib/platform/tokens";
import type { CookieJar } from "../route/cookies";

const purpose = "checkout-uid";

/** Sets the signed cookie that gives this browser access to the record of a checkout. */
export function setCheckoutCookie(
  ctx: Pick<Context, "settings">,
  cookies: CookieJar,
  uid: string,
): void {
  cookies.set("threeline-checkout", signValue(uid, purpose, ctx.settings.signingSecret));
}

/** The checkout's uid from the browser's cookie, or null without a valid signature. */
export function readCheckoutUid(
  ctx: Pick<Context, "settings">,
  cookies: Pick<CookieJar, "get">,
): string | null {
  const signed = cookies.get("threeline-checkout");
  const { acceptedSecrets } = ctx.settings;
  return signed === undefined ? null : readSignedValue(signed, purpose, acceptedSecrets);
}
