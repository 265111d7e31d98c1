import type { z } from "zod";

/** An invalid call to a control endpoint; the response contains the message and the field. */
export class RequestError extends Error {
  override name = "RequestError";
  readonly statusCode: number;
  readonly field: string | undefined;

  constructor(statusCode: number, message: string, field?: string) {
    super(message);
    this.statusCode = statusCode;
    this.field = field;
  }
}

/**
 * Validates a caller's input.
 *
 * @throws RequestError 400 with the schema's first message and the name of the field
 */
export function parseInput<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join(".");
  throw new RequestError(400, issue?.message ?? "The input isn't valid.", field || undefined);
}
