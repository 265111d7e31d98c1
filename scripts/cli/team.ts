import { Argument, Option, type Command } from "commander";
import { adminRoles, type AdminRole } from "@/lib/contracts/roles";
import { roleNames } from "@/lib/messages/admin";
import { teamMessages } from "@/lib/messages/admin/team";
import { setAdminName, setAdminRole } from "@/lib/domain/team/manage-admins";
import {
  inviteAdmin,
  listInvitations,
  resendInvitation,
  withdrawInvitation,
} from "@/lib/domain/team/invitations";
import { requireTwoFactor } from "@/lib/domain/team/members";
import {
  asEmail,
  asId,
  asName,
  example,
  formatTable,
  toMinute,
  usernameOption,
} from "./admin-options";
import { withServices } from "./services";

/** The role that an administrator gets. */
export function roleOption(): Option {
  return new Option("--role <role>", "what they may do").choices(adminRoles);
}

/** The commands of `admin` about roles, names, and invitations. */
export function registerTeamCommands(admin: Command): void {
  admin
    .command("set-role")
    .description("change what an administrator may do")
    .requiredOption(...usernameOption)
    .addOption(roleOption().makeOptionMandatory())
    .addHelpText("after", example("set-role --username jane --role support"))
    .action(({ username, role }: { username: string; role: AdminRole }) =>
      withServices(async ({ ctx }) => {
        const done = await setAdminRole(ctx, username, role);
        console.log(`${teamMessages.roleChanged(done.username, roleNames[role])}.`);
      }),
    );

  admin
    .command("set-name")
    .description("change the name that others see of an administrator")
    .requiredOption(...usernameOption)
    .option("--name <name>", "such as Ana Ruiz (default: the username)", asName)
    .addHelpText("after", example("set-name --username jane --name 'Jane Roe'"))
    .action(({ username, name }: { username: string; name?: string }) =>
      withServices(async ({ ctx }) => {
        await setAdminName(ctx, username, name ?? null);
        console.log(`${teamMessages.nameChanged}.`);
      }),
    );

  admin
    .command("invite")
    .description("invite someone to the team by email")
    .requiredOption("--email <address>", "where the link goes", asEmail)
    .addOption(roleOption().makeOptionMandatory())
    .addHelpText("after", example("invite --email jane@example.com --role editor"))
    .action((invited: { email: string; role: AdminRole }) =>
      withServices(async ({ ctx }) => {
        const { email } = await inviteAdmin(ctx, invited, "operator");
        console.log(`${teamMessages.invited(email)}.`);
      }),
    );

  admin
    .command("invitations")
    .description("list the invitations that weren't accepted")
    .option("--json", "as JSON")
    .addHelpText("after", example("invitations"))
    .action(({ json }: { json?: boolean }) =>
      withServices(async ({ ctx }) => {
        const invitations = await listInvitations(ctx);
        if (json) {
          console.log(JSON.stringify(invitations, null, 2));
          return;
        }
        const rows = invitations.map(({ id, email, role, sentAt, expiresAt }) => [
          String(id),
          email,
          role,
          toMinute(sentAt),
          toMinute(expiresAt),
        ]);
        console.log(
          rows.length === 0
            ? "No invitations."
            : formatTable([["ID", "EMAIL", "ROLE", "SENT", "EXPIRES"], ...rows]),
        );
      }),
    );

  admin
    .command("resend-invitation")
    .description("send an invitation again, with a new link")
    .requiredOption("--invitation <id>", "its id in `admin invitations`", asId)
    .addHelpText("after", example("resend-invitation --invitation 3"))
    .action(({ invitation }: { invitation: number }) =>
      withServices(async ({ ctx }) => {
        const { email } = await resendInvitation(ctx, invitation, "operator");
        console.log(`${teamMessages.invited(email)}.`);
      }),
    );

  admin
    .command("withdraw-invitation")
    .description("withdraw an invitation, so that its link no longer works")
    .requiredOption("--invitation <id>", "its id in `admin invitations`", asId)
    .addHelpText("after", example("withdraw-invitation --invitation 3"))
    .action(({ invitation }: { invitation: number }) =>
      withServices(async ({ ctx }) => {
        await withdrawInvitation(ctx, invitation, "operator");
        console.log(`${teamMessages.withdrawn}.`);
      }),
    );

  admin
    .command("require-two-factor")
    .description("require two-factor login of every administrator, or no longer")
    .addArgument(new Argument("<state>", "on or off").choices(["on", "off"]))
    .addHelpText("after", example("require-two-factor on"))
    .action((state: string) =>
      withServices(async ({ ctx }) => {
        await requireTwoFactor(ctx, state === "on", "operator");
        const { twoFactorRequired, twoFactorOptional } = teamMessages;
        console.log(`${state === "on" ? twoFactorRequired : twoFactorOptional}.`);
      }),
    );
}
