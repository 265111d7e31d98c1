import { z } from "zod";
import { Prisma } from "./generated/client";

const violationSchema = z.object({
  driverAdapterError: z.object({
    cause: z.object({ constraint: z.object({ index: z.string() }) }),
  }),
});

/** Name of the unique index that a write violated (SQLSTATE 23505), or null for any other error. */
export function violatedUniqueIndex(error: unknown): string | null {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return null;
  const violation = violationSchema.safeParse(error.meta);
  return violation.success ? violation.data.driverAdapterError.cause.constraint.index : null;
}

const databaseErrorSchema = z.object({
  driverAdapterError: z.object({ cause: z.object({ originalCode: z.string() }) }),
});

/** The SQLSTATE with which the database refused a statement, or null for any other error. */
export function sqlStateOf(error: unknown): string | null {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return null;
  const refusal = databaseErrorSchema.safeParse(error.meta);
  return refusal.success ? refusal.data.driverAdapterError.cause.originalCode : null;
}
