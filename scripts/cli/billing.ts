import type { Command } from "commander";
import { reconcile } from "@/lib/domain/billing/reconcile";
import { PaymentsUnavailable } from "@/lib/domain/ports/payments";
import { OperatorError } from "@/server/supervisor/operator-error";
import type { WithServices } from "./services";

/** `billing reconcile`. */
export function registerBillingCommands(program: Command, withServices: WithServices): void {
  const billing = program.command("billing").description("money, as Paddle knows it");

  billing
    .command("reconcile")
    .description("compare every subscription with Paddle and repair what differs")
    .addHelpText(
      "after",
      `
The workers do this every night by themselves. Run it by hand after an outage of more than three
days, when Paddle has given up on its webhooks.

Example:
  $ npm run cli -- billing reconcile`,
    )
    .action(() =>
      withServices(async ({ ctx }) => {
        try {
          const { checked, repaired, skipped } = await reconcile(ctx);
          for (const id of repaired) console.log(`Repaired ${id}`);
          console.log(`Checked ${checked}, repaired ${repaired.length}, skipped ${skipped}.`);
        } catch (error) {
          if (!(error instanceof PaymentsUnavailable)) throw error;
          throw new OperatorError(`Paddle cannot be asked: ${error.message}`, { cause: error });
        }
      }),
    );
}
