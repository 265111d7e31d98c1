import { CommanderError } from "commander";
import { OperatorError, reasonOf } from "@/lib/platform/operator-error";
import { createProgram } from "./program";

/** Runs an operator command. Prints why it failed, and sets the exit code of the process. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(args, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode;
    } else {
      console.error(error instanceof OperatorError ? error.message : unexpected(error));
      process.exitCode = 1;
    }
  }
}

function unexpected(error: unknown): unknown {
  if (process.env["LOG_LEVEL"] === "debug") return error;
  const reason = reasonOf(error).replaceAll(/\s+/g, " ").trim();
  return `Unexpected error (set LOG_LEVEL=debug for the stack trace): ${reason}`;
}
