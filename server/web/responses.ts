import type { ServerResponse } from "node:http";

/**
 * Calls `change` right before the head of the response is sent, which may still change its headers.
 *
 * @param change gets what was passed to `writeHead`: the status, and more
 */
export function beforeHead(response: ServerResponse, change: (args: unknown[]) => void): void {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (...args: unknown[]): ServerResponse => {
    change(args);
    return Reflect.apply(writeHead, response, args);
  };
}

/** Returns whether a response is an HTML page. */
export function isPage(response: ServerResponse): boolean {
  return String(response.getHeader("content-type") ?? "").startsWith("text/html");
}

/** The bytes that were passed to `write` or `end`; none if only a callback was. */
export function bytesOf([chunk, encoding]: readonly unknown[]): Uint8Array[] {
  if (typeof chunk === "string") return [Buffer.from(chunk, toEncoding(encoding))];
  return chunk instanceof Uint8Array ? [chunk] : [];
}

/** The callbacks that were passed to `write` or `end`. */
export function callbacksOf(args: readonly unknown[]): (() => void)[] {
  return args.filter((each): each is () => void => typeof each === "function");
}

function toEncoding(name: unknown): BufferEncoding {
  return typeof name === "string" && Buffer.isEncoding(name) ? name : "utf8";
}
