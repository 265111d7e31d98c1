/** Exact sentences about briefings as editors handle them. */
export const briefingMessages = {
  recipientRequired: "Please enter an email address or a phone number",
  testMark: "Test: ",
  testSent: (places: readonly string[]) => `Sent to ${places.join(" and ")}.`,
  mailNotSent: "The e-mail was not taken. Please try again in a moment.",
  mailRefused: "The mail provider does not deliver to this address.",
  mailSentBut: (sentence: string) => `The e-mail was sent. ${sentence}`,
  textNotSent: "The text was not taken. Please try again in a moment.",
} as const;
