import { randomBytes } from "node:crypto";
import { InvalidArgumentError, type Command } from "commander";
import { emailAddressSchema } from "@/lib/contracts/primitives";
import { createAdmin } from "@/lib/domain/auth/admins";
import {
  disableAdmin,
  enableAdmin,
  endAdminSessions,
  listAdmins,
  setAdminPassword,
  type AdminSummary,
  type Change,
} from "@/lib/domain/auth/manage-admins";
import type { Context } from "@/lib/domain/context";
import type { WithServices } from "./services";

type Options = { username: string; password?: string; email?: string };

const usernameOption = ["--username <name>", "login name, in any case"] as const;
const passwordOption = [
  "--password <password>",
  "at least 8 characters (default: generated and printed once)",
] as const;

/** `admin list`, `create`, `set-password`, `disable`, `enable`, and `revoke-sessions`. */
export function registerAdminCommands(program: Command, withServices: WithServices): void {
  const admin = program.command("admin").description("manage who can edit posts and messages");

  admin
    .command("list")
    .description("list the administrators")
    .option("--json", "as JSON")
    .action(({ json }: { json?: boolean }) =>
      withServices(async ({ ctx }) => {
        const admins = await listAdmins(ctx);
        console.log(json ? JSON.stringify(admins, null, 2) : describeAdmins(admins));
      }),
    );

  admin
    .command("create")
    .description("create an administrator")
    .requiredOption(...usernameOption)
    .option(...passwordOption)
    .option("--email <address>", "where login alerts go (default: to OPERATOR_EMAIL)", asEmail)
    .addHelpText(
      "after",
      `
Examples:
  $ npm run cli -- admin create --username jane --email jane@example.com
  $ npm run cli -- admin create --username jane --password 'correct horse battery'`,
    )
    .action(({ username, password, email }: Options) =>
      withServices(async ({ ctx }) => {
        const chosen = password ?? generatePassword();
        const created = await createAdmin(ctx, {
          username,
          password: chosen,
          ...(email === undefined ? {} : { email }),
        });
        console.log(`Created the administrator ${created.username}.`);
        if (password === undefined) console.log(`Password: ${chosen}`);
      }),
    );

  admin
    .command("set-password")
    .description("set a new password and log the administrator out everywhere")
    .requiredOption(...usernameOption)
    .option(...passwordOption)
    .action(({ username, password }: Options) =>
      withServices(async ({ ctx }) => {
        const chosen = password ?? generatePassword();
        const change = await setAdminPassword(ctx, { username, password: chosen });
        console.log(`Set the password of ${change.username}. ${ended(change)}`);
        if (password === undefined) console.log(`Password: ${chosen}`);
      }),
    );

  const registerChange = (
    name: string,
    description: string,
    apply: (ctx: Context, username: string) => Promise<Change>,
    done: (change: Change) => string,
  ) =>
    admin
      .command(name)
      .description(description)
      .requiredOption(...usernameOption)
      .action(({ username }: Options) =>
        withServices(async ({ ctx }) => console.log(done(await apply(ctx, username)))),
      );

  registerChange(
    "disable",
    "log an administrator out everywhere and refuse further logins",
    disableAdmin,
    (change) => `Disabled ${change.username}. ${ended(change)}`,
  );
  registerChange(
    "enable",
    "let a disabled administrator log in again",
    enableAdmin,
    ({ username }) => `Enabled ${username}.`,
  );
  registerChange(
    "revoke-sessions",
    "log an administrator out everywhere",
    endAdminSessions,
    (change) => `${change.username}: ${ended(change)}`,
  );
}

function asEmail(text: string): string {
  const parsed = emailAddressSchema.safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError("Use an address such as jane@example.com.");
  return parsed.data;
}

function generatePassword(): string {
  return randomBytes(15).toString("base64url");
}

function ended({ sessions }: Change): string {
  return `Ended ${sessions} session${sessions === 1 ? "" : "s"}.`;
}

function describeAdmins(admins: readonly AdminSummary[]): string {
  if (admins.length === 0) return "No administrators.";
  const rows = admins.map(({ username, email, isDisabled, lastLoginAt, sessions }) => [
    username,
    isDisabled ? "disabled" : "enabled",
    email ?? "-",
    lastLoginAt ? `${lastLoginAt.toISOString().slice(0, 16).replace("T", " ")} UTC` : "-",
    String(sessions),
  ]);
  const table = [["USERNAME", "STATUS", "EMAIL", "LAST LOGIN", "SESSIONS"], ...rows];
  const widths = table[0]?.map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
