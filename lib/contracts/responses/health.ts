import { z } from "zod";

/** A process that serves, and the age of the last good backup, null without one. */
export const healthSchema = z.object({
  status: z.literal("ok"),
  backupAgeSeconds: z.int().nonnegative().nullable(),
});

/** Why briefings may not arrive by 8:00. */
export const deliveryProblemSchema = z.object({
  code: z.enum([
    "no_worker",
    "tick_failing",
    "not_planned",
    "unsent",
    "missed",
    "undelivered",
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
  reasons: z
    .array(
      deliveryProblemSchema.extend({
        message: z.string().optional().describe("Only with the metrics token"),
      }),
    )
    .describe("Each code once; with the metrics token, every problem"),
});

/** Why briefings may not arrive by 8:00. */
export type DeliveryProblem = z.output<typeof deliveryProblemSchema>;

export type DeliveryHealth = z.output<typeof deliveryHealthSchema>;
