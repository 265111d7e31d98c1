import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import type { AdminRole } from "@/lib/contracts/roles";
import { createAdmin } from "@/lib/domain/team/admins";
import type { AdminAccountView } from "@/lib/contracts/admin/security";
import { listDevices, removeDevice } from "@/lib/domain/team/admin-devices";
import {
  disableAdmin,
  enableAdmin,
  endAdminSessions,
  getAdmin,
  listAdmins,
  resetTwoFactor,
  setAdminEmail,
  setAdminPassword,
  type AdminSummary,
  type Change,
} from "@/lib/domain/team/manage-admins";
import { passwordLength } from "@/lib/contracts/admin/security";
import type { Context } from "@/lib/domain/context";
import { asEmail, asId, example, formatTable, toMinute, usernameOption } from "./admin-options";
import { withServices } from "./services";
import { registerTeamCommands, roleOption } from "./team";

type Options = { username: string; password?: string; email?: string };

const passwordOption = [
  "--password <password>",
  `at least ${passwordLength.alone} characters (default: generated, printed once, and replaced at the first login)`,
] as const;

/** `admin list`, `create`, and the changes to one administrator. */
export function registerAdminCommands(program: Command): void {
  const admin = program.command("admin").description("manage who can log in, and what they may do");

  admin
    .command("list")
    .description("list the administrators")
    .option("--json", "as JSON")
    .addHelpText("after", example("list"))
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
    .addOption(roleOption().default("owner"))
    .addHelpText(
      "after",
      `
Examples:
  $ npm run cli -- admin create --username jane --email jane@example.com --role editor
  $ npm run cli -- admin create --username jane --password 'correct horse battery'`,
    )
    .action(({ username, password, email, role }: Options & { role: AdminRole }) =>
      withServices(async ({ ctx }) => {
        const chosen = password ?? generatePassword();
        const created = await createAdmin(ctx, {
          username,
          password: chosen,
          role,
          mustChangePassword: password === undefined,
          ...(email === undefined ? {} : { email }),
        });
        console.log(`Created the administrator ${created.username} (${role}).`);
        if (password === undefined) console.log(`Password: ${chosen}`);
      }),
    );

  admin
    .command("set-email")
    .description("change where an administrator's login alerts go, and log them out everywhere")
    .requiredOption(...usernameOption)
    .option("--email <address>", "default: to OPERATOR_EMAIL", asEmail)
    .addHelpText("after", example("set-email --username jane --email jane@example.com"))
    .action(({ username, email }: Options) =>
      withServices(async ({ ctx }) => {
        const change = await setAdminEmail(ctx, username, email ?? null);
        const target = email ?? "OPERATOR_EMAIL";
        console.log(`Login alerts of ${change.username} go to ${target}. ${ended(change)}`);
      }),
    );

  admin
    .command("devices")
    .description("list the browsers that an administrator has logged in with")
    .requiredOption(...usernameOption)
    .addHelpText("after", example("devices --username jane"))
    .action(({ username }: Options) =>
      withServices(async ({ ctx }) => {
        const { id } = await getAdmin(ctx, username);
        console.log(describeDevices(await listDevices(ctx, id, null)));
      }),
    );

  admin
    .command("remove-device")
    .description("forget a browser, and log the administrator out everywhere")
    .requiredOption(...usernameOption)
    .requiredOption("--device <id>", "its id in `admin devices`", asId)
    .addHelpText("after", example("remove-device --username jane --device 3"))
    .action(({ username, device }: Options & { device: number }) =>
      withServices(async ({ ctx }) => {
        await removeDevice(ctx, await getAdmin(ctx, username), device, "operator");
        console.log("Removed the browser.");
      }),
    );

  admin
    .command("set-password")
    .description("set a new password and log the administrator out everywhere")
    .requiredOption(...usernameOption)
    .option(...passwordOption)
    .addHelpText("after", example("set-password --username jane"))
    .action(({ username, password }: Options) =>
      withServices(async ({ ctx }) => {
        const chosen = password ?? generatePassword();
        const change = await setAdminPassword(ctx, {
          username,
          password: chosen,
          mustChangePassword: password === undefined,
        });
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
      .addHelpText("after", example(`${name} --username jane`))
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
    "reset-two-factor",
    "turn off two-factor login after a lost phone, and require a new password at the next login",
    resetTwoFactor,
    (change) => `Turned off two-factor login for ${change.username}. ${ended(change)}`,
  );
  registerChange(
    "revoke-sessions",
    "log an administrator out everywhere",
    endAdminSessions,
    (change) => `${change.username}: ${ended(change)}`,
  );

  registerTeamCommands(admin);
}

function generatePassword(): string {
  return randomBytes(15).toString("base64url");
}

function ended({ sessions }: Change): string {
  return `Ended ${sessions} session${sessions === 1 ? "" : "s"}.`;
}

function describeAdmins(admins: readonly AdminSummary[]): string {
  if (admins.length === 0) return "No administrators.";
  const rows = admins.map(
    ({ username, role, email, isDisabled, hasTwoFactor, lastLoginAt, sessions }) => [
      username,
      role,
      isDisabled ? "disabled" : "enabled",
      hasTwoFactor ? "on" : "off",
      email ?? "-",
      lastLoginAt ? toMinute(lastLoginAt) : "-",
      String(sessions),
    ],
  );
  return formatTable([
    ["USERNAME", "ROLE", "STATUS", "TWO-FACTOR", "EMAIL", "LAST LOGIN", "SESSIONS"],
    ...rows,
  ]);
}

function describeDevices(devices: AdminAccountView["devices"]): string {
  if (devices.length === 0) return "No known browsers.";
  const rows = devices.map(({ id, description, network, lastLoginAt }) => [
    String(id),
    description,
    network ?? "-",
    toMinute(lastLoginAt),
  ]);
  return formatTable([["ID", "BROWSER", "NETWORK", "LAST LOGIN"], ...rows]);
}
