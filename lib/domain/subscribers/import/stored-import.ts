import { z } from "zod";
import { importChangeSchema, type ImportChange } from "@/lib/contracts/admin/imports";
import type { Transaction } from "@/lib/platform/database/database";
import { piecesOf } from "./read-file";

/** Deletes an import's file, with everything copied from it or entered to correct it. */
export async function forgetFile(tx: Pick<Transaction, "$executeRaw">, id: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE subscriber_imports SET content = NULL, fixes = '{}', columns = (
      SELECT coalesce(jsonb_agg(each || '{"firstValue": ""}' ORDER BY place), '[]')
      FROM jsonb_array_elements(columns) WITH ORDINALITY AS stored (each, place))
    WHERE id = ${id}`;
}

/** Small enough for a worker's memory, but large enough not to unpack a large file too often (characters). */
const lengthPerQuery = 4_000_000;

/** An import's file in pieces, split by the database: the whole file could fill a worker's memory. */
export async function* storedPieces(
  db: Pick<Transaction, "$queryRaw">,
  id: number,
): AsyncGenerator<string> {
  for (let from = 1; ; from += lengthPerQuery) {
    const [found] = await db.$queryRaw<{ piece: string | null }[]>`
      SELECT substring(content FROM ${from}::int FOR ${lengthPerQuery}::int) AS piece
      FROM subscriber_imports WHERE id = ${id}`;
    if (!found?.piece) return;
    yield* piecesOf(found.piece);
  }
}

/** How a stored import reads its file. */
export function readingOf(stored: {
  columns: unknown;
  fixes: unknown;
  defaultStatus: string | null;
  country: string | null;
}): ImportChange {
  const { columns } = z
    .object({ columns: z.array(z.object({ column: importChangeSchema.shape.columns.element })) })
    .parse({ columns: stored.columns });
  return importChangeSchema.parse({
    columns: columns.map(({ column }) => column),
    fixes: stored.fixes,
    defaultStatus: stored.defaultStatus,
    country: stored.country,
  });
}
