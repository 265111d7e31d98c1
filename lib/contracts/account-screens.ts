// The words of the account screens that the specification gives (sections 2 and 8) and that no call
// carries. They stand apart from the schemas, so that a screen without a form needs none.

/** What the account screens share. */
export const accountScreen = {
  title: "Log in",
  backToHome: "Back to Home",
} as const;
