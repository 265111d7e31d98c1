import type { ServerResponse } from "node:http";
import { beforeHead } from "./responses";

/**
 * Keeps proxies and browsers from storing a 404: the post may be published in the next minute. Next lets
 * proxies keep some 404s for a year.
 */
export function neverStoreNotFound(response: ServerResponse): void {
  beforeHead(response, ([status]) => {
    if (status === 404) response.setHeader("cache-control", "no-store");
  });
}
