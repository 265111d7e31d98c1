import type { Command } from "commander";
import { reconcile } from "@/lib/domain/billing/reconcile";
import { checkMoney } from "@/lib/domain/money/check";
import { toMoneyCsv } from "@/lib/domain/money/csv";
import { findMoney } from "@/lib/domain/money/overview";
import { PaymentsUnavailable } from "@/lib/domain/ports/payments";
import { OperatorError } from "@/server/supervisor/operator-error";
import type { WithServices } from "./services";

/** `billing reconcile` and `billing money`. */
export function registerBillingCommands(program: Command, withServices: WithServices): void {
  const billing = program
    .command("billing")
    .description("compare subscriptions with Paddle, and print the figures");

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
          const report = await reconcile(ctx);
          await checkMoney(ctx, report);
          const { checked, repaired, skipped } = report;
          for (const id of repaired) console.log(`Fixed ${id}`);
          console.log(`Checked ${checked}, fixed ${repaired.length}, skipped ${skipped}.`);
        } catch (error) {
          if (!(error instanceof PaymentsUnavailable)) throw error;
          throw new OperatorError(`Can't reach Paddle: ${error.message}`, { cause: error });
        }
      }),
    );

  billing
    .command("money")
    .description("print MRR, what moved it, trials, charges, and refunds of each month as CSV")
    .addHelpText(
      "after",
      `
The same as the CSV of the Money screen, for all months.

Example:
  $ npm run cli -- billing money > money.csv`,
    )
    .action(() =>
      withServices(async ({ ctx }) => {
        process.stdout.write(toMoneyCsv(await findMoney(ctx, { period: "all" })));
      }),
    );
}
