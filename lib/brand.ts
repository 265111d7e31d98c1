const name = "Threeline";
const domain = "threeline.example";

/** The brand. To rename the product, edit this file and nothing else. */
export const brand = {
  /** As written in running text: `{brand}` in docs/product-spec.md. */
  name,
  /** Prefix of the `{product}Uid` field of the onboarding call. */
  productKey: "threeline",
  /** Used in default addresses and in the examples of error messages. */
  domain,
  supportAddress: `support@${domain}`,
  /** Our own pages on other sites, which search engines connect with ours. */
  profiles: [`https://social.example/${name.toLowerCase()}`],
  /** SECURITY.md where everyone can read it, for `/.well-known/security.txt`. */
  securityPolicyUrl: `https://code.example/${name.toLowerCase()}/blob/main/SECURITY.md`,
  tagline: "Three Headlines, One Text, Every Day.",
  /** While the home page quotes people who don't exist, the start and `doctor` say so. */
  hasSampleTestimonials: true as boolean,
  /** CAN-SPAM requires it under every briefing email. */
  postalAddress: `${name}, 40 Example Street, London EC2M 1AA`,
} as const;

/** Name of the onboarding field and query parameter that holds the checkout's uid. */
export const productUidField = `${brand.productKey}Uid` as const;
