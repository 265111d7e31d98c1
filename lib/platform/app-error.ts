import type { ErrorBody } from "@/lib/contracts/primitives";

/** A refusal that a person may read. Everything else that is thrown is a fault of ours. */
export class AppError extends Error {
  /** HTTP status the refusal answers with. */
  readonly status: number;
  /** The sentence the person reads. */
  readonly userMessage: string;
  readonly code: string | undefined;
  readonly field: string | undefined;
  /** Seconds until another try makes sense; sent as `Retry-After`. */
  readonly retryAfterS: number | undefined;

  constructor(
    status: number,
    userMessage: string,
    options: {
      code?: string | undefined;
      field?: string | undefined;
      retryAfterS?: number | undefined;
      /** What the log should know beside the sentence. */
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

  /** The body this refusal answers with. */
  toBody(): ErrorBody {
    return {
      message: this.userMessage,
      ...(this.code === undefined ? {} : { code: this.code }),
      ...(this.field === undefined ? {} : { field: this.field }),
    };
  }
}
