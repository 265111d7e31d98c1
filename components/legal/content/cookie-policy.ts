import { brand } from "@/lib/brand";
import {
  cookieName,
  cookies,
  storageItems,
  type ListedCookie,
  type StorageItem,
} from "@/lib/contracts/browser-storage";
import type { WrittenPolicy } from "../policy-document";
import { privacyPolicy } from "./privacy-policy";

const cookiePurposes: Record<ListedCookie, string> = {
  "threeline-session": "keeps you logged in. Set when you log in, removed when you log out.",
  "threeline-login":
    "recognizes the browser that asked for a login link, so that the link works there and not in someone else’s.",
  "threeline-browser":
    "remembers that this browser has logged in before, so that no one else can use up your login emails.",
  "threeline-checkout":
    "connects your purchase with your sign-up. Set when you open the sign-up page after paying.",
  "threeline-admin-session": "keeps our editors logged in. Readers don’t get it.",
  "threeline-admin-login": "connects the steps of an editor’s login. Readers don’t get it.",
  "threeline-device": "remembers an editor’s browser. Readers don’t get it.",
  "next-auth.csrf-token":
    "protects a logout from being forged. No page of ours sets it; only software that uses our login API gets it.",
  "next-auth.callback-url": "comes with the cookie above, and says where to go after that logout.",
};

const storagePurposes: Record<StorageItem, string> = {
  userData:
    "a copy of your account details (email, name, phone number, time zone, and plan), so that the account page shows them right away. Logging out deletes it.",
  drafts: "the unsaved work of our editors. Readers don’t get it.",
  newPostDraft: "connects an editor’s tab with its unsaved work. Readers don’t get it.",
  adminFlag: "marks an editor’s tab as logged in. Readers don’t get it.",
};

const areas: Record<(typeof storageItems)[StorageItem]["area"], string> = {
  local: "local storage, until it’s deleted",
  session: "session storage, until the tab closes",
};

type ThirdParty = { name: string; role: string; policy?: string };

/** Companies that get data from us or from a visitor's browser. */
export const thirdParties = {
  paddle: {
    name: "Paddle",
    role: "sells you the subscription. Its checkout loads on the pricing page and may set its own cookies, to take payments safely. Paddle gets what you enter there.",
    policy: "https://www.paddle.com/legal/privacy",
  },
  postmark: {
    name: "Postmark",
    role: "delivers our email. It gets your email address, the email, and the links in it. We don’t ask it to track opens or clicks.",
    policy: "https://postmarkapp.com/privacy-policy",
  },
  twilio: {
    name: "Twilio",
    role: "delivers our texts, if you asked for them. It gets your phone number and the text.",
    policy: "https://www.twilio.com/en-us/legal/privacy",
  },
  automation: {
    name: "Our automation service",
    role: "passes confirmation and test texts on to Twilio. It gets the phone number and the text.",
  },
  analytics: {
    name: "Our analytics service",
    role: "counts visits and a few events, without cookies and without personal data. It gets the address of the page, without anything that identifies you. If your browser sends Do Not Track or Global Privacy Control, it gets nothing.",
  },
  contactForm: {
    name: "Our form service",
    role: "passes on what you write on the contact page: your name, your email address, and your message.",
  },
  images: {
    name: "Hosts of pictures",
    role: "are other sites whose pictures a post shows. Your browser loads them from there, so such a site sees your IP address, but not which post you read.",
  },
  policyWidget: {
    name: "Our policy service",
    role: "shows our privacy policy or terms inside our pages.",
  },
  hosting: {
    name: "Our hosting company",
    role: "runs our servers and our database, on our instructions.",
  },
} as const satisfies Record<string, ThirdParty>;

/**
 * The page on cookies, other storage, and third parties (Markdown), generated from the lists that the code
 * uses.
 *
 * @param options.isSecure whether the site is served over https, which changes the names of its cookies
 * @param options.hasPolicyWidget whether a third party's policy is embedded
 */
export function cookiePolicy(options: {
  isSecure: boolean;
  hasPolicyWidget: boolean;
}): WrittenPolicy {
  const { policyWidget, ...others } = thirdParties;
  const parties: Record<string, ThirdParty> = options.hasPolicyWidget
    ? { ...others, policyWidget }
    : others;
  return {
    lastUpdated: privacyPolicy.lastUpdated,
    content: `This page belongs to our [privacy policy](/privacy). It lists everything that ${brand.name} stores in your browser, and every company that gets data from us or from your browser.

We store only what the site needs to work. Nothing here follows you to other sites, and there’s no advertising. That’s why you see no cookie banner.

## Cookies

You can read every post without a single cookie. We set cookies only when you log in or sign up. Only our own server can read them; no script can.

${listOf(cookies, (name, { maxAgeS }) => `**${cookieName(name, options.isSecure)}** (${durationOf(maxAgeS)}) ${cookiePurposes[name]}`)}

## Other storage in your browser

${listOf(storageItems, (name, { area, key }) => `**${key}${name === "drafts" ? "…" : ""}** (${areas[area]}): ${storagePurposes[name]}`)}

To delete all of it, log out and clear this site’s data in your browser’s settings.

## Who else gets data

${listOf(parties, (_, { name, role, policy }) => `**${name}** ${role}${policy ? ` [Privacy policy](${policy})` : ""}`)}

The [privacy policy](/privacy) says how long we keep data ourselves.`,
  };
}

function listOf<Name extends string, Item>(
  items: Readonly<Record<Name, Item>>,
  line: (name: Name, item: Item) => string,
): string {
  const names = Object.keys(items).filter((name): name is Name => name in items);
  return names.map((name) => `- ${line(name, items[name])}`).join("\n");
}

/** Such as `90 days`. */
function durationOf(maxAgeS: number | null): string {
  if (maxAgeS === null) return "until you close the browser";
  const minutes = maxAgeS / 60;
  const days = minutes / (24 * 60);
  return days < 1 ? `${minutes} minutes` : `${days} days`;
}
