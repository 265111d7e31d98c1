/** The brand: the one file to change when the product is renamed. */
export const brand = {
  /** As written in running text: `{brand}` in the specification. */
  name: "Threeline",
  /** Prefix of the `{product}Uid` field of the onboarding call. */
  productKey: "threeline",
  supportAddress: "support@threeline.example",
  tagline: "Three Headlines, One Text, Every Day.",
  /** Printed under every briefing e-mail, as CAN-SPAM asks. */
  postalAddress: "Threeline, 40 Example Street, London EC2M 1AA",
} as const;

/** Name of the onboarding field and query parameter that carries the checkout's uid. */
export const productUidField = `${brand.productKey}Uid` as const;
