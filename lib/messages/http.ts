/** What any call can be refused with. */
export const httpMessages = {
  internal: "Something went wrong on our side. Please try again.",
  unavailable: "The service is not available at the moment. Please try again shortly.",
  foreignOrigin: "This request came from another site and was refused.",
  notJson: "Please send the request as JSON (Content-Type: application/json).",
  brokenJson: "The request is not valid JSON.",
  unstorableCharacter: "The request contains a character that cannot be stored.",
  invalid: "The request is not valid.",
  invalidId: "The id must be a whole number.",
  invalidLimit: "The limit must be a whole number between 1 and 500.",
  bodyTooLarge: (limitBytes: number) =>
    `The request is too large: at most ${limitBytes / 1024} KB are accepted.`,
  tooManyRequests: (retryAfterS: number) =>
    `Too many attempts. Please try again in ${waitingTime(retryAfterS)}.`,
  notFound: "Not found.",
  methodNotAllowed: "This address cannot be called in this way.",
  loginRequired: "Please log in to continue.",
  notAllowed: "You are not allowed to do this.",
} as const;

/** What is said of a text that is no e-mail address (spec, section 5). */
export const invalidEmailMessage = "Please enter a valid email address";

/** `45` → `45 seconds`, `90` → `2 minutes`. */
function waitingTime(seconds: number): string {
  const [amount, unit] =
    seconds < 60
      ? [seconds, "second"]
      : seconds < 3600
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / 3600), "hour"];
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}
