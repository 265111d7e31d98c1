import { generateApiReference, generateClient, generateMarketHolidays } from "./generate";
import { runOperatorCommand } from "./cli/run-command";
import { OperatorError } from "@/lib/platform/operator-error";
import { buildRelease } from "@/server/build/release";
import { runService } from "@/server/run/start";
import { runTests } from "./test/run-tests";

// The commands behind the npm scripts, run by the Node version from package.json.

async function main(command: string, args: string[]): Promise<number> {
  switch (command) {
    case "start":
      await runService("production");
      return 0;
    case "dev":
      await runService("development");
      return 0;
    case "build":
      await buildRelease();
      return 0;
    case "test":
    case "check":
      return runTests(command, args);
    case "cli":
    case "bench":
    case "prove":
      return runOperatorCommand(command, args);
    case "generate":
      await generateClient();
      await generateMarketHolidays();
      await generateApiReference();
      return 0;
    default:
      throw new OperatorError(`There is no command named ${command}.`);
  }
}

const [command = "", ...args] = process.argv.slice(2);
main(command, args).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof OperatorError ? error.message : error);
    process.exit(1);
  },
);
