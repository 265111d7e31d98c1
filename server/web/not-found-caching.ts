import type { ServerResponse } from "node:http";

/**
 * Keeps proxies and browsers from storing a 404: the post may be published in the next minute. Next lets
 * proxies keep some 404s for a year.
 */
export function neverStoreNotFound(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (...args: unknown[]): ServerResponse => {
    if (args[0] === 404) response.setHeader("cache-control", "no-store");
    return Reflect.apply(writeHead, response, args);
  };
}
