import { brand } from "../brand";
import { adminDeviceDays, adminLoginMinutes } from "./admin/security";
import { loginLinkMinutes } from "./durations";

const minuteS = 60;
const dayS = 24 * 60 * minuteS;
/** The maximum that browsers allow. */
const longestS = 400 * dayS;

/**
 * Every cookie that the site sets, and the seconds it lasts at most; null until the browser closes.
 * The page on cookies is written from this list.
 */
export const cookies = {
  "threeline-session": { maxAgeS: 90 * dayS },
  "threeline-login": { maxAgeS: loginLinkMinutes * minuteS },
  "threeline-browser": { maxAgeS: longestS },
  // Long enough for any sign-up. The server decides how long a uid grants access.
  "threeline-checkout": { maxAgeS: 30 * dayS },
  "threeline-admin-session": { maxAgeS: 7 * dayS },
  "threeline-admin-login": { maxAgeS: adminLoginMinutes * minuteS },
  "threeline-device": { maxAgeS: adminDeviceDays * dayS },
  // next-auth's own; no page of ours asks for them.
  "next-auth.csrf-token": { maxAgeS: null },
  "next-auth.callback-url": { maxAgeS: null },
} as const satisfies Record<string, { maxAgeS: number | null }>;

/** A cookie's name in `cookies`. */
export type ListedCookie = keyof typeof cookies;

/** A cookie's name in the browser. */
export type CookieName = ListedCookie | `__Host-${ListedCookie}`;

/** On https the name gets the prefix `__Host-`, so that no subdomain can set the cookie. */
export function cookieName(name: ListedCookie, isSecure: boolean): CookieName {
  return isSecure ? `__Host-${name}` : name;
}

/**
 * Every key that the site uses in the browser's storage. Local storage stays until it's deleted,
 * session storage until the tab closes. The page on cookies is written from this list.
 */
export const storageItems = {
  /** docs/product-spec.md, section 2.4. */
  userData: { area: "local", key: "userData" },
  /** The beginning of the keys; the draft's name follows. */
  drafts: { area: "local", key: `${brand.productKey}-draft:` },
  newPostDraft: { area: "session", key: "new-post-of-this-tab" },
  adminFlag: { area: "session", key: "admin-authenticated" },
} as const satisfies Record<string, { area: "local" | "session"; key: string }>;

/** A name in `storageItems`. */
export type StorageItem = keyof typeof storageItems;
