import type { DatabaseSync } from "node:sqlite";
import type { SandboxClock } from "./state/clock";
import type { Faults } from "./state/faults";
import type { Messages } from "./messages/messages";
import type { ProviderSetup } from "./state/provider-setup";
import type { ReceivedCalls } from "./state/received";
import type { SandboxCredentials } from "./settings";
import type { Suppressions } from "./state/suppressions";
import type { WebhookQueue } from "./webhook-queue";

/** Everything the sandbox's routes work with. */
export type SandboxParts = {
  /** Product name for the page; empty when none was given. */
  brandName: string;
  /** Base URL of the service, without a trailing slash. */
  siteUrl: string;
  /** For state that belongs to a single provider. */
  database: DatabaseSync;
  credentials: SandboxCredentials;
  clock: SandboxClock;
  messages: Messages;
  faults: Faults;
  suppressions: Suppressions;
  received: ReceivedCalls;
  setup: ProviderSetup;
  /** Webhooks that the providers send on their own. */
  webhooks: WebhookQueue;
};
