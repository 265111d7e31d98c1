import type { ErrorBody } from "@/lib/contracts/primitives";

/** An expected error with a message for the user. Any other thrown error is a bug or an outage. */
export class AppError extends Error {
  /** HTTP status of the response. */
  readonly status: number;
  /** What the user reads. */
  readonly userMessage: string;
  readonly code: string | undefined;
  readonly field: string | undefined;
  /** Seconds to wait before a retry, sent as `Retry-After`. */
  readonly retryAfterS: number | undefined;

  constructor(
    status: number,
    userMessage: string,
    options: {
      code?: string | undefined;
      field?: string | undefined;
      retryAfterS?: number | undefined;
      /** More information for the log. */
      detail?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(options.detail ?? userMessage, { cause: options.cause });
    this.name = "AppError";
    this.status = status;
    this.userMessage = userMessage;
    this.code = options.code;
    this.field = options.field;
    this.retryAfterS = options.retryAfterS;
  }

  /** The response body. */
  toBody(): ErrorBody {
    return {
      message: this.userMessage,
      ...(this.code === undefined ? {} : { code: this.code }),
      ...(this.field === undefined ? {} : { field: this.field }),
    };
  }
}
