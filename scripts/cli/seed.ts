import { randomInt } from "node:crypto";
import type { Command } from "commander";
import { ensureFirstAdmin, type AdminView } from "@/lib/domain/auth/admins";
import type { Context } from "@/lib/domain/context";
import { seedIfEmpty, type SeedReport } from "@/lib/domain/seed/seed";
import { storeInitialAdmin } from "@/lib/platform/initial-admin";
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
Creates the administrator from ADMIN_USERNAME and ADMIN_PASSWORD; without a password it generates one
and stores it in DATA_DIR. With real provider keys it creates
nothing else, because sample subscribers must never get real messages.

Examples:
  $ npm run cli -- seed --if-empty`,
    )
    .action(({ ifEmpty }: { ifEmpty?: boolean }) =>
      withServices(async ({ ctx }, env) => {
        const admin = await createFirstAdmin(ctx, env.DATA_DIR);
        if (admin) console.log(`Created the administrator ${admin.username}.`);
        if (env.PROVIDERS === "live") return;
        const report = await seedIfEmpty(ctx);
        if (report) console.log(seedSummary(report));
        else if (!ifEmpty)
          throw new OperatorError("The database isn't empty, so nothing was added.");
      }),
    );
}

/**
 * Without ADMIN_PASSWORD, generates a password and stores it until the first login replaces it. It's
 * stored first: an administrator whose password nobody knows would have to be reset.
 */
async function createFirstAdmin(ctx: Context, dataDir: string): Promise<AdminView | null> {
  const username = process.env["ADMIN_USERNAME"];
  const password = process.env["ADMIN_PASSWORD"];
  if (!username) return null;
  if (password) return ensureFirstAdmin(ctx, { username, password });
  if ((await ctx.db.admin.count()) > 0) return null;
  const generated = { username, password: generatePassword() };
  storeInitialAdmin(dataDir, { ...generated, isShown: false });
  return ensureFirstAdmin(ctx, { ...generated, mustChangePassword: true });
}

// Without characters that look alike.
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** Five groups of four characters out of 31: 99 bits. */
function generatePassword(): string {
  const letters = Array.from({ length: 20 }, () => alphabet.charAt(randomInt(alphabet.length)));
  return letters.join("").replace(/(?<=.)(?=(?:.{4})+$)/g, "-");
}

function seedSummary({ subscribers, posts, dailyMessages }: SeedReport): string {
  return `Added ${subscribers} subscribers, ${posts} posts, and ${dailyMessages} daily messages.`;
}
