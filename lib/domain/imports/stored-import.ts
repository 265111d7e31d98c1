import { z } from "zod";
import { importChangeSchema, type ImportChange } from "@/lib/contracts/admin/imports";

/** How a stored import reads its file. */
export function readingOf(stored: {
  columns: unknown;
  fixes: unknown;
  defaultStatus: string | null;
}): ImportChange {
  const { columns } = z
    .object({ columns: z.array(z.object({ column: importChangeSchema.shape.columns.element })) })
    .parse({ columns: stored.columns });
  return importChangeSchema.parse({
    columns: columns.map(({ column }) => column),
    fixes: stored.fixes,
    defaultStatus: stored.defaultStatus,
  });
}
