import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import next from "next";
import { SharedCacheControls } from "next/dist/server/lib/incremental-cache/shared-cache-controls.external.js";
import apiDocument from "@/app/api/openapi.json/document.json";
import { watchPageVersions } from "@/lib/platform/database/page-versions";
import { parseEnv } from "@/lib/platform/env";
import { requireFittingSchema } from "@/lib/platform/database/migrations";
import { createLogger } from "@/lib/platform/logger";
import { startObservability } from "@/lib/platform/observability/start";
import { isSecureUrl } from "@/lib/platform/secure-url";
import { portInUse } from "../run/checks";
import { hasErrorCode, OperatorError } from "@/lib/platform/operator-error";
import { clientAddress } from "./client-address";
import { logConsoleErrors } from "./console-errors";
import { connectionLimitsOf, createHttpServer, drain } from "./http-server";
import { createSecurityHeaders } from "./headers/security-headers";
import { createPagePolicy } from "./page-policy";
import { loadScriptsLate } from "./page-store/late-scripts";
import { createPageStore, type PageStore } from "./page-store/page-store";
import { readPublicPages, type PublicPages } from "./page-store/read-build-manifests";
import { requestInternally } from "./internal-request";
import { completeMissingPosts } from "./missing-posts";
import { neverStoreNotFound } from "./not-found-caching";
import { redirectOldAddress } from "./old-addresses";
import { createRequestGuard } from "./request-guard";
import { serveStaticFiles } from "./static-files";
import { requestIdOf, traceHeaders, traceRequest } from "./trace-requests";

// The web server: Next behind our own HTTP server, which sets the headers that the application trusts
// and lets running requests finish before it exits.

const drainMs = 6000;
// Room for more than a thousand posts.
const storedPagesBytes = 64 * 1024 * 1024;

const processName = "threeline-web";

const env = parseEnv(process.env);
const dev = env.NODE_ENV === "development";
const distDir = process.env["NEXT_DIST_DIR"] ?? ".next";

async function main(): Promise<void> {
  await requireFittingSchema(env.DATABASE_URL);
  const log = createLogger(processName, env.LOG_LEVEL);
  const stopObservability = await startObservability(processName, env, log);
  // In development, Next shows errors in the terminal, with the lines around them.
  if (!dev) logConsoleErrors(log);
  const server = createHttpServer(
    connectionLimitsOf(env.TRUSTED_PROXY_HOPS > 0),
    isDevelopmentCall,
  );
  // Otherwise, Next reads `.env` files, and this process's settings differ from the others'.
  process.env["__NEXT_PROCESSED_ENV"] = "true";
  const app = next({
    dev,
    dir: process.cwd(),
    port: env.PORT,
    hostname: "localhost",
    httpServer: server,
  });
  await app.prepare();
  // Next changes the title while preparing.
  process.title = processName;
  const handle = app.getRequestHandler();

  const setSecurityHeaders = createSecurityHeaders({
    isHttps: isSecureUrl(env.SITE_URL),
    hasPagePolicy: !dev,
  });
  // In development, Next needs `eval` in the page.
  const applyPagePolicy = dev ? null : createPagePolicy(env);
  const guard = createRequestGuard(apiDocument.paths, log);
  const serveStatic = dev ? passOn : serveStaticFiles(distDir);
  const pages = dev ? null : readPublicPages(distDir);

  const handleWithNext = (request: IncomingMessage, response: ServerResponse) => {
    setTrustedHeaders(request);
    if (nextsOwnPages.test(request.url ?? "")) request.url = "/_not-found";
    if (!pages) return answer(request, response);
    const site = { isPage: pages.isPage, handle };
    redirectOldAddress(request, response, site, () => answer(request, response)).catch(
      (error: unknown) => fail(response, error),
    );
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    neverStoreNotFound(response);
    applyPagePolicy?.(request, response);
    if (!dev) completeMissingPosts(request, response, handle);
    handle(request, response).catch((error: unknown) => fail(response, error));
  };
  const fail = (response: ServerResponse, error: unknown) => {
    log.error({ err: error }, "request not handled");
    if (!response.headersSent) response.statusCode = 500;
    response.end();
  };
  const sendStored = !pages
    ? passOn
    : openPageStore(pages, (request, response) =>
        traceRequest(request, response, () => {
          setSecurityHeaders(response);
          handleWithNext(request, response);
        }),
      );
  server.on("request", (request, response) => {
    const refuse = isDevelopmentCall(request) ? null : guard(request, response);
    const handleTraced = () =>
      traceRequest(request, response, () => {
        setSecurityHeaders(response);
        if (refuse) refuse();
        else serveStatic(request, response, () => handleWithNext(request, response));
      });
    if (refuse) handleTraced();
    else sendStored(request, response, handleTraced);
  });
  await listen(server);
  process.send?.({ type: "ready" });

  await stopRequest();
  await drain(server, drainMs);
  await Promise.all([Promise.race([app.close(), delay(500)]), stopObservability()]);
}

/** @param handle has Next respond */
function openPageStore(
  { isPublic, revalidateKey }: PublicPages,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): PageStore {
  const { host, protocol } = new URL(env.SITE_URL);
  const ownHeaders = { host, "x-forwarded-proto": protocol.replace(":", "") };
  return createPageStore({
    isPublic,
    versions: watchPageVersions(env.DATABASE_URL),
    render: async (path, routerHeaders, cause, mayBeOld) => {
      const headers = {
        ...ownHeaders,
        ...traceHeaders(cause),
        ...routerHeaders,
        ...(!mayBeOld && { "x-prerender-revalidate": revalidateKey }),
      };
      const page = await requestInternally(path, headers, handle);
      // Next remembers how long it may serve each address, including those that don't exist.
      SharedCacheControls["cacheControls"].clear();
      return loadScriptsLate(page);
    },
    maxBytes: storedPagesBytes,
  });
}

/** Passes every request on. */
const passOn: PageStore = (_request, _response, otherwise) => otherwise();

async function listen(server: Server): Promise<void> {
  server.listen(env.PORT, env.HOST);
  try {
    await once(server, "listening");
  } catch (error) {
    throw hasErrorCode(error, "EADDRINUSE") ? portInUse("PORT", env.PORT) : error;
  }
}

/** Such as `/_global-error`, which would answer 500 to anyone who requests it. */
const nextsOwnPages = /^\/_(?!next\/)/;

/** In development, Next's own scripts post to it, and keep a connection for hot reload. */
function isDevelopmentCall({ url }: IncomingMessage): boolean {
  return dev && /^\/(?:__nextjs|_next\/)/.test(url ?? "");
}

function setTrustedHeaders(request: IncomingMessage): void {
  const { headers } = request;
  const forwarded = headers["x-forwarded-for"];
  headers["x-threeline-client-address"] = clientAddress(
    request.socket.remoteAddress,
    Array.isArray(forwarded) ? forwarded.join(",") : forwarded,
    env.TRUSTED_PROXY_HOPS,
  );
  headers["x-request-id"] = requestIdOf(headers);
}

function stopRequest(): Promise<void> {
  return new Promise((resolve) => {
    process.on("SIGTERM", () => resolve());
    process.on("SIGINT", () => resolve());
    process.on("disconnect", () => resolve());
  });
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    if (error instanceof OperatorError) {
      console.error(error.message);
      process.send?.({ type: "failed", message: error.message });
    } else console.error(error);
    process.exit(1);
  },
);
