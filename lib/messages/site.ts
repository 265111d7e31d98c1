import { brand } from "../brand";
import { countOf, formatCount } from "./counts";

/** Labels in headers and footers. */
export const navigationLabels = {
  home: "Home",
  about: "About",
  read: "Read",
  account: "Account",
  pricing: "Pricing",
  signIn: "Sign In",
  signUpTitle: "Sign Up",
  signUp: "Sign up",
  privacy: "Privacy",
  terms: "Terms",
  privacyPolicy: "Privacy Policy",
  termsOfService: "Terms Of Service",
  refundPolicy: "Refund Policy",
  contact: "Contact",
} as const;

/** What the site and its feeds say about themselves. */
export const siteMessages = {
  homeTitle: `${brand.name}: the morning’s finance news, in three lines`,
  description:
    "The three finance stories that matter, every weekday by 8:00 in your time zone. A 90-second read, by email and text.",
  disclaimer: "News, not investment advice.",
  noNotifications: "No notifications",
} as const;

export const homeMessages = {
  startTrial: "Start Free Trial",
  learnMore: "Learn More",
  trialNote: "Free for seven days. Cancel anytime.",
  latestTitle: "Latest briefings",
  latestLead: "Free to read, every weekday.",
  allBriefings: "All briefings",
  valuesTitle: "What you can count on",
  howItWorks: "How It Works",
  hoursHere: (city: string) => `Hours in ${city}, your time`,
  yourTime: "your time",
  zonesTitle: "8:00 means 8:00 where you are",
  testimonialsTitle: "What readers say",
  showAllTestimonials: (count: number) => `Read all ${count}`,
  showFewerTestimonials: "Show fewer",
  faqTitle: "Questions, answered",
} as const;

/** The list of posts on /read. */
export const listMessages = {
  tagline: brand.tagline,
  signUp: "SIGN UP",
  learnMore: "LEARN MORE",
  briefings: "Briefings",
  olderBriefings: "Older briefings",
  readTime: (minutes: number) => `${minutes} min read`,
  loadMore: "Load more",
  failed: "Failed to load content",
  tryAgain: "Try again",
} as const;

/** The search in posts, and their lists by month. */
export const archiveMessages = {
  searchTitle: "Search",
  searchLabel: "Search all briefings",
  search: "Search",
  byMonth: "By month",
  all: "All",
  older: "Older",
  monthWithCount: (name: string, count: number) => `${name} (${formatCount(count)})`,
  monthTitle: (name: string) => `Briefings from ${name}`,
  results: "Results",
  found: (count: number) => `${countOf(count, "result")} for`,
  searchInstead: (typed: string) => `Search for “${typed}” instead`,
  noMatchTitle: "No briefings found",
  noMatch: "Try different or fewer words.",
  showMore: (count: number) => `Show ${formatCount(count)} more`,
  mostRelevant: (count: number) =>
    `These are the ${formatCount(count)} best matches. Add a word to narrow your search.`,
  failedTitle: "Search isn’t available right now",
  failed: "Please try again in a minute.",
} as const;

export const articleMessages = {
  label: "NEWS",
  imageAlt: `The headline of this ${brand.name} briefing`,
  signUpTitle: `Get ${brand.name} Updates`,
  signUpText: "Sign up to receive daily financial insights directly to your phone.",
  signUpButton: "Sign Up Now",
  copyLink: "Copy link",
  linkCopied: "Link copied",
  copyFailed: "Couldn’t copy link",
  share: "Share",
  earlier: "Earlier on this",
  moreBriefings: "More briefings",
  previous: "Previous",
  allBriefings: "All briefings",
  next: "Next",
} as const;

/** Shown in place of an article. */
export const postNotFoundMessages = {
  title: "Post Not Found",
  text: "The content you’re looking for doesn’t exist or has been removed.",
  backToHome: "Back to Home",
} as const;

export const aboutMessages = {
  headline: "Time is money. We’ll save you both.",
  why: `Why ${brand.name}`,
  whatYouGet: "What You Get",
  whoItsFor: "Who It’s For",
  whyText: "Why Text",
} as const;

export const legalTitles = {
  privacy: "Privacy Policy",
  cookies: "Cookies and Storage",
  terms: "Terms of Service",
  refund: "Refund Policy",
} as const;

export const contactMessages = {
  name: "Full Name",
  email: "Email Address",
  message: "Your Message",
  submit: "Submit Form",
} as const;

export const pageNotFoundMessages = {
  code: "404",
  title: "Page Not Found",
  text: "Looks like this page went off the charts! The page you’re looking for doesn’t exist or has been moved.",
  goHome: "Go Home",
  goBack: "Go Back",
  help: "Need help? Here are some quick links:",
  footer: `Error Code: 404 • ${brand.name} Financial News`,
} as const;

/** A page, or a part of one, that failed to load. */
export const pageFailedMessages = {
  title: "Something went wrong",
  text: "The problem is on our end. Please try again in a moment.",
  errorCode: (code: string) => `Error code: ${code}`,
  tryAgain: "Try again",
  goHome: "Go Home",
} as const;
