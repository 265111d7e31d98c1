import type { SettingsView } from "@/lib/contracts/admin/settings";
import type { Context } from "@/lib/domain/context";
import { getTeamSettings } from "@/lib/domain/settings/team-settings";
import { describeConfiguration } from "@/lib/platform/service/configuration";
import { getEnv } from "./context";

/** The changeable settings, and those set by environment variables. Never contains a secret. */
export async function viewSettings(ctx: Context): Promise<SettingsView> {
  return {
    settings: await getTeamSettings(ctx),
    configuration: describeConfiguration(getEnv(), process.env),
  };
}
