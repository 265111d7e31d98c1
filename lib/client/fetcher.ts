import type { z } from "zod";
import { errorBodySchema } from "@/lib/contracts/primitives";

/**
 * A call that did not succeed. `message` is "status: body" (spec, section 7), for logs;
 * `userMessage` is the sentence for the person, when the server gave one.
 */
export class FetchError extends Error {
  override name = "FetchError";

  constructor(
    readonly status: number,
    readonly userMessage: string | undefined,
    readonly code: string | undefined,
    text: string,
  ) {
    super(`${status}: ${text}`);
  }
}

/** What `request` takes beside the address. */
export type RequestOptions = {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Sent as JSON. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
};

/**
 * Calls the service with its cookies. The content type is set only when there is a body.
 *
 * @throws FetchError on any answer but a success; TypeError when there was no answer
 */
export async function request(url: string, options: RequestOptions = {}): Promise<Response> {
  const { method = "GET", body, signal } = options;
  const headers = {
    ...options.headers,
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
  };
  const response = await fetch(url, {
    method,
    credentials: "include",
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  if (!response.ok) throw await toFetchError(response);
  return response;
}

/**
 * The JSON that an address answers.
 *
 * @param schema of the answer, from lib/contracts
 * @throws FetchError as `request`; ZodError when the answer has another shape
 */
export async function getJson<T>(
  url: string,
  schema: z.ZodType<T>,
  signal?: AbortSignal,
): Promise<T> {
  const response = await request(url, signal ? { signal } : {});
  return schema.parse(await response.json());
}

/** The server's sentence about a failed call, or undefined when it gave none. */
export function serverMessage(error: unknown): string | undefined {
  return error instanceof FetchError ? error.userMessage || undefined : undefined;
}

async function toFetchError(response: Response): Promise<FetchError> {
  const text = await response.text();
  const parsed = errorBodySchema.safeParse(jsonOrNull(text));
  return new FetchError(
    response.status,
    parsed.data?.message,
    parsed.data?.code,
    text || response.statusText,
  );
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
