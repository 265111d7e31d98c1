import {
  IncomingMessage,
  ServerResponse,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from "node:http";
import { Socket } from "node:net";
import { bytesOf, callbacksOf } from "./responses";

/** A complete response that was never sent. */
export type InternalResponse = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/**
 * Requests a path of our own site within the process. The handler sees only these headers: no client, no
 * cookie.
 *
 * @throws what the handler throws
 */
export async function requestInternally(
  path: string,
  headers: IncomingHttpHeaders,
  handle: Handler,
): Promise<InternalResponse> {
  const request = Object.assign(new IncomingMessage(new Socket()), {
    method: "GET",
    url: path,
    headers: { ...headers },
  });
  request.push(null);
  const response = new ServerResponse(request);
  const chunks: Uint8Array[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      response.write = (...args: unknown[]) => {
        chunks.push(...bytesOf(args));
        for (const callback of callbacksOf(args)) process.nextTick(callback);
        return true;
      };
      response.end = (...args: unknown[]) => {
        if (!response.headersSent) response.writeHead(response.statusCode);
        chunks.push(...bytesOf(args));
        resolve();
        response.emit("finish");
        for (const callback of callbacksOf(args)) process.nextTick(callback);
        return response;
      };
      Promise.resolve(handle(request, response)).catch(reject);
    });
    return {
      status: response.statusCode,
      headers: response.getHeaders(),
      body: Buffer.concat(chunks),
    };
  } finally {
    response.emit("close");
  }
}
