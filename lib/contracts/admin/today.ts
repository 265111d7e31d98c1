import { z } from "zod";
import { messageStateSchema, zoneStateSchema } from "../briefing-state";
import { channels } from "../primitives";
import { timezoneSchema } from "../timezones";
import { figuresSchema } from "./deliveries";

export const todayEndpoints = {
  today: "/api/admin/today",
  attention: "/api/admin/today/attention",
  giveBack: "/api/admin/missed-days/give-back",
  dismiss: "/api/admin/missed-days/dismiss",
  resume: "/api/admin/today/resume",
  retryReports: "/api/admin/today/retry-reports",
  seen: "/api/admin/today/attention/seen",
} as const;

export const todayAddress = "/admin";

const slotSchema = figuresSchema.extend({
  timezone: timezoneSchema,
  channel: z.enum(channels),
  opensAt: z.string(),
  promisedAt: z.string().describe("8:00 there"),
  closesAt: z.string(),
  state: zoneStateSchema,
  isPlanned: z
    .boolean()
    .describe("Before it is, `toSend` and `excluded` are what the current subscribers add up to"),
  doneAt: z
    .string()
    .nullable()
    .describe("When it's expected to be done, or was; null if it won't be"),
  isLate: z.boolean().describe("Whether it can't finish by the promised time"),
  isOnHold: z.boolean().describe("Nothing of it is sent now; `holds` says why"),
});

export type TodaySlot = z.output<typeof slotSchema>;

/** A zone's state, on both channels. */
export const zoneSchema = z.object({
  timezone: timezoneSchema,
  opensAt: z.string().describe("When email opens there, as an ISO instant"),
  closesAt: z.string(),
  state: zoneStateSchema,
  missedPeople: z.int().describe("Who missed the briefing on at least one channel"),
});

export type TodayZone = z.output<typeof zoneSchema>;

const checkNames = [
  "message",
  "post",
  "approval",
  "content",
  "worker",
  "email_provider",
  "sms_provider",
  "capacity",
  "database",
  "backup",
] as const;

const checkSchema = z.object({
  name: z.enum(checkNames),
  state: z.enum(["passed", "ask", "failed"]).describe("`ask`: someone should look at it"),
  title: z.string(),
  detail: z.string().nullable(),
  href: z.string().nullable().describe("Where to fix it"),
});

export type ReadinessCheck = z.output<typeof checkSchema>;

/** Body of `POST /api/admin/missed-days/give-back` and `dismiss`. */
export const giveBackSchema = z.object({
  through: z.iso.date().describe("Only days up to this one, YYYY-MM-DD"),
  of: z
    .enum(["missed", "unsent"])
    .default("missed")
    .describe("`unsent`: exactly this day, which had no message in some zones"),
});

export type GiveBack = z.output<typeof giveBackSchema>;

const attentionSchema = z.object({
  key: z.string().describe("The same while it's the same thing"),
  kind: z.enum([
    "missed_days",
    "nothing_sent",
    "giving_back",
    "delivery",
    "webhook_events",
    "payment_event",
    "unfinished_sign_ups",
    "unreachable",
    "chargeback",
    "refund",
    "reply",
    "backup",
  ]),
  isOurFault: z.boolean().describe("Broken, or our fault; otherwise a person should look at it"),
  title: z.string(),
  text: z.string(),
  size: z
    .int()
    .describe("How many people or things it's about; someone's mark lasts until it grows"),
  seen: z
    .object({ by: z.string(), at: z.string() })
    .nullable()
    .describe("Who hid it until it grows, and when, as an ISO instant"),
  actions: z.array(
    z.discriminatedUnion("do", [
      z.object({ do: z.literal("open"), label: z.string(), href: z.string() }),
      z.object({
        do: z.literal("give_back"),
        label: z.string(),
        of: giveBackSchema.shape.of,
        through: z.string().describe("The latest day that it's about, YYYY-MM-DD"),
        people: z.int(),
        days: z.int(),
      }),
      z.object({ do: z.literal("retry_reports"), label: z.string(), reports: z.int() }),
    ]),
  ),
});

export type AttentionItem = z.output<typeof attentionSchema>;

export type AttentionAction = AttentionItem["actions"][number];

/** Body of `POST /api/admin/today/attention/seen`. */
export const seenSchema = z.object({ key: z.string().max(200) });

const holdSchema = z.object({
  channel: z.enum(channels).nullable().describe("Null: both"),
  reason: z.enum(["restored", "unauthorized", "rejecting", "unavailable"]),
  canResume: z.boolean().describe("Whether an owner can end it; the others end on their own"),
});

export type Hold = z.output<typeof holdSchema>;

/** Answer of `GET /api/admin/today`. */
export const todaySchema = z.object({
  now: z.string().describe("The server's clock, as an ISO instant"),
  date: z.string().describe("The briefing that the lines are about, YYYY-MM-DD"),
  gap: z.string().nullable().describe("About days off before the next briefing"),
  phase: z
    .enum(["sending", "between", "ready", "not_ready"])
    .describe("`between`: a window has opened, and nothing is being sent"),
  message: messageStateSchema.describe("Of `date`"),
  slots: z.array(slotSchema).describe("In the order in which they open"),
  zones: z.array(zoneSchema).describe("The same by zone"),
  holds: z.array(holdSchema).describe("Why nothing is sent now on a channel"),
  rates: z.object({ emailsPerSecond: z.number(), segmentsPerSecond: z.number() }),
  next: z.object({
    date: z.string(),
    lines: z.array(z.string()).describe("Of the message; empty without one"),
    checks: z.array(checkSchema),
  }),
  attention: z.array(attentionSchema),
  figures: z.object({
    people: z.int().describe("Who gets the briefing on at least one channel, within the hour"),
    trials: z.int(),
    trialsEndingToday: z.int(),
    last: z
      .object({ date: z.string(), delivered: z.int(), toSend: z.int() })
      .nullable()
      .describe("The last briefing that's done in every zone"),
    mrr: z
      .object({
        currency: z.string().describe("ISO 4217 code"),
        amount: z.int().describe("In the currency's smallest unit"),
        net: z.int().describe("Its change in this month"),
        month: z.string().describe("YYYY-MM, in New York"),
      })
      .nullable()
      .describe("Null without the permission `viewMoney`"),
  }),
});

export type TodayView = z.output<typeof todaySchema>;

/** Answer of `GET /api/admin/today/attention`. */
export const attentionCountSchema = z.object({
  count: z.int().describe("What is ours to fix and nobody has marked as seen"),
});

/** Answer of `POST /api/admin/today/retry-reports`. */
export const retryReportsAnswerSchema = z.object({
  reports: z.int().describe("How many are applied again; those that fail are listed again"),
});

export const giveBackAnswerSchema = z.object({
  people: z.int(),
  days: z.int().describe("Days of all of them together"),
});
