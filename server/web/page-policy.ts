import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import {
  contentSecurityPolicy,
  reportingEndpoints,
  type PolicyPlaces,
} from "@/lib/platform/content-security-policy";
import type { Env } from "@/lib/platform/env";
import { isSecureUrl } from "@/lib/platform/secure-url";
import { scriptSources } from "./inline-scripts";
import { bytesOf, callbacksOf, isPage } from "./responses";

const policyHeader = "content-security-policy";
const maxRememberedPages = 4000;

type Config = Pick<
  Env,
  | "SITE_URL"
  | "ANALYTICS_URL"
  | "CONTACT_FORM_URL"
  | "PRIVACY_WIDGET_URL"
  | "TERMS_WIDGET_URL"
  | "PADDLE_SCRIPT_URL"
>;

/** Adds the Content-Security-Policy header to the response if it is a page. */
export type PagePolicy = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Gives every HTML page a Content-Security-Policy that lists the hashes of its own inline scripts. To
 * hash them, it buffers the page until it is complete, and caches the hashes by ETag: an unchanged
 * static page is buffered only once.
 */
export function createPagePolicy(config: Config): PagePolicy {
  const remembered = new LRUCache<string, readonly string[]>({ max: maxRememberedPages });
  const everywhere = placesOf(config, { isCheckout: false });
  const checkout = placesOf(config, { isCheckout: true });

  return (request, response) => {
    const places = pathOf(request) === "/pricing" ? checkout : everywhere;
    const name = (sources: readonly string[]) => {
      response.setHeader(policyHeader, contentSecurityPolicy(sources, places));
      if (places.isHttps) response.setHeader("reporting-endpoints", reportingEndpoints);
    };
    holdPages(response, {
      begin: () => {
        const known = remembered.get(etagOf(response));
        // A response to HEAD has no body to hash.
        if (known || request.method === "HEAD") name(known ?? []);
        return known !== undefined || request.method === "HEAD";
      },
      complete: (body) => {
        const sources = scriptSources(decode(body, response.getHeader("content-encoding")));
        const etag = etagOf(response);
        if (etag !== "") remembered.set(etag, sources);
        name(sources);
      },
    });
  };
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "/").replace(/[?#].*$/, "");
}

function etagOf(response: ServerResponse): string {
  return String(response.getHeader("etag") ?? "");
}

const origins = (...urls: readonly (string | undefined)[]) =>
  urls.flatMap((url) => (url === undefined ? [] : [new URL(url).origin]));

/** What a page may load from. The checkout's scripts run only on its own page. */
function placesOf(config: Config, { isCheckout }: { isCheckout: boolean }): PolicyPlaces {
  const checkout = origins(config.PADDLE_SCRIPT_URL).map((origin) =>
    origin.endsWith(".paddle.com") ? "https://*.paddle.com" : origin,
  );
  return {
    connect: origins(config.ANALYTICS_URL),
    form: origins(config.CONTACT_FORM_URL),
    frame: origins(config.PRIVACY_WIDGET_URL, config.TERMS_WIDGET_URL),
    script: isCheckout ? checkout : [],
    isHttps: isSecureUrl(config.SITE_URL),
  };
}

function decode(body: Buffer, encoding: unknown): string {
  if (encoding === "gzip") return gunzipSync(body).toString();
  if (encoding === "br") return brotliDecompressSync(body).toString();
  if (encoding === "deflate") return inflateSync(body).toString();
  return body.toString();
}

type Hold = {
  /** Called before the first byte of a page. Returns true if the page needn't be buffered. */
  begin: () => boolean;
  /** Called with a complete buffered page, before its first byte is sent. */
  complete: (body: Buffer) => void;
};

/** Buffers a page until it is complete. Everything else is sent as usual. */
function holdPages(response: ServerResponse, { begin, complete }: Hold): void {
  const writeHead = response.writeHead.bind(response);
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  const flushHeaders = response.flushHeaders.bind(response);
  let held: Uint8Array[] | undefined;
  let head: unknown[] = [];

  const startIfNeeded = () => {
    if (held === undefined && !response.headersSent) response.writeHead(response.statusCode);
  };
  const take = (args: readonly unknown[]) =>
    held?.push(...bytesOf(args).map((bytes) => Buffer.from(bytes)));

  response.writeHead = (...args: unknown[]): ServerResponse => {
    if (held !== undefined) return response;
    if (!isPage(response) || begin()) return Reflect.apply(writeHead, response, args);
    held = [];
    head = args;
    return response;
  };
  response.flushHeaders = () => {
    if (!isPage(response)) flushHeaders();
  };
  response.write = (...args: unknown[]): boolean => {
    startIfNeeded();
    if (held === undefined) return Reflect.apply(write, response, args);
    take(args);
    for (const callback of callbacksOf(args)) process.nextTick(callback);
    return true;
  };
  response.end = (...args: unknown[]): ServerResponse => {
    startIfNeeded();
    if (held === undefined) return Reflect.apply(end, response, args);
    take(args);
    const body = Buffer.concat(held);
    held = undefined;
    complete(body);
    Reflect.apply(writeHead, response, head);
    return Reflect.apply(end, response, [body, ...callbacksOf(args)]);
  };
}
