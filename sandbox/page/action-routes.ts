import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { SandboxParts } from "../parts";
import { parseInput, RequestError } from "../request-error";
import { receiveText } from "../twilio/inbound";
import { isPhoneNumber } from "../twilio/validate";
import { receivedKinds } from "../state/received";
import { nextBriefing, toInstant } from "./local-time";
import { setPageHeaders } from "./page-headers";
import { pageAddress, pageQuerySchema, type PageQuery } from "./query";
import { renderSandboxPage } from "./sandbox-page";
import type { PageTotals } from "./totals";

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

/** Values of a form; a browser sends a field that was left empty as an empty string. */
const formSchema = z.record(z.string(), z.string());

type Form = z.infer<typeof formSchema>;

type Call = {
  method: "POST" | "DELETE";
  url: string;
  body?: Record<string, unknown>;
  /** Whether the response says what the service answered to a webhook. */
  hasAnswer?: boolean;
};

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));

/** The forms that do what an endpoint of the sandbox does. Empty fields are left out. */
const calls: Record<string, (form: Form) => Call> = {
  "add-fault": ({ provider, mode, endpoint, count, percent, status, delayMs }) => ({
    method: "POST",
    url: "/sandbox/faults",
    body: {
      provider,
      mode,
      endpoint,
      count: numberOf(count),
      probability: percent === undefined ? undefined : Number(percent) / 100,
      status: numberOf(status),
      delayMs: numberOf(delayMs),
    },
  }),
  "delete-fault": ({ id = "" }) => ({
    method: "DELETE",
    url: `/sandbox/faults/${encodeURIComponent(id)}`,
  }),
  buy: ({ email, name, plan, uid, deliver }) => ({
    method: "POST",
    url: "/sandbox/paddle/checkout",
    body: { email, name, plan, uid: uid ?? randomUUID(), deliver },
  }),
  "change-subscription": ({ id = "", event }) => ({
    method: "POST",
    url: `/sandbox/paddle/subscriptions/${encodeURIComponent(id)}`,
    body: { event },
    hasAnswer: true,
  }),
  "email-event": ({ email, messageId, type, bounce }) => ({
    method: "POST",
    url: "/sandbox/postmark/event",
    body: { email, messageId, type, bounce },
    hasAnswer: true,
  }),
};

const answerSchema = z.object({
  message: z.string().optional().catch(undefined),
  status: z.number().optional().catch(undefined),
  statuses: z.array(z.number()).optional().catch(undefined),
});

/** The page's forms; each redirects to the view it was sent from. */
export function addPageActionRoutes(
  app: FastifyInstance,
  parts: SandboxParts,
  totals: PageTotals,
): void {
  for (const [name, toCall] of Object.entries(calls)) {
    app.post(`/sandbox/page/do/${name}`, async (request, reply) => {
      const entered = parseInput(formSchema, request.body);
      const filled = Object.entries(entered).filter(([, value]) => value.trim() !== "");
      const { method, url, body, hasAnswer = false } = toCall(Object.fromEntries(filled));
      const response = await app.inject({
        method,
        url,
        headers: { host: request.headers.host },
        ...(body === undefined ? {} : { payload: body }),
      });
      const answer = answerSchema.parse(response.json());
      const query = viewOf(request.body);
      if (response.statusCode < 400) {
        const status = hasAnswer ? (answer.status ?? answer.statuses?.at(-1)) : undefined;
        return reply.redirect(pageAddress(query, { answer: status ?? 0 }), 303);
      }
      setPageHeaders(reply.code(response.statusCode));
      const message = answer.message ?? "That didn't work.";
      return renderSandboxPage(query, parts, totals, { message, entered });
    });
  }

  app.post("/sandbox/page/calls/clear", async (request, reply) => {
    const { kind } = parseInput(z.object({ kind: z.enum(receivedKinds) }), request.body);
    parts.received.clear(kind);
    return goBack(reply, request.body);
  });

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

/** The view that a form was sent from. */
function viewOf(body: unknown): PageQuery {
  const { back } = backSchema.parse(body ?? {});
  return pageQuerySchema.parse(Object.fromEntries(new URLSearchParams(back.slice("/?".length))));
}

function goBack(reply: FastifyReply, body: unknown) {
  return reply.redirect(backSchema.parse(body ?? {}).back, 303);
}
