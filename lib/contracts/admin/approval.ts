import { z } from "zod";
import { localDateSchema } from "@/lib/calendar/days";

export const approvalEndpoint = "/api/daily-messages/approval";

export const approvalQuerySchema = z.object({ date: localDateSchema });

/** Body of `POST /api/daily-messages/approval`. */
export const approvalInputSchema = approvalQuerySchema.extend({
  version: z.string().max(100).describe("What the editor has looked at, as `GET` returns it"),
});

export type ApprovalInput = z.output<typeof approvalInputSchema>;

/** Answer of `GET /api/daily-messages/approval`. */
export const approvalSchema = z.object({
  isRequired: z.boolean().describe("Whether the setting is on"),
  version: z
    .string()
    .nullable()
    .describe("Names the saved message and post; null without an active message"),
  messageSavedAt: z.iso.datetime().nullable().describe("When the active message was saved last"),
  approval: z
    .object({ by: z.string().describe("Username"), at: z.iso.datetime() })
    .nullable()
    .describe("Of this version; null if it isn't approved"),
  lastSavedBy: z.string().nullable().describe("Username of who can't approve it; null if unknown"),
  mayApprove: z.boolean().describe("Whether the caller may"),
});

export type ApprovalView = z.output<typeof approvalSchema>;
