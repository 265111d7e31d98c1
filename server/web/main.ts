import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import next from "next";
import { httpMessages } from "@/lib/messages/http";
import { parseEnv } from "@/lib/platform/env";
import { clientAddress } from "./client-address";
import { createPagePolicy } from "./page-policy";
import { isReadableAddress } from "./request-target";
import { serveStaticFiles } from "./static-files";
import { respondNotModified } from "./conditional-get";

// The web server: Next behind an HTTP server of our own, which decides what a request may claim
// about itself and lets requests in flight finish before it ends.

const DRAIN_MS = 6000;
// Longer than a proxy in front keeps an idle connection: closed first on this side, it would now and
// then be closed under a request.
const KEEP_ALIVE_MS = 75_000;
const SAFE_REQUEST_ID = /^[\w.-]{8,64}$/;

const env = parseEnv(process.env);
const dev = env.NODE_ENV === "development";
const distDir = process.env["NEXT_DIST_DIR"] ?? ".next";

async function main(): Promise<void> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
  const app = next({
    dev,
    dir: process.cwd(),
    port: env.PORT,
    hostname: "localhost",
    httpServer: server,
  });
  await app.prepare();
  // Next names the process after itself while preparing.
  process.title = "threeline-web";
  const handle = app.getRequestHandler();

  // In development Next evaluates code in the page.
  const applyPagePolicy = dev ? null : createPagePolicy(env);
  const serveStatic = dev ? null : serveStaticFiles(distDir);

  const answerByNext = (request: IncomingMessage, response: ServerResponse) => {
    setTrustedHeaders(request);
    respondNotModified(request, response);
    applyPagePolicy?.(request, response);
    handle(request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) response.statusCode = 500;
      response.end();
    });
  };
  server.on("request", (request, response) => {
    if (!isReadableAddress(request.url ?? "/")) return refuse(response);
    if (!serveStatic) return answerByNext(request, response);
    serveStatic(request, response, () => answerByNext(request, response));
  });
  server.listen(env.PORT);
  await once(server, "listening");
  process.send?.({ type: "ready" });

  await stopRequest();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await Promise.race([closed, delay(DRAIN_MS)]);
  await Promise.race([app.close(), delay(500)]);
}

function refuse(response: ServerResponse): void {
  const body = JSON.stringify({ message: httpMessages.invalid });
  response.writeHead(400, { "content-type": "application/json" }).end(body);
}

function setTrustedHeaders(request: IncomingMessage): void {
  const { headers } = request;
  const forwarded = headers["x-forwarded-for"];
  headers["x-threeline-client-address"] = clientAddress(
    request.socket.remoteAddress,
    Array.isArray(forwarded) ? forwarded.join(",") : forwarded,
    env.TRUSTED_PROXY_HOPS,
  );
  const requestId = headers["x-request-id"];
  if (typeof requestId !== "string" || !SAFE_REQUEST_ID.test(requestId)) {
    headers["x-request-id"] = randomUUID();
  }
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
    console.error(error);
    process.exit(1);
  },
);
