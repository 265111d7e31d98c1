import { runCommandLine } from "./command-line";

// The operator commands: npm run cli -- COMMAND.

process.on("disconnect", () => process.exit(1));

await runCommandLine(process.argv.slice(2));
