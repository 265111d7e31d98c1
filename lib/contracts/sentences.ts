/**
 * The catalogue of every exact sentence that the service says, by area. Screens and handlers take
 * them from here; tests write them out again, so that a slip of the pen is seen (spec, section 8).
 */
export const sentences = {
  http: {
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
  },
  admin: {
    usernameRequired: "Please enter a username",
    passwordRequired: "Please enter a password",
    invalidCredentials: "Invalid credentials",
    loggedIn: "Login successful",
    loggedOut: "Logged out",
    usernameTaken: (username: string) => `There is already an administrator named ${username}.`,
    usernameInvalid: "A username has 1 to 100 characters and no spaces at its ends.",
    passwordTooShort: "A password has at least 8 characters.",
  },
  posts: {
    notFound: "Post not found",
    slugLength: "Slug must be exactly 2 characters",
    slugCharacters: "Only lowercase letters (a-z) and numbers (0-9) allowed",
    titleRequired: "Please enter a title",
    titleTooLong: "A title has at most 300 characters.",
    fullDateInvalid: "The post date must be a date such as March 5, 2025.",
    shortDateInvalid: "The short date must be a date such as 05 MAR.",
    shortDateDisagrees: (shortDate: string, fullDate: string) =>
      `The short date ${shortDate} is not ${fullDate}.`,
    contentRequired: "The content must be text.",
    readTimeInvalid: "Read time must be a whole number of at least 1.",
    slugTaken: (slug: string, title: string, fullDate: string) =>
      `The slug ${slug} is already used by “${title}” of ${fullDate}.`,
    slugTakenBriefly: (slug: string) => `The slug ${slug} is already used. Please try again.`,
    savedSince: "Somebody saved this post since you opened it. Reload it to see the changes.",
    updatedAtInvalid: "updatedAt must be the instant you last saw, or null.",
    queryTooLong: "A search has at most 200 characters.",
    deleted: "Post deleted successfully",
  },
  dailyMessages: {
    notFound: "Message not found",
    messageRequired: "Please enter a message",
    messageTooLong: (maxLength: number) =>
      `A message has at most ${maxLength.toLocaleString("en-US")} characters, so that a text can carry it with the link.`,
    isActiveInvalid: "isActive must be true or false.",
    activeExists: (fullDate: string, beginning: string) =>
      `${fullDate} already has an active message: “${beginning}”. Make that one inactive first.`,
    activeExistsBriefly: (fullDate: string) =>
      `${fullDate} already has an active message. Please try again.`,
    savedSince: "Somebody saved this message since you opened it.",
    updatedAtInvalid: "updatedAt must be the instant you last saw, or null.",
    deleted: "Daily message deleted successfully",
  },
} as const;

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
