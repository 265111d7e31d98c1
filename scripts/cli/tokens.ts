import type { Command } from "commander";
import { newTokenSchema } from "@/lib/contracts/admin/tokens";
import { idSchema } from "@/lib/contracts/primitives";
import { createApiToken, listApiTokens, revokeApiToken } from "@/lib/domain/team/api-tokens";
import { getAdmin } from "@/lib/domain/team/manage-admins";
import { OperatorError } from "@/lib/platform/operator-error";
import { withServices } from "./services";

type CreateOptions = { username: string; name: string; scopes: string; days: string };

/** `tokens list`, `create`, and `revoke`. */
export function registerTokenCommands(program: Command): void {
  const tokens = program.command("tokens").description("tokens with which programs call the API");

  tokens
    .command("list")
    .description("list the valid tokens as JSON, newest first")
    .addHelpText("after", "\nExample:\n  $ npm run cli -- tokens list")
    .action(() =>
      withServices(async ({ ctx }) => {
        console.log(JSON.stringify(await listApiTokens(ctx), null, 2));
      }),
    );

  tokens
    .command("create")
    .description("create a token that acts as an administrator, and print it once")
    .requiredOption("--username <name>", "the administrator")
    .requiredOption("--name <text>", "such as the program that will use it")
    .requiredOption("--scopes <list>", "permissions of their role, such as view,help")
    .option("--days <count>", "30, 90, 365, or never", "90")
    .addHelpText(
      "after",
      `
Example:
  $ npm run cli -- tokens create --username jane --name Zapier --scopes view`,
    )
    .action(({ username, name, scopes, days }: CreateOptions) =>
      withServices(async ({ ctx }) => {
        const input = newTokenSchema.safeParse({
          name,
          scopes: scopes.split(","),
          lifetimeDays: days === "never" ? null : Number(days),
        });
        if (!input.success) {
          const [issue] = input.error.issues;
          throw new OperatorError(issue?.message ?? "That isn't valid.");
        }
        const { id } = await getAdmin(ctx, username);
        console.log((await createApiToken(ctx, id, input.data, "operator")).token);
      }),
    );

  tokens
    .command("revoke")
    .description("revoke a token")
    .argument("<id>", "see `tokens list`")
    .addHelpText("after", "\nExample:\n  $ npm run cli -- tokens revoke 12")
    .action((text: string) =>
      withServices(async ({ ctx }) => {
        const id = idSchema.safeParse(text);
        if (!id.success) throw new OperatorError("Give the token's id, such as 12.");
        await revokeApiToken(ctx, id.data, "operator");
        console.log("Revoked.");
      }),
    );
}
