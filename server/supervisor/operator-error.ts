/** Something that whoever started the command can put right: the message is one plain sentence. */
export class OperatorError extends Error {
  override name = "OperatorError";
}

/** What went wrong, in the words of the error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
