/** Something the operator has to fix. The message says what happened and what to do. */
export class OperatorError extends Error {
  override name = "OperatorError";
  readonly problems: readonly string[];

  /** @param problems one message, or several, which are listed */
  constructor(problems: string | readonly string[], options?: ErrorOptions) {
    const found = [problems].flat();
    super(listProblems(found), options);
    this.problems = found;
  }
}

/** One problem as it is, several as a list. */
function listProblems(problems: readonly string[]): string {
  const [first = "", ...others] = problems;
  if (others.length === 0) return first;
  const lines = problems.map((problem) => `- ${problem}`);
  return [`There are ${problems.length} problems:`, ...lines].join("\n");
}

/** Collects everything the operator has to fix, so that one start names all of it. */
export class Problems {
  readonly #found: string[] = [];

  add(problem: string): void {
    this.#found.push(problem);
  }

  /** Does the work, and collects an OperatorError, then returning undefined. Throws any other error. */
  collect<Result>(work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      this.#keep(error);
      return undefined;
    }
  }

  /** As `collect`. */
  async collectAsync(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#keep(error);
    }
  }

  get isEmpty(): boolean {
    return this.#found.length === 0;
  }

  /** All of them as one error. */
  toError(): OperatorError {
    return new OperatorError(this.#found);
  }

  #keep(error: unknown): void {
    if (!(error instanceof OperatorError)) throw error;
    this.#found.push(...error.problems);
  }
}

/** Does the work. If it fails, says what couldn't be done, as in `Can't create /data`, and why. */
export function explain<Result>(failure: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new OperatorError(`${failure}: ${reasonOf(error)}.`, { cause: error });
  }
}

/** The message of any thrown value. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** True for an error with this code, such as the system's `EEXIST`. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
