import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import type { IncomingMessage, ServerResponse } from "node:http";
import { importEndpoints } from "@/lib/contracts/admin/imports";
import { postImportEndpoint } from "@/lib/contracts/admin/post-imports";
import { bodyLimitsBytes, maxFields } from "@/lib/contracts/limits";
import { loggedPath } from "@/lib/http/route/logged-path";
import { httpMessages } from "@/lib/messages/http";
import type { Logger } from "@/lib/platform/logger";
import { allowedMethods, type DocumentedPaths } from "./allowed-methods";
import { isDecodablePath, readRequestTarget } from "./request-target";
import { beforeHead } from "./responses";

type Refusal = { status: number; message: string; headers?: Readonly<Record<string, string>> };

const { csvAsJson, archive, ...otherLimitsBytes } = bodyLimitsBytes;
const largestBodyBytes = Math.max(...Object.values(otherLimitsBytes));
/** Limit of the routes that take the largest files. */
const fileLimitsBytes: Readonly<Record<string, number>> = {
  [importEndpoints.list]: csvAsJson,
  [postImportEndpoint]: archive,
};
/** The protocol that a refused upgrade can use instead (RFC 9110, section 15.5.22). */
const noUpgrade: Refusal = {
  status: 426,
  message: httpMessages.noUpgrade,
  headers: { upgrade: "HTTP/1.1", connection: "upgrade, close" },
};
const invalid: Refusal = { status: 400, message: httpMessages.invalid };

/**
 * Makes the check that runs first for every request. It refuses what Next would answer with 500 or with a
 * page: a WebSocket; an invalid target, Host header, or router state; a method that the address doesn't have;
 * a body too large for any route. It also refuses what Next is slow to read: hundreds of parameters or
 * cookies. Returns a function that refuses the request, or null if it passed.
 *
 * @param paths the API's paths and methods
 */
export function createRequestGuard(
  paths: DocumentedPaths,
  log: Pick<Logger, "info">,
): (request: IncomingMessage, response: ServerResponse) => (() => void) | null {
  const methodsOf = allowedMethods(paths);
  return (request, response) => {
    closeAfterUnreadBody(request, response);
    const refusal = refusalOf(request, methodsOf);
    if (refusal === null) return null;
    return () => {
      const { method } = request;
      log.info({ method, path: pathOf(request), status: refusal.status }, "request refused");
      refuse(response, refusal);
    };
  };
}

function refusalOf(
  request: IncomingMessage,
  methodsOf: (path: string) => readonly string[],
): Refusal | null {
  if (isForWebSocket(request)) return noUpgrade;
  const target = readRequestTarget(request.url ?? "");
  if (!target || !isDecodablePath(target.path) || countHosts(request) > 1) return invalid;
  if (hasMany(target.path, "&") || hasMany(request.headers.cookie ?? "", ";")) return invalid;
  if (!isRouterState(request.headers["next-router-state-tree"])) return invalid;
  request.url = target.path;
  if (target.host !== null) request.headers.host = target.host;
  const [path = ""] = target.path.split("?", 1);
  const methods = methodsOf(path);
  if (!methods.includes(request.method ?? "")) {
    const headers = { allow: methods.join(", ") };
    return { status: 405, message: httpMessages.methodNotAllowed, headers };
  }
  const limit = fileLimitsBytes[path] ?? largestBodyBytes;
  if (Number(request.headers["content-length"] ?? 0) > limit) {
    return { status: 413, message: httpMessages.bodyTooLarge(limit) };
  }
  return null;
}

/** Returns whether there are more parts than in any request of ours. Each takes Next up to 0.1 ms. */
function hasMany(text: string, separator: string): boolean {
  return text.split(separator, maxFields + 1).length > maxFields;
}

/** Returns whether Next can read the router's description of the page that the browser shows. */
function isRouterState(value: string | string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(value);
    return true;
  } catch {
    return false;
  }
}

/** Other upgrades, such as curl's to HTTP/2, are an offer that a server may ignore. */
function isForWebSocket({ headers }: IncomingMessage): boolean {
  return /\bwebsocket\b/i.test(headers.upgrade ?? "");
}

/** The path for the log; null if the target is invalid. */
function pathOf({ url = "" }: IncomingMessage): string | null {
  const target = readRequestTarget(url);
  return target && loggedPath(`http://localhost${target.path}`);
}

/** How many Host headers there are. Node keeps only the first one in `headers`. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host")
    .length;
}

function refuse(response: ServerResponse, { status, message, headers }: Refusal): void {
  const body = JSON.stringify({ message });
  response
    .writeHead(status, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "cache-control": "no-store",
      ...headers,
    })
    .end(body);
}

/**
 * Closes the connection after a response that was sent before the request's body arrived. Otherwise, Node
 * would read the rest of the body to reuse the connection.
 */
function closeAfterUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request;
  const hasBody =
    headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  if (!hasBody) return;
  beforeHead(response, () => {
    if (!request.complete) response.setHeader("connection", "close");
  });
}
