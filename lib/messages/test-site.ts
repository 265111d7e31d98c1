/** Shown on every page and email of a public site without real providers. */
export const testSiteMessages = {
  label: "Test site",
  notice:
    "This is a test site: it doesn't deliver emails or texts, and payments on it aren't real.",
} as const;
