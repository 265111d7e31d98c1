import type { SandboxParts } from "../parts";

const eventNames = [
  "adjustment.created",
  "adjustment.updated",
  "customer.created",
  "customer.imported",
  "customer.updated",
  "subscription.activated",
  "subscription.canceled",
  "subscription.created",
  "subscription.imported",
  "subscription.past_due",
  "subscription.paused",
  "subscription.resumed",
  "subscription.trialing",
  "subscription.updated",
  "transaction.completed",
  "transaction.payment_failed",
];

/** Where Paddle sends its events: one destination, or none. */
export function notificationSettings({ setup, siteUrl, credentials }: SandboxParts) {
  const { paddleWebhookUrl, paddleWebhookSecret } = setup.read();
  if (paddleWebhookUrl === null) return [];
  return [
    {
      id: "ntfset_01sandbox00000000000000000",
      description: "Service",
      type: "url",
      destination: paddleWebhookUrl ?? `${siteUrl}/api/webhooks/paddle`,
      active: true,
      api_version: 1,
      include_sensitive_fields: false,
      traffic_source: "platform",
      subscribed_events: eventNames.map((name) => ({
        name,
        description: "",
        group: name.split(".")[0],
        available_versions: [1],
      })),
      endpoint_secret_key: paddleWebhookSecret ?? credentials.paddle.webhookSecret,
    },
  ];
}
