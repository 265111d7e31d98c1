import { stringify } from "csv-stringify/sync";
import type { AuditEntry, AuditFilter } from "@/lib/contracts/admin/audit";
import type { Context } from "../context";
import { readAllEntries } from "./list-entries";

const columns = [
  "id",
  "at",
  "actor",
  "action",
  "subject",
  "before",
  "after",
  "detail",
  "hash",
] as const;

const entriesPerChunk = 1_000;

/** The matching entries as CSV, in chunks, newest first. Cells can't be formulas. */
export async function* exportAuditEntries(
  ctx: Pick<Context, "db" | "clock">,
  filter: AuditFilter,
): AsyncGenerator<string> {
  yield `${columns.join(",")}\n`;
  for await (const entries of readAllEntries(ctx, filter, entriesPerChunk)) {
    yield stringify(entries.map(toCells), { escape_formulas: true });
  }
}

function toCells(entry: AuditEntry): string[] {
  const { id, at, actor, action, subject, before, after, detail, hash } = entry;
  const json = (fields: AuditEntry["detail"]) => (fields ? JSON.stringify(fields) : "");
  return [
    id,
    at,
    actor.id,
    action,
    subject.id,
    json(before),
    json(after),
    json(detail),
    hash ?? "",
  ];
}
