import type {
  ChangeableSettings,
  RepeatTrialPolicy,
  SettingsChange,
} from "@/lib/contracts/admin/settings";
import { rolesOf } from "@/lib/contracts/roles";
import { settingsMessages } from "@/lib/messages/admin/settings";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import type { Actor } from "../audit";
import type { Context } from "../context";
import { readSetting, writeSetting } from "./stored-settings";

type Reading = Pick<Context, "settings"> & { db: Pick<Transaction, "storedSetting"> };

/** The variables that override a team setting. */
const variables = {
  smsDailyBudget: "SMS_DAILY_BUDGET",
  repeatTrialPolicy: "REPEAT_TRIAL_POLICY",
  requireTwoFactor: "ADMIN_REQUIRE_2FA",
} as const;

/** How many texts a day people can trigger in total. */
export async function getSmsDailyBudget({ settings, db }: Reading): Promise<number> {
  return settings.smsDailyBudget ?? readSetting(db, "smsDailyBudget");
}

/** What happens at a second free trial. */
export async function getRepeatTrialPolicy({ settings, db }: Reading): Promise<RepeatTrialPolicy> {
  return settings.repeatTrialPolicy ?? readSetting(db, "repeatTrialPolicy");
}

/** Whether the operator's configuration or the team's setting requires a second factor for everyone. */
export async function isTwoFactorRequired({ settings, db }: Reading): Promise<boolean> {
  return settings.requiresTwoFactor || readSetting(db, "requireTwoFactor");
}

/** The settings that the team can change without a restart, and which of them a variable overrides. */
export async function getTeamSettings({ settings, db }: Reading): Promise<ChangeableSettings> {
  const { smsDailyBudget, repeatTrialPolicy, requiresTwoFactor } = settings;
  return {
    smsDailyBudget: {
      value: await getSmsDailyBudget({ settings, db }),
      variable: smsDailyBudget === null ? null : variables.smsDailyBudget,
    },
    repeatTrialPolicy: {
      value: await getRepeatTrialPolicy({ settings, db }),
      variable: repeatTrialPolicy === null ? null : variables.repeatTrialPolicy,
    },
    requireApproval: { value: await readSetting(db, "requireApproval"), variable: null },
    requireTwoFactor: {
      value: await isTwoFactorRequired({ settings, db }),
      variable: requiresTwoFactor ? variables.requireTwoFactor : null,
    },
  };
}

/**
 * Changes settings, all or none. They take effect immediately in every process.
 *
 * @throws AppError 409 for a setting that a variable overrides, and for approvals that nobody else could give
 */
export async function changeTeamSettings(
  ctx: Pick<Context, "db" | "clock" | "settings">,
  { smsDailyBudget, repeatTrialPolicy, requireApproval }: SettingsChange,
  by: Actor,
): Promise<void> {
  const { settings } = ctx;
  if (smsDailyBudget !== undefined && settings.smsDailyBudget !== null)
    throw fixedError("smsDailyBudget");
  if (repeatTrialPolicy !== undefined && settings.repeatTrialPolicy !== null) {
    throw fixedError("repeatTrialPolicy");
  }
  await ctx.db.$transaction(async (tx) => {
    if (smsDailyBudget !== undefined) {
      await writeSetting(ctx, tx, { name: "smsDailyBudget", value: smsDailyBudget, by });
    }
    if (repeatTrialPolicy !== undefined) {
      await writeSetting(ctx, tx, { name: "repeatTrialPolicy", value: repeatTrialPolicy, by });
    }
    if (requireApproval !== undefined) {
      if (requireApproval) await requireTwoEditors(tx);
      await writeSetting(ctx, tx, { name: "requireApproval", value: requireApproval, by });
    }
  });
}

/** Otherwise, nothing would ever be sent. */
async function requireTwoEditors(tx: Pick<Transaction, "admin">): Promise<void> {
  const editors = await tx.admin.count({
    where: { role: { in: [...rolesOf("approve")] }, disabledAt: null },
  });
  if (editors < 2) {
    throw new AppError(409, settingsMessages.twoEditorsNeeded, { field: "requireApproval" });
  }
}

function fixedError(field: keyof typeof variables): AppError {
  return new AppError(409, settingsMessages.fixedBy(variables[field]), { field });
}
