import { stringify } from "csv-stringify/sync";
import type { SubscriberFilter, SubscriberRow } from "@/lib/contracts/admin/subscribers";
import { toSafeCell } from "../csv/csv-format";
import { recordAudit, type Actor } from "../../audit";
import type { Context } from "../../context";
import type { Cursor } from "./cursor";
import { findIds } from "./list";
import { readRows } from "./rows";

const pageSize = 1_000;

const columns = [
  "id",
  "email",
  "name",
  "phone",
  "status",
  "plan",
  "timezone",
  "email_on",
  "email_suppressed",
  "texts_on",
  "texts_suppressed",
  "paused_until",
  "last_briefing",
  "last_outcome",
  "joined_at",
] as const;

/**
 * The subscribers that pass a filter, in its order, as CSV in chunks. Cells can't be formulas; phone
 * numbers are exempt, because only digits follow their plus. Audited before the first chunk.
 *
 * @param ids only these, in the order of the filter
 */
export async function* exportSubscriberList(
  ctx: Context,
  filter: SubscriberFilter,
  { ids, actor }: { ids: readonly number[] | null; actor: Actor },
): AsyncGenerator<string> {
  await recordAudit(ctx, ctx.db, {
    actor,
    action: "subscribers.exported",
    subject: "subscribers",
    detail: { filter, ...(ids && { ids: [...ids] }) },
  });
  yield `${columns.join(",")}\n`;
  let after: Cursor | null = null;
  for (;;) {
    const found: Cursor[] = await findIds(ctx, filter, { after, limit: pageSize, ids });
    const rows = await readRows(
      ctx,
      found.map(({ id }) => id),
    );
    if (rows.length > 0) yield stringify(rows.map(toCells));
    if (found.length < pageSize) return;
    after = found.at(-1) ?? null;
  }
}

function toCells(row: SubscriberRow): string[] {
  const { emailChannel, smsChannel, lastBriefing } = row;
  return [
    String(row.id),
    toSafeCell(row.email),
    toSafeCell(row.name ?? ""),
    row.phone ?? "",
    row.status,
    row.plan ?? "",
    row.timezone,
    String(emailChannel.isOn),
    String(emailChannel.isSuppressed),
    String(smsChannel.isOn),
    String(smsChannel.isSuppressed),
    row.pausedUntil ?? "",
    lastBriefing?.localDate ?? "",
    lastBriefing?.outcome ?? "",
    row.joinedAt,
  ];
}
