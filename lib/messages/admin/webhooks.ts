/** Outgoing webhooks. */
export const webhookMessages = {
  urlInvalid: "Enter a full address, such as https://example.com/hooks.",
  urlInsecure: "The address must begin with https.",
  urlPrivate: "The address must be on the public internet.",
  descriptionTooLong: "The description is too long.",
  eventRequired: "Choose at least one event.",
  tooMany: (limit: number) => `There are ${limit} webhooks already. Delete one first.`,
  unknown: "This webhook doesn’t exist.",
  unknownDelivery: "This delivery doesn’t exist.",
  disabled: "This webhook is turned off. Turn it on first.",
  replayInvalid: "Say which delivery, or since when.",
} as const;
