/** Errors that any call can return. */
export const httpMessages = {
  internal: "Something went wrong on our end. Please try again.",
  unavailable: "The service is temporarily unavailable. Please try again in a few minutes.",
  busy: "We’re busy right now. Please try again in a few seconds.",
  foreignOrigin: "This request came from another site, so we blocked it.",
  notJson: "Send the request as JSON (Content-Type: application/json).",
  brokenJson: "The request isn’t valid JSON.",
  unstorableCharacter: "The request contains a character we can’t store.",
  tooDeep: "The request is nested too deeply.",
  invalid: "The request isn’t valid.",
  invalidId: "The id must be a whole number.",
  invalidLimit: "The limit must be a whole number between 1 and 500.",
  bodyTooLarge: (limitBytes: number) =>
    `The request is too large. The limit is ${limitBytes / 1024} KB.`,
  tooManyFields: (limit: number) => `The form has too many fields. The limit is ${limit}.`,
  tooManyRequests: (retryAfterS: number) =>
    `Too many attempts. Please try again in ${waitingTime(retryAfterS)}.`,
  textsPaused: "We’ve sent as many texts as we can today. Please try again tomorrow.",
  notFound: "Not found.",
  noUpgrade: "There are no WebSockets here.",
  cutOff: "The request was cut off before its end.",
  methodNotAllowed: "This address doesn’t accept that method.",
  loginRequired: "Please log in to continue.",
  notAllowed: "You don’t have permission to do this.",
  tokenInvalid: "This token isn’t valid. It may have expired or been revoked.",
  tokenNotAccepted: "This call needs a login. Tokens can’t be used for it.",
  scopeMissing: (permission: string) => `This token doesn’t have the scope “${permission}”.`,
  roleNotAllowed: (role: string) =>
    `Your role, ${role}, doesn’t include this. An owner of your team can change it.`,
} as const;

/** Exact text: docs/product-spec.md, section 5.2. */
export const invalidEmailMessage = "Please enter a valid email address";

export const unsendableEmailMessage =
  "We can’t send email to addresses with letters such as ü or é before the @. Please use a different one.";

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
