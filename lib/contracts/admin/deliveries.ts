import { z } from "zod";
import { localDateSchema } from "@/lib/calendar/days";
import { zoneStateSchema } from "../briefing-state";
import { channels, limitSchema } from "../primitives";
import { timezoneSchema } from "../timezones";

export const deliveriesEndpoints = {
  period: "/api/admin/deliveries",
  day: (date: string) => `/api/admin/deliveries/${date}`,
  people: (date: string) => `/api/admin/deliveries/${date}/people`,
  domains: "/api/admin/deliveries/domains",
  tracking: "/api/admin/deliveries/tracking",
} as const;

export const deliveriesAddress = "/admin/deliveries";

/** How the deliveries of a day ended. */
export function deliveriesOfDay(date: string): string {
  return `${deliveriesAddress}?date=${date}`;
}

/** How deliveries ended. All but `excluded` add up to `toSend`; `planned` includes the excluded. */
export const figuresSchema = z.object({
  toSend: z.int(),
  accepted: z.int().describe("The provider has it and hasn't confirmed delivery"),
  delivered: z.int(),
  pending: z.int(),
  excluded: z.int().describe("Left out, such as a suppressed address"),
  failed: z.int().describe("Refused by the provider, bounced, or undelivered"),
  missed: z
    .int()
    .describe("Not sent before the window closed, including when there was no message"),
});

export type Figures = z.output<typeof figuresSchema>;

export const outcomes = [
  "accepted",
  "delivered",
  "pending",
  "excluded",
  "failed",
  "missed",
] as const;

export type Outcome = (typeof outcomes)[number];

const channelSchema = z.enum(channels);

/** The lengths of the period that the screen offers, in days. */
export const periodDays = [30, 90, 365] as const;

export const periodQuerySchema = z.object({
  days: z
    .enum(["30", "90", "365"])
    .default("90")
    .transform(Number)
    .describe("How many days to look back, today included"),
});

/** Answer of `GET /api/admin/deliveries`, for weekdays with at least one delivery, oldest first. */
export const deliveryPeriodSchema = z.object({
  now: z.string().describe("The server's clock, as an ISO instant"),
  from: z.string().describe("YYYY-MM-DD"),
  to: z.string().describe("YYYY-MM-DD"),
  days: z.array(
    z.object({
      date: z.string().describe("YYYY-MM-DD"),
      email: figuresSchema,
      sms: figuresSchema,
      isOver: z.boolean().describe("Whether every zone's window has closed"),
    }),
  ),
  bounces: z
    .object({ hard: z.int(), soft: z.int(), complaints: z.int() })
    .describe("Emails of the period, by the worst report about each"),
});

export type DeliveryPeriodView = z.output<typeof deliveryPeriodSchema>;

export const dayParamsSchema = z.object({ date: localDateSchema });

const reasonSchema = z.object({
  channel: channelSchema,
  outcome: z.enum(outcomes),
  reason: z
    .string()
    .describe("The reason in the ledger, or what the provider reported; `unknown` without one"),
  label: z.string().describe("The reason in words"),
  count: z.int(),
});

export type DeliveryReason = z.output<typeof reasonSchema>;

const visitsSchema = z.object({
  isTracking: z.boolean().describe("Whether emails are sent with open and click tracking now"),
  opened: z.int().describe("People who opened the email, as far as anyone can tell"),
  openedByMachine: z
    .int()
    .describe(
      "People whose mail service loaded its images automatically; some of them opened it, too",
    ),
  clicked: z.int().describe("People who clicked at least one link"),
  links: z
    .array(z.object({ link: z.string(), people: z.int().describe("Each once") }))
    .describe("Most clicked first"),
});

export type Visits = z.output<typeof visitsSchema>;

/** Body of `PUT /api/admin/deliveries/tracking`. */
export const trackingSchema = z.object({ isTracking: z.boolean() });

/** Answer of `GET /api/admin/deliveries/{date}`. */
export const deliveryDaySchema = z.object({
  date: z.string().describe("YYYY-MM-DD"),
  isDayOff: z.boolean().describe("A weekday without a briefing, so that nobody is owed one"),
  zones: z
    .array(
      z.object({
        timezone: timezoneSchema,
        state: zoneStateSchema,
        missedPeople: z.int().describe("On at least one channel"),
        email: figuresSchema,
        sms: figuresSchema,
      }),
    )
    .describe("In the order in which they start; none on a weekend or a day off"),
  reasons: z
    .array(reasonSchema)
    .describe("Why deliveries were excluded, failed, or missed; most frequent first"),
  visits: visitsSchema,
  texts: z
    .array(z.string())
    .describe("What went out by text; more than one if it was edited between two time zones"),
  replies: z
    .object({
      stops: z.int().describe("STOP and its synonyms"),
      stories: z.int().describe("1, 2, or 3"),
      others: z.int().describe("Anything else, START and HELP included"),
    })
    .nullable()
    .describe(
      "Texts that came back within a day of the first briefing text; null on weekends and once those texts are deleted",
    ),
});

export type DeliveryDayView = z.output<typeof deliveryDaySchema>;

export const peopleQuerySchema = z.object({
  channel: channelSchema.optional(),
  timezone: timezoneSchema.optional(),
  outcome: z
    .enum([...outcomes, "undelivered"])
    .optional()
    .describe("`undelivered`: failed or missed"),
  reason: z.string().max(60).optional(),
  cursor: z
    .string()
    .regex(/^(email|sms):[1-9]\d{0,9}$/u)
    .optional()
    .describe("`next` of the previous answer"),
  limit: limitSchema.optional().describe("1 to 500; by default 50"),
});

export type PeopleQuery = z.output<typeof peopleQuerySchema>;

/** Answer of `GET /api/admin/deliveries/{date}/people`. */
export const deliveryPeopleSchema = z.object({
  people: z.array(
    z.object({
      subscriberId: z.int(),
      email: z.string().nullable().describe("Null once the account is deleted"),
      name: z.string().nullable(),
      channel: channelSchema,
      timezone: timezoneSchema,
      outcome: z.enum(outcomes),
      label: z.string().describe("Why, in words; empty for what arrived"),
      words: z.string().nullable().describe("The provider's own, about a bounce or a failed text"),
      at: z.string().nullable().describe("When it was final, as an ISO instant"),
    }),
  ),
  next: z.string().nullable().describe("Where the next page starts; null on the last"),
});

export type DeliveryPeopleView = z.output<typeof deliveryPeopleSchema>;

/** Answer of `GET /api/admin/deliveries/domains`: the past days of the period, most sent first. */
export const domainsSchema = z.object({
  domains: z.array(
    z.object({
      domain: z.string().describe("`other` is all that aren't listed"),
      sent: z.int(),
      hard: z.int(),
      soft: z.int(),
      complaints: z.int(),
      words: z.string().nullable().describe("The provider's own, about the latest bounces"),
    }),
  ),
});

export type DomainsView = z.output<typeof domainsSchema>;
