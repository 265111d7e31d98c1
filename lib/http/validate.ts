import type { z } from "zod";
import { sentences } from "@/lib/contracts/sentences";
import { AppError } from "@/lib/platform/app-error";

/**
 * What a schema makes of something sent to us.
 *
 * @throws AppError 400 with the schema's first sentence and the field it is about
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  if (holdsNul(value)) throw new AppError(400, sentences.http.unstorableCharacter);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.findLast((key) => typeof key === "string");
  // About the whole value there is no sentence of ours, only the library's own.
  const sentence = field === undefined ? sentences.http.invalid : (issue?.message ?? "");
  throw new AppError(400, sentence, { field, detail: issue?.message });
}

// PostgreSQL's text cannot hold U+0000.
function holdsNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(holdsNul);
}
