import type { Command } from "commander";
import { ensureFirstAdmin } from "@/lib/domain/auth/admins";
import { seedIfEmpty, type SeedReport } from "@/lib/domain/seed/seed";
import { OperatorError } from "@/server/supervisor/operator-error";
import type { WithServices } from "./services";

/** `seed`. */
export function registerSeedCommand(program: Command, withServices: WithServices): void {
  program
    .command("seed")
    .description(
      "add sample subscribers, posts, messages, and the first administrator to an empty database",
    )
    .option("--if-empty", "do nothing, instead of failing, when the database isn't empty")
    .addHelpText(
      "after",
      `
Creates the administrator from ADMIN_USERNAME and ADMIN_PASSWORD. With real provider keys it creates
nothing else, because sample subscribers must never get real messages.

Examples:
  $ npm run cli -- seed --if-empty`,
    )
    .action(({ ifEmpty }: { ifEmpty?: boolean }) =>
      withServices(async ({ ctx }, env) => {
        const username = process.env["ADMIN_USERNAME"];
        const password = process.env["ADMIN_PASSWORD"];
        const admin =
          username && password ? await ensureFirstAdmin(ctx, { username, password }) : null;
        if (admin) console.log(`Created the administrator ${admin.username}.`);
        if (env.PROVIDERS === "live") return;
        const report = await seedIfEmpty(ctx);
        if (report) console.log(seedSummary(report));
        else if (!ifEmpty)
          throw new OperatorError("The database isn't empty, so nothing was added.");
      }),
    );
}

function seedSummary({ subscribers, posts, dailyMessages }: SeedReport): string {
  return `Added ${subscribers} subscribers, ${posts} posts, and ${dailyMessages} daily messages.`;
}
