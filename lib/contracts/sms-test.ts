/** Exact sentences of the call that sends a test text (spec, sections 7 and 8). */
export const smsTestSentences = {
  sent: "SMS webhook test sent successfully",
  notTaken: "The text was not taken. Please try again in a moment.",
} as const;
