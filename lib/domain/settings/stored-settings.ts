import { z } from "zod";
import {
  repeatTrialPolicySchema,
  smsDailyBudgetSchema,
  type RepeatTrialPolicy,
} from "@/lib/contracts/admin/settings";
import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";

/** The settings that administrators change on a screen. */
type StoredSettings = {
  /** Every administrator must set up two-factor login, at the next login at the latest. */
  requireTwoFactor: boolean;
  /** How many texts a day people can trigger in total. Briefings don't count. */
  smsDailyBudget: number;
  /** A repeat trial is allowed with a note to the operator, or refused. */
  repeatTrialPolicy: RepeatTrialPolicy;
  /** A briefing goes out only once someone other than its last author has approved it; read by `may_be_sent`. */
  requireApproval: boolean;
  /** Briefing emails are sent with the email provider's open and click tracking, and what it reports is counted. */
  trackEmails: boolean;
};

type StoredSettingName = keyof StoredSettings;

/** Each has a default. */
const schemas: { [Name in StoredSettingName]: z.ZodType<StoredSettings[Name]> } = {
  requireTwoFactor: z.boolean().default(false),
  smsDailyBudget: smsDailyBudgetSchema.default(1_000),
  repeatTrialPolicy: repeatTrialPolicySchema.default("note"),
  requireApproval: z.boolean().default(false),
  trackEmails: z.boolean().default(false),
};

/** A setting's value, or its default. */
export async function readSetting<Name extends StoredSettingName>(
  db: Pick<Transaction, "storedSetting">,
  name: Name,
): Promise<StoredSettings[Name]> {
  const row = await db.storedSetting.findUnique({ where: { key: name } });
  return schemas[name].parse(row?.value);
}

/** Changes a setting and records the change, unless it already has that value. */
export async function writeSetting<Name extends StoredSettingName>(
  ctx: Pick<Context, "clock">,
  tx: Transaction,
  { name, value, by }: { name: Name; value: StoredSettings[Name]; by: Actor },
): Promise<void> {
  const before = await readSetting(tx, name);
  if (before === value) return;
  const updatedAt = ctx.clock.now();
  await tx.storedSetting.upsert({
    where: { key: name },
    create: { key: name, value, updatedAt },
    update: { value, updatedAt },
  });
  await recordAudit(ctx, tx, {
    actor: by,
    action: "setting.changed",
    subject: `setting:${name}`,
    detail: { before, after: value },
  });
}
