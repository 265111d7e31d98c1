import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { SandboxParts } from "../parts";
import { parseInput } from "../request-error";
import { instantSchema } from "./query";

const earliestMs = Date.UTC(2000, 0, 1);
const latestMs = Date.UTC(2100, 0, 1);
const rateMessage = "rate must be a number above 0 and up to 86400.";

/** Body of `PUT /sandbox/clock`. */
const clockInputSchema = z
  .object(
    {
      now: instantSchema("now")
        .refine((ms) => ms >= earliestMs && ms < latestMs, "now must be between 2000 and 2100.")
        .optional(),
      rate: z.number({ error: rateMessage }).gt(0, rateMessage).max(86_400, rateMessage).optional(),
    },
    { error: "The body must be a JSON object with now, rate, or both." },
  )
  .refine(({ now, rate }) => now !== undefined || rate !== undefined, {
    error: "The body must be a JSON object with now, rate, or both.",
  });

/** `GET`, `PUT`, and `DELETE /sandbox/clock`: the clock that web, worker, and sandbox follow. */
export function addClockRoutes(app: FastifyInstance, { clock }: SandboxParts): void {
  app.get("/sandbox/clock", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return clock.read();
  });

  app.put("/sandbox/clock", async (request) => {
    const { now, rate } = parseInput(clockInputSchema, request.body);
    clock.set({ nowMs: now, rate });
    return clock.read();
  });

  app.delete("/sandbox/clock", async () => {
    clock.reset();
    return clock.read();
  });
}
