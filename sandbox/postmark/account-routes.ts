import type { FastifyInstance } from "fastify";
import type { SandboxParts } from "../parts";

const madeAt = "2026-01-01T00:00:00Z";
const serverId = 1;

const streamTypes: Readonly<Record<string, string>> = {
  outbound: "Transactional",
  broadcast: "Broadcasts",
};

/** Endpoints that show how our server is set up. The caller's scope checks the token. */
export function addPostmarkAccountRoutes(
  app: FastifyInstance,
  { setup, siteUrl, credentials }: SandboxParts,
): void {
  const streams = () => setup.read().postmarkStreams ?? Object.keys(streamTypes);

  app.get("/server", async () => ({
    ID: serverId,
    Name: "Sandbox",
    ApiTokens: [credentials.postmark.serverToken],
    Color: "Blue",
    SmtpApiActivated: true,
    RawEmailEnabled: false,
    DeliveryType: setup.read().postmarkDelivers === false ? "Sandbox" : "Live",
    ServerLink: `https://postmarkapp.com/servers/${serverId}/streams`,
    InboundAddress: "",
    InboundHookUrl: "",
    BounceHookUrl: "",
    OpenHookUrl: "",
    DeliveryHookUrl: "",
    ClickHookUrl: "",
    PostFirstOpenOnly: false,
    InboundDomain: "",
    InboundHash: "",
    InboundSpamThreshold: 0,
    TrackOpens: false,
    TrackLinks: "None",
    IncludeBounceContentInHook: false,
    EnableSmtpApiErrorHooks: false,
  }));

  app.get("/message-streams", async () => {
    const { postmarkUnsubscribe = "Custom" } = setup.read();
    const found = streams().map((id) => ({
      ID: id,
      ServerID: serverId,
      Name: id,
      Description: null,
      MessageStreamType: streamTypes[id] ?? "Transactional",
      CreatedAt: madeAt,
      UpdatedAt: null,
      ArchivedAt: null,
      ExpectedPurgeDate: null,
      SubscriptionManagementConfiguration: {
        UnsubscribeHandlingType: id === "broadcast" ? postmarkUnsubscribe : "None",
      },
    }));
    return { MessageStreams: found, TotalCount: found.length };
  });

  app.get("/webhooks", async () => {
    const { postmarkWebhookUrl, postmarkWebhookPassword, postmarkSendsBounces } = setup.read();
    if (postmarkWebhookUrl === null) return { Webhooks: [] };
    const { webhookUsername, webhookPassword } = credentials.postmark;
    return {
      Webhooks: streams().map((stream, index) => ({
        ID: index + 1,
        Url: postmarkWebhookUrl ?? `${siteUrl}/api/webhooks/postmark`,
        MessageStream: stream,
        HttpAuth: {
          Username: webhookUsername,
          Password: postmarkWebhookPassword ?? webhookPassword,
        },
        HttpHeaders: [],
        Triggers: {
          Open: { Enabled: false, PostFirstOpenOnly: false },
          Click: { Enabled: false },
          Delivery: { Enabled: true },
          Bounce: { Enabled: postmarkSendsBounces ?? true, IncludeContent: false },
          SpamComplaint: { Enabled: true, IncludeContent: false },
          SubscriptionChange: { Enabled: true },
        },
      })),
    };
  });
}
