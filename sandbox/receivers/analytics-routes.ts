import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { SandboxParts } from "../parts";
import { parseInput, RequestError } from "../request-error";

const eventSchema = z.looseObject(
  {
    name: z.string({ error: "name is missing." }).min(1, "name is missing."),
    url: z.string({ error: "url is missing." }).min(1, "url is missing."),
    domain: z.string({ error: "domain is missing." }).min(1, "domain is missing."),
  },
  { error: "The body must be a JSON object with name, url, and domain." },
);

const recordedHeaders = ["user-agent", "x-forwarded-for", "content-type", "referer"] as const;
const failure = () => ({ message: "The event couldn't be recorded." });

/** `POST /api/event`, like Plausible: from any origin, as JSON that may be sent as text/plain. */
export function addAnalyticsRoutes(app: FastifyInstance, { clock, received }: SandboxParts): void {
  const config = { fault: { provider: "analytics", endpoint: "send", failure } } as const;

  app.options("/api/event", async (_request, reply) =>
    reply
      .headers({
        "access-control-allow-origin": "*",
        "access-control-allow-headers": "content-type",
        "access-control-allow-methods": "POST",
      })
      .code(204)
      .send(),
  );

  app.post("/api/event", { config }, async (request, reply) => {
    const body = parseInput(eventSchema, readJson(request.body));
    const headers = recordedHeaders.flatMap((name) => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, String(value)] as const];
    });
    received.add("analytics", {
      receivedAtMs: clock.nowMs(),
      body,
      headers: Object.fromEntries(headers),
    });
    reply.header("access-control-allow-origin", "*").type("text/plain; charset=utf-8").code(202);
    return "ok";
  });
}

function readJson(body: unknown): unknown {
  if (typeof body !== "string") return body;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw new RequestError(400, "The body isn't valid JSON.");
  }
}
