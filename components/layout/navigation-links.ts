import { navigationLabels } from "@/lib/messages/site";

const messages = navigationLabels;

/** A link of a header or footer. */
export type NavigationLink = { label: string; href: string };

const home = { label: messages.home, href: "/" };
const about = { label: messages.about, href: "/about" };
const account = { label: messages.account, href: "/account" };

/** Header of the home page. */
export const marketingHeaderLinks: readonly NavigationLink[] = [
  { label: messages.pricing, href: "/pricing" },
  account,
];

/** Footer of the home page. */
export const marketingFooterLinks: readonly NavigationLink[] = [
  { label: messages.pricing, href: "/pricing" },
  { label: messages.signIn, href: "/account" },
  { label: messages.signUpTitle, href: "/pricing" },
  { label: messages.privacy, href: "/privacy" },
  { label: messages.terms, href: "/terms" },
];

/** Header of the list of posts and of each post. */
export const readingHeaderLinks: readonly NavigationLink[] = [home, about, account];

/** Header of About and of the legal pages. */
export const legalHeaderLinks: readonly NavigationLink[] = [
  home,
  about,
  { label: messages.read, href: "/read" },
  account,
];

/** Footer of the reading, legal and About pages. */
export function readingFooterLinks(signUpUrl: string): readonly NavigationLink[] {
  return [
    { label: messages.signUp, href: signUpUrl },
    { label: messages.privacyPolicy, href: "/privacy" },
    { label: messages.termsOfService, href: "/terms" },
    { label: messages.refundPolicy, href: "/refund" },
    { label: messages.contact, href: "/contact" },
  ];
}
