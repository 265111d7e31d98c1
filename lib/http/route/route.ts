import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { type Limit, bodyLimitsBytes } from "@/lib/contracts/limits";
import { serviceUnavailableCode } from "@/lib/contracts/primitives";
import { httpMessages } from "@/lib/messages/http";
import type { Context } from "@/lib/domain/context";
import { AppError } from "@/lib/platform/app-error";
import { createLogger, type Logger } from "@/lib/platform/logger";
import { countRequest } from "@/lib/platform/prometheus";
import { describeAccess, requireAccess, type Access, type CallerOf } from "./access";
import { clientAddressOf } from "./client-address";
import { getContext } from "./context";
import { openCookieJar, type CookieJar } from "./cookies";
import { loggedPath } from "./logged-path";
import { isChanging, isOwnOrigin } from "./origin";
import { perClientAddress } from "@/lib/domain/limits/per-client-address";
import { enforceRateLimits } from "@/lib/domain/limits/rate-limit";
import { readBody, readJson } from "./read-body";
import {
  commonErrors,
  tooLarge,
  tooMany,
  withReference,
  type ErrorReference,
  type ResponseReferences,
} from "./reference";
import { inRequestTrace } from "./request-trace";
import { toErrorResponse, toResponse } from "./respond";
import { validate } from "./validate";

/** `params`, `query`, and `body` are null unless the route has a schema for them. */
export type RouteInput<Caller, Params, Query, Body> = {
  ctx: Context;
  request: Request;
  /** The session on an "admin" or "subscriber" route, what a guard returned, or null on a public one. */
  caller: Caller;
  params: Params;
  query: Query;
  body: Body;
  cookies: CookieJar;
  /** The socket's address, or the trusted proxy's client; `unknown` if neither is known. */
  clientAddress: string;
};

type Parsed<Schema extends z.ZodType | undefined> = Schema extends z.ZodType
  ? z.output<Schema>
  : null;

type Definition<
  A extends Access,
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
> = {
  /** Who may call. There is no default, so that no route is open by accident. */
  access: A;
  /** Refuses tokens, where a stolen one could gain more access. */
  isSessionOnly?: boolean;
  /** For the API reference. */
  summary: string;
  /** Responses by status, except our own errors. */
  responses: ResponseReferences;
  /** Errors besides those from access, rate limit, and schemas. */
  errors?: readonly ErrorReference[];
  /** Request headers that affect the response. */
  headers?: z.ZodType;
  params?: P;
  query?: Q;
  /** With a schema, the route reads a JSON body; with `isFile`, the bytes of any body. */
  body?: B;
  isFile?: boolean;
  /** 64 KB by default. */
  bodyLimitBytes?: number;
  /** Counts every call under this name, per client address or by the key that `per` returns. */
  rateLimit?: {
    name: string;
    limit: Limit;
    per?(caller: CallerOf<A>): number;
    /** Which calls count (default: all). */
    counts?(call: { caller: CallerOf<A>; parameters: URLSearchParams }): boolean;
  };
  handler(input: RouteInput<CallerOf<A>, Parsed<P>, Parsed<Q>, Parsed<B>>): unknown;
};

/** Next's second argument to a route handler. */
export type RouteContext = {
  params: Promise<Readonly<Record<string, string | string[] | undefined>>>;
};

export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

/**
 * Makes a route handler. Fixed order: origin, access, rate limit, parameters, query, body, handler
 * (docs/product-spec.md, section 13.1). The handler returns a value (sent as JSON with 200), a `Response`, or
 * `reply(value, { status, headers })`, and throws an AppError to refuse. Every response has `x-request-id`
 * and, by default, `Cache-Control: no-store`.
 */
export function route<
  A extends Access,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(definition: Definition<A, P, Q, B>): RouteHandler {
  // The schemas and `requireAccess` return the types that the handler expects, but the compiler can't infer
  // that from the definition.
  const erased: {
    handler(input: RouteInput<unknown, unknown, unknown, unknown>): unknown;
    rateLimit?: {
      name: string;
      limit: Limit;
      per?(caller: unknown): number;
      counts?(call: { caller: unknown; parameters: URLSearchParams }): boolean;
    };
  } = definition;
  const handler: RouteHandler = (request, context) =>
    answer(request, async (ctx, cookies) => {
      if (!isOwnOrigin(request, ctx.settings.siteUrl)) {
        throw new AppError(403, httpMessages.foreignOrigin);
      }
      const params = await context.params;
      const caller = await requireAccess(definition.access, {
        ctx,
        request,
        cookies,
        params,
        isSessionOnly: definition.isSessionOnly ?? false,
      });
      const clientAddress = clientAddressOf(request.headers);
      const { rateLimit } = erased;
      const parameters = new URL(request.url).searchParams;
      if (rateLimit && (rateLimit.counts?.({ caller, parameters }) ?? true)) {
        const { name, limit } = rateLimit;
        const hits = rateLimit.per
          ? [{ key: `${name}:${rateLimit.per(caller)}`, limit }]
          : perClientAddress(name, clientAddress, limit);
        await enforceRateLimits(ctx, hits);
      }
      const input = {
        ctx,
        request,
        caller,
        params: parse(definition.params, params),
        query: parse(definition.query, queryOf(request)),
        body: definition.body
          ? validate(
              definition.body,
              await (definition.isFile ? readBody : readJson)(
                request,
                definition.bodyLimitBytes ?? bodyLimitsBytes.default,
              ),
            )
          : null,
        cookies,
        clientAddress,
      };
      return erased.handler(input);
    });
  const { access, summary, params, query, headers, body, isFile, responses } = definition;
  const contentType = isFile ? "application/octet-stream" : "application/json";
  return withReference(handler, {
    summary,
    access: describeAccess(access, definition.isSessionOnly),
    params,
    query,
    headers,
    body: body && { schema: body, contentType },
    responses,
    errorsOf: (method) => listErrors(definition, method),
  });
}

type AnyDefinition = Omit<
  Definition<Access, z.ZodType | undefined, z.ZodType | undefined, z.ZodType | undefined>,
  "handler" | "rateLimit"
> & { rateLimit?: { limit: Limit; per?: unknown; counts?: unknown } };

/** Every error that a route can return: those implied by its definition, and its own. */
function listErrors(definition: AnyDefinition, method: string): ErrorReference[] {
  const { access, rateLimit, params, query, body, isFile, bodyLimitBytes, errors } = definition;
  const found: ErrorReference[] = [...describeAccess(access, definition.isSessionOnly).errors];
  if (isChanging(method)) found.push([403, "The request comes from another site"]);
  if (rateLimit) {
    const by = rateLimit.per ? `by one ${describeAccess(access).name}` : "from one client address";
    found.push(tooMany(rateLimit.limit, by));
  }
  if (params) found.push([400, "A path parameter isn't valid"]);
  if (query) found.push([400, "A query parameter isn't valid"]);
  if (body) {
    if (!isFile) found.push([400, "The body isn't valid JSON, or a field is missing or not valid"]);
    found.push(tooLarge(bodyLimitBytes ?? bodyLimitsBytes.default));
    if (!isFile) found.push([415, "The body isn't sent as JSON"]);
  }
  return [...found, ...(errors ?? []), ...commonErrors];
}

/** Wraps every handler, including webhooks: context, request id, log line, cookies, and error responses. */
export function answer(
  request: Request,
  work: (ctx: Context, cookies: CookieJar) => Promise<unknown>,
): Promise<Response> {
  const requestId = requestIdOf(request);
  return inRequestTrace(request, requestId, () => answerWithId(request, requestId, work));
}

async function answerWithId(
  request: Request,
  requestId: string,
  work: (ctx: Context, cookies: CookieJar) => Promise<unknown>,
): Promise<Response> {
  const startedAt = performance.now();
  const ctx = await connect();
  const cookies = openCookieJar(request, "settings" in ctx && ctx.settings.isSecure);
  const log = "response" in ctx ? null : ctx.log;
  const response = "response" in ctx ? ctx.response : await respond(ctx, () => work(ctx, cookies));
  const headers = new Headers(response.headers);
  headers.set("x-request-id", requestId);
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  for (const line of cookies.lines()) headers.append("set-cookie", line);
  const { status } = response;
  const tookMs = Math.round(performance.now() - startedAt);
  countRequest(request.method, status, tookMs);
  const path = loggedPath(request.url);
  log?.info({ method: request.method, path, status, tookMs }, "request answered");
  return new Response(response.body, { status, headers });
}

// The web server sets the id, so that its log lines and ours can be matched.
function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given !== null && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
}

async function connect(): Promise<Context | { response: Response }> {
  try {
    return await getContext();
  } catch (error) {
    fallbackLog().error({ err: error }, "service context not created");
    const body = { message: httpMessages.unavailable, code: serviceUnavailableCode };
    return { response: Response.json(body, { status: 503 }) };
  }
}

async function respond(ctx: Context, work: () => Promise<unknown>): Promise<Response> {
  try {
    return toResponse(await work());
  } catch (error) {
    return toErrorResponse(error, ctx.log);
  }
}

function fallbackLog(): Logger {
  return createLogger("threeline-web", "error");
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  return schema ? validate(schema, value) : null;
}

function queryOf(request: Request): Record<string, string> {
  return Object.fromEntries(new URL(request.url).searchParams);
}
