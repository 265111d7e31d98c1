import type { z } from "zod";

/** A call to a control endpoint that cannot be followed; the message says why in words. */
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
 * Checks what a caller sent.
 *
 * @throws RequestError 400 with the schema's sentence and the name of the field
 */
export function parseInput<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join(".");
  throw new RequestError(400, issue?.message ?? "The input cannot be read.", field || undefined);
}
