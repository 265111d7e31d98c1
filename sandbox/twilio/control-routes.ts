import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { parseMessageId } from "../messages/message-id";
import type { SandboxParts } from "../parts";
import { parseInput, RequestError } from "../request-error";
import { receiveText } from "./inbound";
import type { StatusCallbacks } from "./status-callbacks";
import { isPhoneNumber } from "./validate";

const fromMessage = "from must be a phone number such as +14155550123.";
const statuses = [
  "accepted",
  "queued",
  "sending",
  "sent",
  "delivered",
  "undelivered",
  "failed",
] as const;

const inboundSchema = z.object(
  {
    from: z.string({ error: fromMessage }).refine(isPhoneNumber, { error: fromMessage }),
    body: z
      .string({ error: "body must be the text of the reply." })
      .max(1_600, "body can have up to 1600 characters."),
    optOutType: z.boolean({ error: "optOutType must be true or false." }).optional(),
  },
  { error: "The body must be a JSON object with from and body." },
);

const statusSchema = z.object(
  {
    messageSid: z
      .string({ error: "messageSid must be the id of a text." })
      .regex(/^SM[0-9a-f]{32}$/, "messageSid must be the id of a text."),
    status: z.enum(statuses, { error: `status must be one of ${statuses.join(", ")}.` }),
    errorCode: z.int({ error: "errorCode must be a whole number." }).optional(),
  },
  { error: "The body must be a JSON object with messageSid and status." },
);

/** `POST /sandbox/twilio/inbound` and `POST /sandbox/twilio/status`. */
export function addTwilioControlRoutes(
  app: FastifyInstance,
  parts: SandboxParts,
  callbacks: StatusCallbacks,
): void {
  app.post("/sandbox/twilio/inbound", async (request) => {
    const { from, body, optOutType } = parseInput(inboundSchema, request.body);
    return receiveText({ from, body, hasOptOutType: optOutType ?? false }, parts);
  });

  app.post("/sandbox/twilio/status", async (request) => {
    const { messageSid, status, errorCode } = parseInput(statusSchema, request.body);
    const message = parts.messages.findByProviderMessageId(parseMessageId(messageSid));
    if (message?.provider !== "twilio" || message.details["statusCallback"] === undefined) {
      throw new RequestError(404, "No text with a status callback has this id.", "messageSid");
    }
    const { accountSid } = parts.credentials.twilio;
    return { status: await callbacks.report(message, accountSid, status, errorCode ?? null) };
  });
}
