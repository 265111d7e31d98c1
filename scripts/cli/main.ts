import { CommanderError } from "commander";
import { createProgram } from "./program";
import { withServices } from "./services";
import { OperatorError, reasonOf } from "@/server/supervisor/operator-error";

// The operator commands: npm run cli -- COMMAND.

process.on("disconnect", () => process.exit(1));

function unexpected(error: unknown): unknown {
  if (process.env["LOG_LEVEL"] === "debug") return error;
  const reason = reasonOf(error).replaceAll(/\s+/g, " ").trim();
  return `Unexpected error (set LOG_LEVEL=debug for the stack trace): ${reason}`;
}

try {
  await createProgram(withServices).parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode;
  } else {
    console.error(error instanceof OperatorError ? error.message : unexpected(error));
    process.exitCode = 1;
  }
}
