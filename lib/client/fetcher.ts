import type { z } from "zod";
import { errorBodySchema } from "@/lib/contracts/primitives";

/**
 * A failed call. `message` is "status: body" for logs; `userMessage` is what the server wants the
 * user to read, if anything (docs/product-spec.md, section 13.1).
 */
export class FetchError extends Error {
  override name = "FetchError";

  constructor(
    readonly status: number,
    readonly userMessage: string | undefined,
    readonly code: string | undefined,
    text: string,
    /** The field of the body that is wrong, if it's a single one. */
    readonly field?: string,
  ) {
    super(`${status}: ${text}`);
  }
}

export type RequestOptions = {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Sent as JSON, except for a file. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
};

/**
 * Sends credentials. Sets the content type only if there is a body.
 *
 * @throws FetchError on a response other than 2xx; TypeError without a response
 */
export async function request(url: string, options: RequestOptions = {}): Promise<Response> {
  const { method = "GET", body, signal } = options;
  const isFile = body instanceof Blob;
  const headers = {
    ...options.headers,
    ...(body === undefined
      ? {}
      : { "Content-Type": isFile ? "application/octet-stream" : "application/json" }),
  };
  const response = await fetch(url, {
    method,
    credentials: "include",
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  if (!response.ok) throw await toFetchError(response);
  return response;
}

/**
 * Fetches JSON and validates it.
 *
 * @throws FetchError and TypeError like `request`; ZodError if the response has a different shape
 */
export async function getJson<T>(
  url: string,
  schema: z.ZodType<T>,
  signal?: AbortSignal,
): Promise<T> {
  const response = await request(url, signal ? { signal } : {});
  return schema.parse(await response.json());
}

/** The message that the server wrote for the user, if any. */
export function serverMessage(error: unknown): string | undefined {
  return error instanceof FetchError ? error.userMessage || undefined : undefined;
}

/** A failed call for analytics: the server's code or status, without anything personal. */
export function failureKind(error: unknown): string {
  return error instanceof FetchError ? (error.code ?? `${error.status}`) : "no_answer";
}

/** Whether a call failed without an answer about it: no response, a broken one, or a server error. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof FetchError) || error.status >= 500;
}

/**
 * Sends a file as the body, with POST. Unlike `request`, it says how much has been sent.
 *
 * @param onProgress gets the bytes sent so far
 * @returns the status and the JSON of the answer
 * @throws FetchError and TypeError like `request`; AbortError when `signal` says so
 */
export function sendFile(
  url: string,
  file: Blob,
  { onProgress, signal }: { onProgress: (sentBytes: number) => void; signal: AbortSignal },
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open("POST", url);
    call.setRequestHeader("Content-Type", "application/octet-stream");
    call.upload.addEventListener("progress", ({ loaded }) => onProgress(loaded));
    call.addEventListener("error", () => reject(new TypeError("no answer")));
    call.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
    call.addEventListener("load", () => {
      const { status, statusText, responseText } = call;
      if (status >= 200 && status < 300) resolve({ status, body: jsonOrNull(responseText) });
      else void toFetchError(new Response(responseText, { status, statusText })).then(reject);
    });
    signal.addEventListener("abort", () => call.abort(), { once: true });
    call.send(file);
  });
}

async function toFetchError(response: Response): Promise<FetchError> {
  const text = await response.text();
  const parsed = errorBodySchema.safeParse(jsonOrNull(text));
  return new FetchError(
    response.status,
    parsed.data?.message,
    parsed.data?.code,
    text || response.statusText,
    parsed.data?.field,
  );
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
