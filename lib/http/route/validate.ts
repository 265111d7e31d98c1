import type { z } from "zod";
import { httpMessages } from "@/lib/messages/http";
import { AppError } from "@/lib/platform/app-error";

/**
 * What a schema makes of something sent to us.
 *
 * @throws AppError 400 with the first issue's message and field, and with the code that a refinement
 *   names as `params.code`
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const unstorable = pathOfNul(value);
  if (unstorable) {
    throw new AppError(400, httpMessages.unstorableCharacter, { field: fieldOf(unstorable) });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = fieldOf(issue?.path ?? []);
  // About the whole value there is no sentence of ours, only the library's own.
  const sentence = field === undefined ? httpMessages.invalid : (issue?.message ?? "");
  throw new AppError(400, sentence, { code: codeOf(issue), field, detail: issue?.message });
}

function codeOf(issue: z.core.$ZodIssue | undefined): string | undefined {
  const code: unknown = issue?.code === "custom" ? issue.params?.["code"] : undefined;
  return typeof code === "string" ? code : undefined;
}

/** The innermost name on the way to a value; the numbers are places in lists. */
function fieldOf(path: readonly PropertyKey[]): string | undefined {
  return path.findLast((key) => typeof key === "string");
}

// PostgreSQL's text cannot hold U+0000.
function pathOfNul(value: unknown): PropertyKey[] | null {
  if (typeof value === "string") return value.includes("\0") ? [] : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    const path = pathOfNul(part);
    if (path) return [Array.isArray(value) ? Number(name) : name, ...path];
  }
  return null;
}
