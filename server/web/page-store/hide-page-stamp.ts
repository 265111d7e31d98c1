import type { ServerResponse } from "node:http";
import { pageStampHeader } from "@/lib/http/pages/page-stamp";

/** Keeps what the page cache notes about a page out of the response. */
export function hidePageStamp(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (...args: unknown[]): ServerResponse => {
    response.removeHeader(pageStampHeader);
    return Reflect.apply(writeHead, response, args);
  };
}
