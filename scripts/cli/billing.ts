import type { Command } from "commander";
import { reconcile } from "@/lib/domain/billing/reconcile";
import { PaymentsUnavailable } from "@/lib/domain/ports/payments";
import { OperatorError } from "@/server/supervisor/operator-error";
import type { WithServices } from "./services";

/** `billing reconcile`. */
export function registerBillingCommands(program: Command, withServices: WithServices): void {
  const billing = program.command("billing").description("compare subscriptions with Paddle");

  billing
    .command("reconcile")
    .description("compare every subscription with Paddle and fix differences")
    .addHelpText(
      "after",
      `
The workers do this every night. Run it yourself after an outage of more than three days, when Paddle
has stopped retrying its webhooks.

Example:
  $ npm run cli -- billing reconcile`,
    )
    .action(() =>
      withServices(async ({ ctx }) => {
        try {
          const { checked, repaired, skipped } = await reconcile(ctx);
          for (const id of repaired) console.log(`Fixed ${id}`);
          console.log(`Checked ${checked}, fixed ${repaired.length}, skipped ${skipped}.`);
        } catch (error) {
          if (!(error instanceof PaymentsUnavailable)) throw error;
          throw new OperatorError(`Can't reach Paddle: ${error.message}`, { cause: error });
        }
      }),
    );
}
