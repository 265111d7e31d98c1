import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { brand } from "../brand";
import { personEndpoints } from "../contracts/admin/person";
import { subscriberEndpoints } from "../contracts/admin/subscribers";
import { todayEndpoints } from "../contracts/admin/today";
import { dailyMessageEndpoints } from "../contracts/daily-messages";
import { localDateSchema } from "../calendar/days";

/** A call of our own API, with the token of the one who connected the assistant. */
export type ApiCall = {
  method: "GET" | "POST";
  path: string;
  query?: Record<string, string>;
  body?: unknown;
};

/** What the API answered: the JSON as text, and whether it refused. */
export type ApiAnswer = { text: string; isRefusal: boolean };

/** Answers one HTTP request, whose JSON was read already. */
export function answerAssistant(
  request: Request,
  parsedBody: unknown,
  call: (request: ApiCall) => Promise<ApiAnswer>,
): Promise<Response> {
  const { fetch } = createMcpHandler(() => createAssistantServer(call));
  return fetch(request, { parsedBody });
}

/**
 * A server of the Model Context Protocol. Its tools are calls of the API, so an assistant can do what
 * its token may, with the same checks, limits, and entries in the audit log. None of them sends anything.
 */
export function createAssistantServer(call: (request: ApiCall) => Promise<ApiAnswer>): McpServer {
  const server = new McpServer({ name: brand.productKey, version: "1.0.0" });
  const answer = async (request: ApiCall) => {
    const { text, isRefusal } = await call(request);
    return { content: [{ type: "text" as const, text }], isError: isRefusal };
  };
  const reads = { readOnlyHint: true, openWorldHint: false };
  server.registerTool(
    "get_today",
    {
      description:
        "How far today's briefing is in each time zone, whether the next one is ready, and what needs attention",
      annotations: reads,
    },
    () => answer({ method: "GET", path: todayEndpoints.today }),
  );
  server.registerTool(
    "find_subscribers",
    {
      description: "Finds subscribers by part of an email address, phone number, or name, or by ID",
      inputSchema: z.object({ search: z.string().min(1).max(200) }),
      annotations: reads,
    },
    ({ search }) =>
      answer({ method: "GET", path: subscriberEndpoints.list, query: { q: search, limit: "20" } }),
  );
  server.registerTool(
    "get_subscriber",
    {
      description:
        "One subscriber: their subscription and payments, what they get next, and what they got on each of the last days, or why they got nothing",
      inputSchema: z.object({ id: z.int().positive() }),
      annotations: reads,
    },
    ({ id }) => answer({ method: "GET", path: personEndpoints.one(id) }),
  );
  server.registerTool(
    "get_timeline",
    {
      description: "What happened to one subscriber, newest first: messages, payments, and changes",
      inputSchema: z.object({ id: z.int().positive() }),
      annotations: reads,
    },
    ({ id }) => answer({ method: "GET", path: personEndpoints.timeline(id) }),
  );
  server.registerTool(
    "list_messages",
    {
      description: "The daily messages of some dates, newest first: their text and state",
      inputSchema: z.object({ from: localDateSchema, to: localDateSchema }),
      annotations: reads,
    },
    (query) => answer({ method: "GET", path: dailyMessageEndpoints.list, query }),
  );
  server.registerTool(
    "draft_message",
    {
      description:
        "Writes a daily message for a date as a draft. It isn't sent until somebody of the team activates it",
      inputSchema: z.object({
        date: localDateSchema,
        message: z.string().describe("Markdown: the three stories"),
      }),
      annotations: { destructiveHint: false, openWorldHint: false },
    },
    (draft) =>
      answer({
        method: "POST",
        path: dailyMessageEndpoints.list,
        body: { ...draft, isActive: false },
      }),
  );
  return server;
}
