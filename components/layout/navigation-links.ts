import { navigationLabels as labels } from "@/lib/messages/site";

export type NavigationLink = { label: string; href: string };

const home = { label: labels.home, href: "/" };
const about = { label: labels.about, href: "/about" };
const account = { label: labels.account, href: "/account" };

/** Header of the home page. */
export const marketingHeaderLinks: readonly NavigationLink[] = [
  { label: labels.pricing, href: "/pricing" },
  account,
];

/** Footer of the home page. */
export const marketingFooterLinks: readonly NavigationLink[] = [
  { label: labels.pricing, href: "/pricing" },
  { label: labels.signIn, href: "/account" },
  { label: labels.signUpTitle, href: "/pricing" },
  { label: labels.privacy, href: "/privacy" },
  { label: labels.terms, href: "/terms" },
];

/** Header of the post list and of each post. */
export const readingHeaderLinks: readonly NavigationLink[] = [home, about, account];

/** Header of About and the legal pages. */
export const legalHeaderLinks: readonly NavigationLink[] = [
  home,
  about,
  { label: labels.read, href: "/read" },
  account,
];

/** Footer of the onboarding and account screens, whose users have signed up. */
export const subscriberFooterLinks: readonly NavigationLink[] = [
  { label: labels.privacyPolicy, href: "/privacy" },
  { label: labels.termsOfService, href: "/terms" },
  { label: labels.refundPolicy, href: "/refund" },
  { label: labels.contact, href: "/contact" },
];

/** Footer of the reading pages, About, and the legal pages. */
export function readingFooterLinks(signUpUrl: string): readonly NavigationLink[] {
  return [{ label: labels.signUp, href: signUpUrl }, ...subscriberFooterLinks];
}
