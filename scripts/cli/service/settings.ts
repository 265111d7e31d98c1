import { Argument, type Command } from "commander";
import { changeSettingsSchema } from "@/lib/contracts/admin/settings";
import { changeTeamSettings, getTeamSettings } from "@/lib/domain/settings/team-settings";
import { settingsMessages as messages } from "@/lib/messages/admin/settings";
import { OperatorError } from "@/lib/platform/operator-error";
import { formatTable } from "../admin-options";
import { withServices } from "../services";

/** `settings list` and `settings set`. */
export function registerSettingsCommands(program: Command): void {
  const settings = program.command("settings").description("what can be changed without a restart");

  settings
    .command("list")
    .description("list the settings, and which of them a variable sets")
    .option("--json", "print one JSON object")
    .addHelpText("after", "\nExample:\n  $ npm run cli -- settings list")
    .action(({ json }: { json?: boolean }) =>
      withServices(async ({ ctx }) => {
        const list = await getTeamSettings(ctx);
        if (json) {
          console.log(JSON.stringify(list));
          return;
        }
        const rows = Object.entries(list).map(([name, { value, variable }]) => [
          name,
          String(value),
          variable ?? "",
        ]);
        console.log(formatTable([["SETTING", "VALUE", "FIXED BY"], ...rows]));
      }),
    );

  settings
    .command("set")
    .description("change a setting, effective immediately")
    .addArgument(
      new Argument("<name>", "the setting").choices(["smsDailyBudget", "repeatTrialPolicy"]),
    )
    .argument("<value>", "a number of texts a day; note or refuse")
    .addHelpText(
      "after",
      `
Two-factor login has its own command: admin require-two-factor.

Examples:
  $ npm run cli -- settings set smsDailyBudget 2000
  $ npm run cli -- settings set repeatTrialPolicy refuse`,
    )
    .action((name: string, text: string) =>
      withServices(async ({ ctx }) => {
        const value = name === "smsDailyBudget" ? Number(text) : text;
        const changes = changeSettingsSchema.safeParse({ [name]: value });
        if (!changes.success) throw new OperatorError(changes.error.issues[0]?.message ?? "");
        await changeTeamSettings(ctx, changes.data, "operator");
        console.log(`${messages.saved}.`);
      }),
    );
}
