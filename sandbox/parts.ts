import type { DatabaseSync } from "node:sqlite";
import type { SandboxClock } from "./clock";
import type { Faults } from "./faults";
import type { Messages } from "./messages";
import type { ReceivedCalls } from "./received";
import type { SandboxCredentials } from "./settings";
import type { Suppressions } from "./suppressions";

/** What the routes of the sandbox work with. */
export type SandboxParts = {
  siteUrl: string;
  /** For what one provider alone keeps. */
  database: DatabaseSync;
  credentials: SandboxCredentials;
  clock: SandboxClock;
  messages: Messages;
  faults: Faults;
  suppressions: Suppressions;
  received: ReceivedCalls;
};
