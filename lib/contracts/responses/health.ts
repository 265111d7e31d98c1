import { z } from "zod";

/** A process that serves. */
export const healthSchema = z.object({ status: z.literal("ok") });

/** Why briefings may not arrive by 8:00. */
export const deliveryProblemSchema = z.object({
  code: z.enum([
    "no_worker",
    "tick_failing",
    "not_planned",
    "unsent",
    "missed",
    "no_message",
    "not_ready",
    "over_capacity",
    "provider_unauthorized",
    "provider_rejecting",
    "provider_unavailable",
    "reports_waiting",
    "database_restored",
  ]),
  message: z.string(),
});

/** Whether briefings will arrive by 8:00. */
export const deliveryHealthSchema = z.object({
  status: z.enum(["ok", "failing"]),
  reasons: z.array(deliveryProblemSchema),
});

/** Why briefings may not arrive by 8:00. */
export type DeliveryProblem = z.output<typeof deliveryProblemSchema>;
