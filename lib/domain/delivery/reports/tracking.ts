import type { Actor } from "../../audit";
import type { Context } from "../../context";
import { readSetting, writeSetting } from "../../settings/stored-settings";

/** Whether emails are sent with open and click tracking, and what is reported is counted. */
export function isTracking({ db }: Pick<Context, "db">): Promise<boolean> {
  return readSetting(db, "trackEmails");
}

/** Turns tracking on or off, for emails that are sent from now on. */
export async function setTracking(
  ctx: Pick<Context, "db" | "clock">,
  { value, by }: { value: boolean; by: Actor },
): Promise<void> {
  await ctx.db.$transaction((tx) => writeSetting(ctx, tx, { name: "trackEmails", value, by }));
}
