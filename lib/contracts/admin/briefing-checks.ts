import { z } from "zod";
import { localDateSchema } from "@/lib/calendar/days";
import { hasVisibleText, toSingleLine } from "../clean-text";
import { dailyMessageInputSchema } from "../daily-messages";
import { briefingChecksMessages } from "../../messages/admin/briefing-checks";

export const briefingCheckEndpoints = {
  checks: "/api/daily-messages/checks",
  waivers: "/api/daily-messages/checks/waivers",
} as const;

/** What is checked before a briefing is sent. */
export const briefingCheckNames = [
  "stories",
  "numbers",
  "links",
  "images",
  "html",
  "lines",
  "sources",
  "unicode",
  "segments",
  "email",
  "spelling",
] as const;

export type BriefingCheckName = (typeof briefingCheckNames)[number];

/** Longest `key`, in characters. */
const longestKey = 300;

/** Body of `POST /api/daily-messages/checks`. Fields that are left out are checked as saved. */
export const briefingChecksInputSchema = z.object({
  date: localDateSchema,
  message: dailyMessageInputSchema.shape.message
    .or(z.literal(""))
    .optional()
    .describe("A message that isn't saved"),
  post: z
    .object({ title: z.string(), content: z.string() })
    .optional()
    .describe("A post that isn't saved"),
});

export type BriefingChecksInput = z.output<typeof briefingChecksInputSchema>;

const briefingCheckSchema = z.object({
  name: z.enum(briefingCheckNames),
  key: z.string().describe("The same while the finding is the same"),
  state: z
    .enum(["failed", "ask", "checking", "waived", "passed"])
    .describe(
      "`failed`: wrong; `ask`: someone should look at it; `checking`: ask again in a second",
    ),
  title: z.string(),
  detail: z.string().nullable(),
  waiver: z
    .object({ by: z.string().describe("Username"), reason: z.string() })
    .nullable()
    .describe("Why someone accepts it; null unless it's waived"),
});

export type BriefingCheck = z.output<typeof briefingCheckSchema>;

/** Answer of `POST /api/daily-messages/checks`, what to fix first. */
export const briefingChecksSchema = z.object({ checks: z.array(briefingCheckSchema) });

/** Body of `POST /api/daily-messages/checks/waivers`. */
export const checkWaiverSchema = z.object({
  date: localDateSchema,
  key: z
    .string()
    .max(longestKey)
    .refine((key) => briefingCheckNames.some((name) => key.startsWith(`${name}:`)), {
      error: briefingChecksMessages.unknownKey,
    }),
  reason: z
    .string({ error: briefingChecksMessages.reasonRequired })
    .overwrite(toSingleLine)
    .min(1, briefingChecksMessages.reasonRequired)
    .max(200, briefingChecksMessages.reasonTooLong)
    .refine(hasVisibleText, briefingChecksMessages.reasonRequired)
    .nullable()
    .describe("Why it's fine as it is; null removes a waiver"),
});

export type CheckWaiver = z.output<typeof checkWaiverSchema>;
