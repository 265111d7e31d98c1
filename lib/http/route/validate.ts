import type { z } from "zod";
import { httpMessages } from "@/lib/messages/http";
import { AppError } from "@/lib/platform/app-error";

/**
 * Parses input with a schema.
 *
 * @throws AppError 400 with the first issue's message and field, and with the code that a refinement
 *   names as `params.code`
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const problem = findProblem(value);
  if (problem) throw new AppError(400, problem.message, { field: fieldOf(problem.path) });
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = fieldOf(issue?.path ?? []);
  // For the whole value, schemas have only the library's message.
  const message = field === undefined ? httpMessages.invalid : (issue?.message ?? "");
  throw new AppError(400, message, { code: codeOf(issue), field, detail: issue?.message });
}

function codeOf(issue: z.core.$ZodIssue | undefined): string | undefined {
  const code: unknown = issue?.code === "custom" ? issue.params?.["code"] : undefined;
  return typeof code === "string" ? code : undefined;
}

/** The innermost property name in a path; numbers are array indexes. */
function fieldOf(path: readonly PropertyKey[]): string | undefined {
  return path.findLast((key) => typeof key === "string");
}

/** Far deeper than any schema of ours. Without a limit, nesting could overflow the stack. */
const maxDepth = 32;

type Problem = { path: PropertyKey[]; message: string };

/**
 * What no schema would refuse: U+0000, which PostgreSQL's text type can't store, deep nesting, and names that
 * shadow what every object inherits. With `{ "length": { "toString": null } }`, comparing the length throws
 * before the type is checked.
 */
function findProblem(value: unknown, depth = 0): Problem | null {
  if (depth > maxDepth) return { path: [], message: httpMessages.tooDeep };
  if (typeof value === "string") return value.includes("\0") ? unstorable() : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    if (name.includes("\0")) return unstorable();
    if (name in Object.prototype) return { path: [], message: httpMessages.invalid };
    const problem = findProblem(part, depth + 1);
    if (!problem) continue;
    return { ...problem, path: [Array.isArray(value) ? Number(name) : name, ...problem.path] };
  }
  return null;
}

function unstorable(): Problem {
  return { path: [], message: httpMessages.unstorableCharacter };
}
