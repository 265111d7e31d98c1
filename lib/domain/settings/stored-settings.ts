import { z } from "zod";
import { repeatTrialPolicySchema, smsDailyBudgetSchema } from "@/lib/contracts/admin/settings";
import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";

/** The settings that administrators change on a screen, with their defaults. */
const settingsSchema = z.object({
  /** Every administrator must set up two-factor login, at the next login at the latest. */
  requireTwoFactor: z.boolean().default(false),
  /** How many texts a day people can trigger in total. Briefings don't count. */
  smsDailyBudget: smsDailyBudgetSchema.default(1_000),
  /** A repeat trial is allowed with a note to the operator, or refused. */
  repeatTrialPolicy: repeatTrialPolicySchema.default("note"),
  /** A briefing goes out only once someone other than its last author has approved it; read by `may_be_sent`. */
  requireApproval: z.boolean().default(false),
  /** Briefing emails are sent with the email provider's open and click tracking, and what it reports is counted. */
  trackEmails: z.boolean().default(false),
});

type StoredSettings = z.output<typeof settingsSchema>;
type StoredSettingName = keyof StoredSettings;

/** A setting's value, or its default. */
export async function readSetting<Name extends StoredSettingName>(
  db: Pick<Transaction, "storedSetting">,
  name: Name,
): Promise<StoredSettings[Name]> {
  const row = await db.storedSetting.findUnique({ where: { key: name } });
  return settingsSchema.parse({ [name]: row?.value })[name];
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
