import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { SandboxParts } from "../parts";
import { parseInput, RequestError } from "../request-error";
import { receiveText } from "../twilio/inbound";
import { isPhoneNumber } from "../twilio/validate";
import { nextBriefing, toInstant } from "./local-time";

const backSchema = z.looseObject({
  back: z
    .string()
    .regex(/^\/(?:\?.*)?$/)
    .catch("/"),
});

const clockFormSchema = z.object({
  action: z.enum(["set", "rate", "briefing", "real"], { error: "The form has no valid action." }),
  date: z.string().catch(""),
  time: z.string().catch(""),
  zone: z.string().catch("UTC"),
  rate: z.coerce.number().gt(0).max(86_400).catch(1),
});

const replyFormSchema = z.object({
  from: z.string().refine(isPhoneNumber, "from must be a phone number such as +14155550123."),
  body: z.string().min(1, "Enter a reply.").max(1_600),
});

/** The page's forms; each redirects to the view it was sent from. */
export function addPageActionRoutes(app: FastifyInstance, parts: SandboxParts): void {
  app.post("/sandbox/page/clock", async (request, reply) => {
    changeClock(parseInput(clockFormSchema, request.body), parts);
    return goBack(reply, request.body);
  });

  app.post("/sandbox/page/messages/clear", async (request, reply) => {
    parts.messages.clear();
    return goBack(reply, request.body);
  });

  app.post("/sandbox/page/faults/clear", async (request, reply) => {
    parts.faults.clear();
    return goBack(reply, request.body);
  });

  app.post("/sandbox/page/reply", async (request, reply) => {
    const { from, body } = parseInput(replyFormSchema, request.body);
    await receiveText({ from, body, hasOptOutType: false }, parts);
    return goBack(reply, request.body);
  });
}

function changeClock(form: z.infer<typeof clockFormSchema>, { clock }: SandboxParts): void {
  switch (form.action) {
    case "real":
      clock.reset();
      return;
    case "rate":
      clock.set({ rate: form.rate });
      return;
    case "briefing":
      clock.set({ nowMs: nextBriefing(clock.nowMs()), rate: form.rate });
      return;
    case "set":
      break;
  }
  const nowMs = toInstant(form.date, form.time, form.zone);
  if (nowMs === null) throw new RequestError(400, "Enter a date and a time.", "date");
  clock.set({ nowMs, rate: form.rate });
}

function goBack(reply: FastifyReply, body: unknown) {
  return reply.redirect(backSchema.parse(body ?? {}).back, 303);
}
