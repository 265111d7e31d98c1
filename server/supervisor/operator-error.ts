/** Something the operator has to fix. The message says what happened and what to do. */
export class OperatorError extends Error {
  override name = "OperatorError";
}

/** The message of any thrown value. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** True for an error with this code, such as the system's `EEXIST`. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
