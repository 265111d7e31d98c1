import { z } from "zod";
import { answerAssistant, type ApiAnswer, type ApiCall } from "@/lib/mcp/assistant";
import { route, type RouteHandler } from "@/lib/http/route/route";
import { GET as getPerson } from "../admin/subscribers/[id]/route";
import { GET as getTimeline } from "../admin/subscribers/[id]/timeline/route";
import { GET as listSubscribers } from "../admin/subscribers/route";
import { GET as getToday } from "../admin/today/route";
import { GET as listMessages, POST as createMessage } from "../daily-messages/route";

/** What the assistant's tools call, by method and path. */
const handlers: readonly (readonly [RegExp, RouteHandler])[] = [
  [/^GET \/api\/admin\/today$/, getToday],
  [/^GET \/api\/admin\/subscribers$/, listSubscribers],
  [/^GET \/api\/admin\/subscribers\/(?<id>\d+)$/, getPerson],
  [/^GET \/api\/admin\/subscribers\/(?<id>\d+)\/timeline$/, getTimeline],
  [/^GET \/api\/daily-messages$/, listMessages],
  [/^POST \/api\/daily-messages$/, createMessage],
];

/** JSON-RPC's errors for messages that it can't handle (JSON-RPC 2.0, section 5.1). */
const refusal = {
  schema: z.object({
    jsonrpc: z.literal("2.0"),
    id: z.union([z.string(), z.number(), z.null()]),
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
  }),
};

export const POST = route({
  access: "admin:view",
  summary: "Speaks the Model Context Protocol with an assistant, which can do what its token can",
  body: z.looseObject({ jsonrpc: z.literal("2.0") }).describe("A message of the protocol"),
  responses: {
    200: {
      description: "The answer: an event stream, or JSON to clients of later revisions",
      contentType: "text/event-stream",
      schema: z.string(),
    },
    202: { description: "Nothing to answer" },
    400: refusal,
    404: refusal,
    406: refusal,
  },
  handler: ({ request, body }) => answerAssistant(request, body, (each) => call(request, each)),
});

/** Runs the tool's call as if its caller had made it: with the same token, and so the same permissions. */
async function call(
  { url, headers }: Request,
  { method, path, query, body }: ApiCall,
): Promise<ApiAnswer> {
  const target = `${method} ${path}`;
  const found = handlers.find(([pattern]) => pattern.test(target));
  if (!found) throw new Error(`No route answers ${target}.`);
  const [pattern, handler] = found;
  const address = new URL(path, url);
  address.search = new URLSearchParams(query).toString();
  const given = new Headers({ "content-type": "application/json" });
  for (const name of ["authorization", "cookie", "x-forwarded-for", "x-request-id"]) {
    const value = headers.get(name);
    if (value !== null) given.set(name, value);
  }
  const request = new Request(address, {
    method,
    headers: given,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const params = Promise.resolve({ ...pattern.exec(target)?.groups });
  const response = await handler(request, { params });
  return { text: await response.text(), isRefusal: !response.ok };
}
