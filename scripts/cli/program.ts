import { Command } from "commander";
import { brand } from "@/lib/brand";
import { registerAdminCommands } from "./admin";
import { registerAuditCommands } from "./audit";
import { registerBackupCommands } from "./service/backup";
import { registerBillingCommands } from "./billing";
import { registerBriefingCommands } from "./briefing";
import { registerContentCommands } from "./content";
import { registerDoctorCommand } from "./service/doctor";
import { registerMcpCommand } from "./mcp";
import { registerMigrateCommands } from "./service/migrate";
import { registerPostCommands } from "./posts";
import { registerPrivacyCommands } from "./privacy";
import { registerSeedCommand } from "./seed";
import { registerSettingsCommands } from "./service/settings";
import { registerStatusCommand } from "./service/status";
import { registerSubscriberCommands } from "./subscribers";
import { registerTokenCommands } from "./tokens";
import { registerWebhookCommands } from "./webhooks";

/** All operator commands. Invalid usage and `--help` throw a CommanderError instead of exiting. */
export function createProgram(): Command {
  const program = new Command("npm run cli --")
    .description(`Operator commands for ${brand.name}.`)
    .exitOverride()
    .showHelpAfterError("(add --help for usage)")
    .configureHelp({ showGlobalOptions: true });
  registerBriefingCommands(program);
  registerSubscriberCommands(program);
  registerContentCommands(program);
  registerPostCommands(program);
  registerBillingCommands(program);
  registerAdminCommands(program);
  registerAuditCommands(program);
  registerTokenCommands(program);
  registerWebhookCommands(program);
  registerSettingsCommands(program);
  registerStatusCommand(program);
  registerBackupCommands(program);
  registerDoctorCommand(program);
  registerMcpCommand(program);
  registerMigrateCommands(program);
  registerPrivacyCommands(program);
  registerSeedCommand(program);
  return program;
}
