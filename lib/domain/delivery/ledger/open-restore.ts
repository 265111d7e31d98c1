import type { Context } from "../../context";

/** A database that may have lost what was sent, and isn't complete yet. */
export type OpenRestore = {
  id: number;
  /** Null until it's certain that something is lost. */
  confirmedAt: Date | null;
  /** Why the last step failed. */
  error: string | null;
};

/** The restore because of which nothing is sent now; null when there is none. */
export function findOpenRestore(ctx: Pick<Context, "db">): Promise<OpenRestore | null> {
  return ctx.db.restore.findFirst({
    where: { releasedAt: null },
    select: { id: true, confirmedAt: true, error: true },
  });
}
