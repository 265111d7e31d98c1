import type { Command } from "commander";
import {
  readMigrations,
  readSchemaState,
  type SchemaState,
} from "@/lib/platform/database/migrations";
import { migrate } from "@/server/run/migrate";
import { withConnection } from "@/lib/platform/database/with-connection";
import { formatTable } from "../admin-options";
import { withUnmigratedServices } from "../services";

/** `migrate status` and `migrate up`. */
export function registerMigrateCommands(program: Command): void {
  const command = program.command("migrate").description("the schema of the database");

  command
    .command("status")
    .description("show which migrations are applied and which are missing")
    .option("--json", "print one JSON object")
    .addHelpText("after", "\nExample:\n  $ npm run cli -- migrate status")
    .action(({ json }: { json?: boolean }) =>
      withUnmigratedServices(async (_services, env) => {
        const migrations = await readMigrations();
        const state = await withConnection(env.DIRECT_DATABASE_URL, (client) =>
          readSchemaState(client, migrations),
        );
        console.log(json ? JSON.stringify(toView(state)) : describe(state));
      }),
    );

  command
    .command("up")
    .description("apply missing migrations")
    .option("--now", "even if one holds up a delivery in progress")
    .addHelpText(
      "after",
      `
Run it before you start a new version on the first of several machines. Versions that are running
continue: a migration only adds, and gives up waiting for a lock after two seconds, to be tried again.
One that takes longer is marked in its file, and refused while workers deliver briefings.

Examples:
  $ npm run cli -- migrate up
  $ npm run cli -- migrate up --now`,
    )
    .action(({ now: isForced = false }: { now?: boolean }) =>
      withUnmigratedServices(async ({ ctx }, env) => {
        const applied = await migrate(env.DIRECT_DATABASE_URL, {
          now: ctx.clock.now(),
          emailLeadMinutes: env.EMAIL_LEAD_MINUTES,
          isForced,
        });
        for (const name of applied) console.log(`Applied ${name}.`);
        if (applied.length === 0) console.log("Nothing to apply.");
      }),
    );
}

function toView({ applied, changed, pending, newer }: SchemaState) {
  const migrations = pending.map(({ name, destructive, blocking }) => ({
    name,
    destructive,
    blocking,
  }));
  return { applied, changed, pending: migrations, newer };
}

function describe({ applied, changed, pending, newer }: SchemaState): string {
  const rows = [
    ...applied.map((name) => [
      name,
      changed.includes(name) ? "applied in a different form" : "applied",
      "",
    ]),
    ...newer.map((name) => [name, "applied by a newer version", ""]),
    ...pending.map(({ name, destructive, blocking }) => [
      name,
      "missing",
      [destructive && `destructive: ${destructive}`, blocking && `blocking: ${blocking}`]
        .filter(Boolean)
        .join("; "),
    ]),
  ];
  return rows.length === 0 ? "There are no migrations." : formatTable(rows);
}
