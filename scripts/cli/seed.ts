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
      "fill an empty database with sample people, posts and messages, and the first administrator",
    )
    .option("--if-empty", "do nothing, instead of refusing, when the database holds something")
    .addHelpText(
      "after",
      `
The administrator comes from ADMIN_USERNAME and ADMIN_PASSWORD. With real provider keys only the
administrator is made: sample people must never be written to for real.

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
          throw new OperatorError("The database is not empty; nothing was written.");
      }),
    );
}

function seedSummary({ subscribers, posts, dailyMessages }: SeedReport): string {
  return `Filled the empty database with ${subscribers} people, ${posts} posts and ${dailyMessages} daily messages.`;
}
