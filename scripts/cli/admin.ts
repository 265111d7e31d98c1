import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import { createAdmin } from "@/lib/domain/auth/admins";
import type { WithServices } from "./services";

/** `admin create`. */
export function registerAdminCommands(program: Command, withServices: WithServices): void {
  const admin = program.command("admin").description("manage who can edit posts and messages");

  admin
    .command("create")
    .description("create an administrator")
    .requiredOption("--username <name>", "login name, in any case")
    .option("--password <password>", "at least 8 characters (default: generated and printed once)")
    .addHelpText(
      "after",
      `
Examples:
  $ npm run cli -- admin create --username jane
  $ npm run cli -- admin create --username jane --password 'correct horse battery'`,
    )
    .action(({ username, password }: { username: string; password?: string }) =>
      withServices(async ({ ctx }) => {
        const chosen = password ?? randomBytes(15).toString("base64url");
        const created = await createAdmin(ctx, { username, password: chosen });
        console.log(`Created the administrator ${created.username}.`);
        if (password === undefined) console.log(`Password: ${chosen}`);
      }),
    );
}
