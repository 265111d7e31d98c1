/** Exact sentences of sending a test text on the content screen (spec, sections 5 and 8). */
export const smsTestMessages = {
  phoneRequired: "Please enter a phone number",
  sent: "SMS webhook test sent successfully",
  notTaken: "The text was not taken. Please try again in a moment.",
  failed: (message: string) => `Failed to send SMS test: ${message}`,
} as const;

/** Exact sentences of `/test-make-sms` (spec, sections 2, 5 and 8). */
export const smsRequestScreen = {
  send: "Send Test SMS",
  phoneRequiredTitle: "Phone number required",
  phoneRequired: "Please enter a phone number to send the test message",
  sentTitle: "SMS Request Sent",
  sent: "The SMS request was sent to Make webhook successfully",
  errorTitle: "Error",
  failed: "Failed to send SMS request",
  unexpected: "An unexpected error occurred",
} as const;
