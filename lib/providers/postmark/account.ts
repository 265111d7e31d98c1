import { describeCallError } from "@/lib/platform/outbound-call";
import { equalInConstantTime } from "@/lib/platform/tokens";
import type { MailAccount } from "@/lib/domain/ports/provider-accounts";
import { ServerClient } from "postmark";
import { z } from "zod";

export type PostmarkAccountSettings = {
  serverToken: string;
  /** Base URL of the sandbox; undefined means Postmark itself. */
  apiUrl: string | undefined;
  /** The credentials that our webhooks require. */
  webhook: { username: string; password: string };
};

const timeoutS = 10;

const serverSchema = z.object({ Name: z.string(), DeliveryType: z.string().default("Live") });

const streamsSchema = z.object({
  MessageStreams: z.array(
    z.object({
      ID: z.string(),
      SubscriptionManagementConfiguration: z
        .object({ UnsubscribeHandlingType: z.string() })
        .nullish(),
    }),
  ),
});

const triggerNames = ["Delivery", "Bounce", "SpamComplaint", "SubscriptionChange"] as const;
const triggerSchema = z.object({ Enabled: z.boolean() }).nullish();

const webhooksSchema = z.object({
  Webhooks: z.array(
    z.object({
      Url: z.string(),
      MessageStream: z.string(),
      HttpAuth: z.object({ Username: z.string(), Password: z.string() }).nullish(),
      Triggers: z.object({
        Delivery: triggerSchema,
        Bounce: triggerSchema,
        SpamComplaint: triggerSchema,
        SubscriptionChange: triggerSchema,
      }),
    }),
  ),
});

/** Who adds the unsubscribe link to a stream's emails, keyed by Postmark's name. */
const unsubscribeKinds: ReadonlyMap<string, "custom" | "provider"> = new Map([
  ["Custom", "custom"],
  ["Postmark", "provider"],
]);

/** The SDK drops an error's cause, which tells why the network failed. */
async function fetchWithReason(...args: Parameters<typeof fetch>): Promise<Response> {
  try {
    return await fetch(...args);
  } catch (error) {
    throw new Error(describeCallError(error), { cause: error });
  }
}

/** Reads how our server at Postmark is set up (https://postmarkapp.com/developer). */
export function createPostmarkAccount(settings: PostmarkAccountSettings): MailAccount {
  const host = settings.apiUrl === undefined ? undefined : new URL(settings.apiUrl);
  const client = new ServerClient(settings.serverToken, {
    timeout: timeoutS,
    fetch: fetchWithReason,
    ...(host && { useHttps: host.protocol === "https:", requestHost: host.host }),
  });

  function hasOurSecret(auth: { Username: string; Password: string } | null | undefined) {
    if (!auth || auth.Username !== settings.webhook.username) return false;
    // In case Postmark hides the password.
    if (/^[*•]*$/.test(auth.Password)) return null;
    return equalInConstantTime(auth.Password, settings.webhook.password);
  }

  return {
    async readServer() {
      const server = serverSchema.parse(await client.getServer());
      return { name: server.Name, isDelivering: server.DeliveryType !== "Sandbox" };
    },
    async listStreams() {
      const { MessageStreams } = streamsSchema.parse(await client.getMessageStreams());
      return MessageStreams.map(({ ID, SubscriptionManagementConfiguration: subscription }) => {
        const kind = subscription?.UnsubscribeHandlingType ?? "";
        return { id: ID, unsubscribe: unsubscribeKinds.get(kind) ?? "none" };
      });
    },
    async listWebhooks() {
      const { Webhooks } = webhooksSchema.parse(await client.getWebhooks());
      return Webhooks.map(({ Url, MessageStream, HttpAuth, Triggers }) => ({
        url: Url,
        streamId: MessageStream,
        isActive: true,
        missingEvents: triggerNames.filter((name) => !Triggers[name]?.Enabled),
        hasOurSecret: hasOurSecret(HttpAuth),
      }));
    },
  };
}
