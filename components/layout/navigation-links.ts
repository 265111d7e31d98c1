import { navigationLabels } from "@/lib/contracts/public-sentences";

const say = navigationLabels;

/** A link of a header or footer. */
export type NavigationLink = { label: string; href: string };

const home = { label: say.home, href: "/" };
const about = { label: say.about, href: "/about" };
const account = { label: say.account, href: "/account" };

/** Header of the home page. */
export const marketingHeaderLinks: readonly NavigationLink[] = [
  { label: say.pricing, href: "/pricing" },
  account,
];

/** Footer of the home page. */
export const marketingFooterLinks: readonly NavigationLink[] = [
  { label: say.pricing, href: "/pricing" },
  { label: say.signIn, href: "/account" },
  { label: say.signUpTitle, href: "/pricing" },
  { label: say.privacy, href: "/privacy" },
  { label: say.terms, href: "/terms" },
];

/** Header of the list of posts and of each post. */
export const readingHeaderLinks: readonly NavigationLink[] = [home, about, account];

/** Header of About and of the legal pages. */
export const legalHeaderLinks: readonly NavigationLink[] = [
  home,
  about,
  { label: say.read, href: "/read" },
  account,
];

/** Footer of the reading, legal and About pages. */
export function readingFooterLinks(signUpUrl: string): readonly NavigationLink[] {
  return [
    { label: say.signUp, href: signUpUrl },
    { label: say.privacyPolicy, href: "/privacy" },
    { label: say.termsOfService, href: "/terms" },
    { label: say.refundPolicy, href: "/refund" },
    { label: say.contact, href: "/contact" },
  ];
}
