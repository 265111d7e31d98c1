/** Shown on every page and in every email of a public test site. */
export const testSiteMessages = {
  label: "Test site",
  notices: {
    sandbox:
      "This is a test site: it doesn’t deliver emails or texts, and payments on it aren’t real.",
    rehearsal: "This is a test site: nothing on it is for sale, and payments on it aren’t real.",
  },
} as const;
