import { brand } from "../brand";

/** Labels of headers and footers. */
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

/** The home page. */
export const homeMessages = {
  startTrial: "Start Free Trial",
  learnMore: "Learn More",
  howItWorks: "How It Works",
} as const;

/** The list of posts. */
export const listMessages = {
  tagline: brand.tagline,
  signUp: "SIGN UP",
  learnMore: "LEARN MORE",
  readTime: (minutes: number) => `${minutes} min read`,
  failed: "Failed to load content",
} as const;

/** An article. */
export const articleMessages = {
  label: "NEWS",
  callTitle: `Get ${brand.name} Updates`,
  callText: "Sign up to receive daily financial insights directly to your phone.",
  callButton: "Sign Up Now",
} as const;

/** In place of an article. */
export const postNotFoundMessages = {
  title: "Post Not Found",
  text: "The content you're looking for doesn't exist or has been removed.",
  backToHome: "Back to Home",
} as const;

/** About. */
export const aboutMessages = {
  headline: "Time is money. We'll save you both.",
  why: `Why ${brand.name}`,
  whatYouGet: "What You Get",
  whoItsFor: "Who It's For",
  whyText: "Why Text",
} as const;

/** Titles of the legal pages. */
export const legalTitles = {
  privacy: "Privacy Policy",
  terms: "Terms of Service",
  refund: "Refund Policy",
} as const;

/** The contact form. */
export const contactMessages = {
  name: "Full Name",
  email: "Email Address",
  message: "Your Message",
  submit: "Submit Form",
} as const;

/** The 404 page. */
export const pageNotFoundMessages = {
  code: "404",
  title: "Page Not Found",
  text: "Looks like this page went off the charts! The page you're looking for doesn't exist or has been moved.",
  goHome: "Go Home",
  goBack: "Go Back",
  help: "Need help? Here are some quick links:",
  footer: `Error Code: 404 • ${brand.name} Financial News`,
} as const;
