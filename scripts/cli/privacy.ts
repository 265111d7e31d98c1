import type { Command } from "commander";
import { findConsents } from "@/lib/domain/erasure/consent-proofs";
import { replayErasures } from "@/lib/domain/erasure/replay-erasures";
import { withServices } from "./services";

/** `erasures replay` and `consents find`. */
export function registerPrivacyCommands(program: Command): void {
  program
    .command("erasures")
    .description("deleted accounts")
    .command("replay")
    .description("delete accounts that a restored backup has brought back")
    .option("--quiet", "print nothing if there are none")
    .addHelpText(
      "after",
      `
Every start and every worker does this. Run it yourself when you restore a backup into a running
service. It reads erasures.jsonl in DATA_DIR.

Example:
  $ npm run cli -- erasures replay`,
    )
    .action(({ quiet }: { quiet?: boolean }) =>
      withServices(async ({ ctx }) => {
        const count = await replayErasures(ctx);
        if (count === 0 && quiet) return;
        console.log(`Deleted ${count} ${count === 1 ? "account" : "accounts"} again.`);
      }),
    );

  program
    .command("consents")
    .description("what people agreed to")
    .command("find")
    .description("show what an address or number agreed to, even if its account was deleted")
    .argument("<address>", "email address, or phone number in E.164")
    .addHelpText(
      "after",
      `
Example:
  $ npm run cli -- consents find +14155550100`,
    )
    .action((address: string) =>
      withServices(async ({ ctx }) => {
        console.log(JSON.stringify(await findConsents(ctx, address), null, 2));
      }),
    );
}
