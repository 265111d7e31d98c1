import { Command, CommanderError } from "commander";
import { registerAdminCommands } from "./cli/admin";
import { registerBillingCommands } from "./cli/billing";
import { registerBriefingCommands } from "./cli/briefing";
import { registerSeedCommand } from "./cli/seed";
import { withServices } from "./cli/services";
import { registerSubscriberCommands } from "./cli/subscribers";
import { PlainProblem, reasonOf } from "./plain-problem";

// What an operator does by hand: npm run cli -- COMMAND.

const program = new Command("npm run cli --")
  .description("Operator commands of Threeline.")
  .exitOverride()
  .showHelpAfterError("(add --help for what the command takes)")
  .configureHelp({ showGlobalOptions: true });

registerBriefingCommands(program, withServices);
registerSubscriberCommands(program, withServices);
registerBillingCommands(program, withServices);
registerAdminCommands(program, withServices);
registerSeedCommand(program, withServices);

process.on("disconnect", () => process.exit(1));

function unexpected(error: unknown): unknown {
  if (process.env["LOG_LEVEL"] === "debug") return error;
  const reason = reasonOf(error).replaceAll(/\s+/g, " ").trim();
  return `Something unexpected went wrong (LOG_LEVEL=debug shows where): ${reason}`;
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode;
  } else {
    console.error(error instanceof PlainProblem ? error.message : unexpected(error));
    process.exitCode = 1;
  }
}
