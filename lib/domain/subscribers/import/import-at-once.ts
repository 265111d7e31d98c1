import type { ImportCounts, ImportProblem, NewImport } from "@/lib/contracts/admin/imports";
import { csvLimitBytes } from "@/lib/contracts/limits";
import { importMessages } from "@/lib/messages/admin/imports";
import { AppError } from "@/lib/platform/app-error";
import type { Context } from "../../context";
import { createImport, discardImport, startImport } from "./imports";
import { listLeftOut } from "./problems";
import { runImports } from "./run";

/** How often we check on an import that a worker continues. */
const pollMs = 200;

/**
 * Imports a file for the operator like the import screen does, and waits for it. Our own export can turn
 * texts on for new people.
 *
 * @param onLeftOut called for each row, and each cell of other rows, that isn't imported
 * @throws AppError 400 for a file that can't be read, or whose columns someone has to choose
 */
export async function importAtOnce(
  ctx: Context,
  file: NewImport,
  onLeftOut: (problem: ImportProblem) => void,
): Promise<ImportCounts> {
  if (file.content.trim() === "") throw new AppError(400, importMessages.fileEmpty);
  if (file.content.length > csvLimitBytes) throw new AppError(400, importMessages.fileTooLarge);
  const { id } = await createImport(ctx, file, "operator");
  try {
    for await (const problem of listLeftOut(ctx, id)) onLeftOut(problem);
    await startImport(ctx, id, "operator");
  } catch (error) {
    await discardImport(ctx, id, "operator");
    throw error;
  }
  for (;;) {
    await runImports(ctx);
    const { state, added, updated, unchanged, rejected } =
      await ctx.db.subscriberImport.findUniqueOrThrow({ where: { id }, omit: { content: true } });
    if (state !== "running") return { added, updated, unchanged, rejected };
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs);
    });
  }
}
