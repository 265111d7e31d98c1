import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { SandboxParts } from "../parts";
import { parseInput } from "../request-error";
import { thankYouPage } from "./thank-you-page";

const field = (name: string) =>
  z
    .string({ error: `${name} is missing.` })
    .trim()
    .min(1, `${name} is missing.`);

const formSchema = z.looseObject(
  { name: field("name"), email: field("email"), message: field("message") },
  { error: "Send the form as fields or as JSON." },
);

const failure = () => ({ message: "The form couldn't be forwarded." });

/** `POST /forms`: a form-forwarding service. Browsers get a page, other clients JSON. */
export function addFormRoutes(app: FastifyInstance, { clock, received }: SandboxParts): void {
  const config = { fault: { provider: "forms", endpoint: "send", failure } } as const;
  app.post("/forms", { config }, async (request, reply) => {
    const body = parseInput(formSchema, request.body);
    received.add("forms", {
      receivedAtMs: clock.nowMs(),
      body,
      headers: { "content-type": request.headers["content-type"] ?? "" },
    });
    return respond(request, reply, body.name);
  });
}

function respond(request: FastifyRequest, reply: FastifyReply, name: string) {
  if (!request.headers.accept?.includes("text/html")) return { ok: true };
  reply.type("text/html; charset=utf-8");
  return thankYouPage(name);
}
