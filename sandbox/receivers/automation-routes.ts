import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { SandboxParts } from "../parts";

const textMessageSchema = z.object({
  phoneNumber: z.union([z.string(), z.number()]).transform(String),
  message: z.string().optional(),
  text: z.string().optional(),
  body: z.string().optional(),
});

const failure = () => ({ message: "The scenario couldn't be run." });

/**
 * `POST /automation`: the webhook of an automation service. Like real services, it accepts any JSON or form.
 * A call that contains a phone number is recorded as a sent text.
 */
export function addAutomationRoutes(app: FastifyInstance, parts: SandboxParts): void {
  const config = { fault: { provider: "automation", endpoint: "send", failure } } as const;
  app.post("/automation", { config }, async (request, reply) => {
    const acceptedAtMs = parts.clock.nowMs();
    parts.received.add("automation", {
      receivedAtMs: acceptedAtMs,
      body: request.body,
      headers: { "content-type": request.headers["content-type"] ?? "" },
    });
    recordText(parts, request.body, acceptedAtMs);
    reply.type("text/plain; charset=utf-8");
    return "Accepted";
  });
}

function recordText(parts: SandboxParts, body: unknown, acceptedAtMs: number): void {
  const parsed = textMessageSchema.safeParse(body);
  if (!parsed.success) return;
  const { phoneNumber, message, text, body: bodyText } = parsed.data;
  parts.messages.accept(
    [
      {
        channel: "sms",
        provider: "automation",
        from: parts.credentials.twilio.from,
        to: phoneNumber.replace(/^\+?/, "+"),
        subject: null,
        text: message ?? text ?? bodyText ?? "",
        html: null,
        headers: {},
        metadata: {},
        tag: null,
        stream: null,
        details: {},
      },
    ],
    acceptedAtMs,
  );
}
