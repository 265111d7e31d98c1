import { randomInt } from "node:crypto";
import { InvalidArgumentError, type Command } from "commander";
import { ensureFirstAdmin, type AdminView } from "@/lib/domain/team/admins";
import type { Context } from "@/lib/domain/context";
import type { DemoPurchase } from "@/lib/domain/seed/demo/purchases";
import { finishDemo, seedDemo, type DemoSize } from "@/lib/domain/seed/demo/demo";
import { seedIfEmpty, type SeedReport } from "@/lib/domain/seed/seed";
import { storeInitialAdmin } from "@/lib/platform/initial-admin";
import type { Env } from "@/lib/platform/env";
import { OperatorError, reasonOf } from "@/lib/platform/operator-error";
import { withServices } from "./services";

/** `seed`. */
export function registerSeedCommand(program: Command): void {
  program
    .command("seed")
    .description(
      "add sample subscribers, posts, messages, and the first administrator to an empty database",
    )
    .option("--if-empty", "do nothing, instead of failing, when the database isn't empty")
    .option("--demo", "add a year of a busy business instead")
    .option("--subscribers <count>", "with --demo: people who ever subscribed", readCount, 20_000)
    .option("--days <count>", "with --demo: days of deliveries", readCount, 365)
    .addHelpText(
      "after",
      `
Creates the administrator from ADMIN_USERNAME and ADMIN_PASSWORD; without a password it generates one
and stores it in DATA_DIR. With real provider keys it creates
nothing else, because sample subscribers must never get real messages.

With --demo, it adds two years of invented customers with payments, cancellations, and refunds, and a
year of deliveries, so that every chart of the admin pages has something to show. It takes about two
minutes, while the service runs, whose sandbox then knows the customers, too. It refuses when the
providers are real or the database has real subscribers.

Examples:
  $ npm run cli -- seed --if-empty
  $ npm run cli -- seed --demo`,
    )
    .action(({ ifEmpty, demo, subscribers, days }: SeedOptions) =>
      withServices(async ({ ctx }, env) => {
        if (demo) {
          if (env.PROVIDERS === "live") throw new OperatorError(refusals.live);
          console.log(await addDemo(ctx, env, { subscribers, days }));
          return;
        }
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

type SeedOptions = { ifEmpty?: boolean; demo?: boolean; subscribers: number; days: number };

const refusals = {
  live: "The providers are real, so nothing was added.",
  has_real_subscribers: "The database has real subscribers, so nothing was added.",
  no_sandbox:
    "The sandbox, which has to know the demo's payments, isn't running, so nothing was added. Start the service first.",
  has_demo: "The database already has these subscribers, so nothing was added.",
} as const;

/** Most subscribers: with more, adding a week of deliveries could exceed the statement timeout. */
const mostDemo = 200_000;

function readCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0 && count <= mostDemo) return count;
  throw new InvalidArgumentError(`Use a whole number from 1 to ${mostDemo}.`);
}

async function addDemo(ctx: Context, env: Env, size: DemoSize): Promise<string> {
  // Checked before minutes of work.
  await tellSandbox(env, []);
  const startedAt = performance.now();
  const report = await seedDemo(ctx, size, {
    onProgress: (done) => console.error(`${secondsSince(startedAt)} s: added ${done}`),
    loadPurchases: (purchases) => tellSandbox(env, purchases),
  }).catch((error: unknown) => {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      `The demo couldn't be added, and nothing was changed: ${reasonOf(error).trim().split("\n").at(-1)} Run the command again, with LOG_LEVEL=debug to see more.`,
      { cause: error },
    );
  });
  if (typeof report === "string") throw new OperatorError(refusals[report]);
  await finishDemo(ctx);
  const { subscribers, deliveries, moneyEvents } = report;
  return `Added ${subscribers} subscribers, ${deliveries} deliveries, and ${moneyEvents} payment events.`;
}

const secondsSince = (startedAt: number) => Math.round((performance.now() - startedAt) / 1_000);

/** Makes the nightly comparison with Paddle find everyone there. */
async function tellSandbox(env: Env, purchases: readonly DemoPurchase[]): Promise<void> {
  if (env.SANDBOX_URL === undefined) return;
  const response = await fetch(`${env.SANDBOX_URL}/sandbox/paddle/history`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ purchases }),
  }).catch((error: unknown) => {
    throw new OperatorError(refusals.no_sandbox, { cause: error });
  });
  if (response.ok) return;
  throw new OperatorError(
    `The sandbox didn't take the demo's payments, so nothing was added: ${await response.text()}`,
  );
}

/**
 * Without ADMIN_PASSWORD, generates a password and stores it until the first login replaces it. It's stored
 * first, so there's never an administrator whose password nobody knows.
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

// No characters that look alike.
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** Five groups of four characters out of 31: 99 bits. */
function generatePassword(): string {
  const letters = Array.from({ length: 20 }, () => alphabet.charAt(randomInt(alphabet.length)));
  return letters.join("").replace(/(?<=.)(?=(?:.{4})+$)/g, "-");
}

function seedSummary({ subscribers, posts, dailyMessages }: SeedReport): string {
  return `Added ${subscribers} subscribers, ${posts} posts, and ${dailyMessages} daily messages.`;
}
