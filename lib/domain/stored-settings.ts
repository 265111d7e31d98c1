import { z } from "zod";
import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit, type Actor } from "./audit";
import type { Context } from "./context";

/** The settings that administrators change on a screen, each with its default. */
const storedSettings = {
  /** Every administrator must set up two-factor login, at the next login at the latest. */
  requireTwoFactor: z.boolean().default(false),
  /** Briefing emails are sent with the email provider's open and click tracking, and what it reports is counted. */
  trackEmails: z.boolean().default(false),
} as const;

export type StoredSettingName = keyof typeof storedSettings;

export type StoredSettingValue<Name extends StoredSettingName> = z.output<
  (typeof storedSettings)[Name]
>;

/** A setting's value, or its default. */
export async function readSetting<Name extends StoredSettingName>(
  db: Pick<Transaction, "storedSetting">,
  name: Name,
): Promise<StoredSettingValue<Name>> {
  const row = await db.storedSetting.findUnique({ where: { key: name } });
  return storedSettings[name].parse(row?.value);
}

/** Changes a setting and records it, unless it has that value already. */
export async function writeSetting<Name extends StoredSettingName>(
  ctx: Pick<Context, "clock">,
  tx: Transaction,
  { name, value, by }: { name: Name; value: StoredSettingValue<Name>; by: Actor },
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
