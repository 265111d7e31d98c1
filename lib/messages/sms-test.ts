/** Fields and answers that both ways to send a test text share. */
export const testTextLabels = {
  phoneNumber: "Phone number",
  sending: "Sending",
} as const;

/** The Test SMS tab (docs/product-spec.md, section 8.3). */
export const smsTestMessages = {
  phoneRequired: "Please enter a phone number",
  hint: "Include the country code, no plus sign, digits only, such as 14155550123.",
  send: "Send test text",
  sent: "SMS webhook test sent successfully",
  failed: (message: string) => `Failed to send SMS test: ${message}`,
} as const;

/** The text test page `/test-make-sms` (docs/product-spec.md, section 8.5). */
export const smsRequestScreen = {
  title: "SMS test",
  intro: "Sends one text through the automation webhook. Only logged-in editors can send.",
  hint: "Include the country code, such as +1 415 555 0123.",
  send: "Send Test SMS",
  phoneRequiredTitle: "Phone number required",
  phoneRequired: "Please enter a phone number to send the test message",
  sentTitle: "SMS Request Sent",
  sent: "The SMS request was sent to Make webhook successfully",
  errorTitle: "Error",
  failed: "Failed to send SMS request",
  unexpected: "An unexpected error occurred",
  result: "Result",
} as const;
