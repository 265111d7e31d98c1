import type { Command } from "commander";
import { reconcile } from "@/lib/domain/billing/reconcile";
import { requestGiveBack } from "@/lib/domain/billing/give-back";
import { checkMoney } from "@/lib/domain/money/check";
import { toMoneyCsv } from "@/lib/domain/money/csv";
import { findMoney } from "@/lib/domain/money/overview";
import { PaymentsUnavailable } from "@/lib/domain/ports/payments";
import { countOf } from "@/lib/messages/counts";
import { OperatorError } from "@/lib/platform/operator-error";
import { asDate } from "./admin-options";
import { withServices } from "./services";

/** `billing give-back`, `billing reconcile`, and `billing money`. */
export function registerBillingCommands(program: Command): void {
  const billing = program
    .command("billing")
    .description("compare subscriptions with Paddle, print the figures, and give missed days back");

  billing
    .command("give-back")
    .description("make up for missed days by moving each next charge")
    .requiredOption("--through <date>", "only days up to this one, such as 2026-11-23", asDate)
    .addHelpText(
      "after",
      `
For each missed morning, moves a person's next charge, or the end of their free trial, by one weekday,
and emails them. A running worker does it. No morning counts twice.

Example:
  $ npm run cli -- billing give-back --through 2026-11-23`,
    )
    .action(({ through }: { through: string }) =>
      withServices(async ({ ctx }) => {
        const { people, days } = await requestGiveBack(ctx, "operator", { through, of: "missed" });
        console.log(
          `Giving back ${countOf(days, "day")} to ${countOf(people, "person", "people")}.`,
        );
      }),
    );

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
