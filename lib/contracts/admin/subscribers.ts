import { z } from "zod";
import { localDateSchema } from "@/lib/calendar/days";
import { planNames } from "../plans";
import { channels } from "../primitives";
import { timezoneNames } from "../timezones";
import { subscriberListMessages } from "../../messages/admin/subscribers";

export const subscriberEndpoints = {
  list: "/api/admin/subscribers",
  export: "/api/admin/subscribers/export",
  bulk: "/api/admin/subscribers/bulk",
  views: "/api/admin/subscribers/views",
  view: (id: number) => `/api/admin/subscribers/views/${id}`,
} as const;

/** Path of the list of subscribers, and of one person below it. */
export const subscribersPath = "/admin/subscribers";

const { filterInvalid, cursorInvalid, viewNameRequired, viewNameTooLong } = subscriberListMessages;

/**
 * What a subscriber's current subscription amounts to for the team. `paused` includes a pause of the
 * briefing; `canceled` includes a scheduled cancellation; `none` has no subscription.
 */
export const personStatuses = [
  "trialing",
  "active",
  "past_due",
  "paused",
  "canceled",
  "none",
] as const;

export type PersonStatus = (typeof personStatuses)[number];

export const subscriberSorts = ["joined", "name", "status", "plan", "zone"] as const;

export type SubscriberSort = (typeof subscriberSorts)[number];

/** Rows of a page. */
export const subscriberPageSize = { default: 50, max: 200 } as const;

/** Rows that an export can be limited to. */
export const maxExportedIds = 500;

/** A trial that ends within this many days ends soon. */
export const trialEndsSoonDays = 3;

/** Groups of people that Today lists under what needs attention. */
export const attentionFilters = ["unfinished_sign_up", "unreachable"] as const;

export type AttentionFilter = (typeof attentionFilters)[number];

/** Comma-separated values, each one of these. */
function listOf<Value extends string>(values: readonly Value[]) {
  return z
    .string({ error: filterInvalid })
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(values, { error: filterInvalid })).min(1))
    .optional();
}

const yesOrNo = z
  .enum(["true", "false"], { error: filterInvalid })
  .transform((text) => text === "true")
  .optional();

const filterFields = {
  q: z
    .string({ error: filterInvalid })
    .trim()
    .max(200, filterInvalid)
    .optional()
    .describe("Part of an email address, phone number, or name, or an ID"),
  status: listOf(personStatuses).describe(`Comma-separated: ${personStatuses.join(", ")}`),
  plan: listOf([...planNames, "none"]).describe("Comma-separated: annual, monthly, none"),
  zone: listOf(timezoneNames).describe("Comma-separated IANA names"),
  channel: listOf([...channels, "none"]).describe(
    "Comma-separated: those who have one of these turned on; none for those with neither",
  ),
  suppressed: yesOrNo.describe("Whether the email address or number is suppressed"),
  unreachable: yesOrNo.describe("Subscribed, but no channel is on and able to deliver"),
  trialEndsWithin: z
    .string({ error: filterInvalid })
    .regex(/^[1-9]\d?$/, filterInvalid)
    .transform(Number)
    .optional()
    .describe("Trials that end within this many days"),
  neverOnboarded: yesOrNo.describe("Paid, but never finished signing up"),
  attention: z
    .enum(attentionFilters, { error: filterInvalid })
    .optional()
    .describe(
      "Who is listed on Today: got all reminders to finish signing up, or wasn't reached by the last three briefings",
    ),
  joinedAfter: localDateSchema.optional().describe("Joined on this date (UTC) or later"),
  joinedBefore: localDateSchema.optional().describe("Joined before this date (UTC)"),
  hasPhone: yesOrNo.describe("Whether a phone number is known"),
};

const orderFields = {
  sort: z.enum(subscriberSorts, { error: filterInvalid }).default("joined"),
  order: z.enum(["asc", "desc"], { error: filterInvalid }).default("desc"),
};

/** Query of `GET /api/admin/subscribers/export`: as the list's, without a page. */
export const subscriberExportQuerySchema = z.object({
  ...filterFields,
  ...orderFields,
  ids: z
    .string({ error: filterInvalid })
    .regex(/^\d{1,9}(,\d{1,9})*$/, filterInvalid)
    .transform((text) => text.split(",").map(Number))
    .refine((ids) => ids.length <= maxExportedIds, filterInvalid)
    .optional()
    .describe(`Comma-separated: only these, up to ${maxExportedIds}`),
});

/** Query of `GET /api/admin/subscribers`. */
export const subscriberQuerySchema = z.object({
  ...filterFields,
  ...orderFields,
  cursor: z
    .string({ error: cursorInvalid })
    .max(1_000, cursorInvalid)
    .optional()
    .describe("`nextCursor` of the previous page"),
  limit: z
    .string({ error: filterInvalid })
    .regex(/^\d{1,3}$/, filterInvalid)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= subscriberPageSize.max, filterInvalid)
    .default(subscriberPageSize.default),
});

export type SubscriberQuery = z.output<typeof subscriberQuerySchema>;

/** Filters and order, without a page. */
export type SubscriberFilter = Omit<z.output<typeof subscriberExportQuerySchema>, "ids">;

const channelSchema = z.object({
  isOn: z.boolean(),
  isSuppressed: z.boolean().describe("We must not send to the address"),
});

export const subscriberRowSchema = z.object({
  id: z.int(),
  name: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable().describe("E.164"),
  status: z.enum(personStatuses),
  plan: z.enum(planNames).nullable(),
  timezone: z.string(),
  emailChannel: channelSchema,
  smsChannel: channelSchema,
  pausedUntil: z.string().nullable().describe("`YYYY-MM-DD`, while paused"),
  endsAt: z.iso.datetime().nullable().describe("When a canceled subscription stops being served"),
  lastBriefing: z
    .object({
      localDate: z.string(),
      outcome: z.enum(["sent", "waiting", "not_sent", "failed"]),
      at: z.iso.datetime().nullable().describe("When the first copy was sent"),
    })
    .nullable()
    .describe("Of the latest week"),
  joinedAt: z.iso.datetime(),
});

export type SubscriberRow = z.infer<typeof subscriberRowSchema>;

export const subscriberPageSchema = z.object({
  rows: z.array(subscriberRowSchema),
  totalCount: z.int().describe("On all pages"),
  nextCursor: z.string().nullable(),
});

export type SubscriberPage = z.infer<typeof subscriberPageSchema>;

export const builtInViews = [
  "all",
  "trial_ends_soon",
  "past_due",
  "unreachable",
  "never_onboarded",
] as const;

export type BuiltInView = (typeof builtInViews)[number];

/** The list's query string for a built-in view. */
export const builtInViewQueries: Readonly<Record<BuiltInView, string>> = {
  all: "",
  trial_ends_soon: `trialEndsWithin=${trialEndsSoonDays}`,
  past_due: "status=past_due",
  unreachable: "unreachable=true",
  never_onboarded: "neverOnboarded=true",
};

export const savedViewSchema = z.object({
  id: z.int(),
  name: z.string(),
  query: z.string().describe("The list's query string, without a page"),
});

export type SavedView = z.infer<typeof savedViewSchema>;

/** Answer of `GET /api/admin/subscribers/views`. */
export const subscriberViewsSchema = z.object({
  builtIn: z.array(z.object({ view: z.enum(builtInViews), count: z.int() })),
  saved: z.array(savedViewSchema),
});

export type SubscriberViews = z.infer<typeof subscriberViewsSchema>;

/** Body of `POST /api/admin/subscribers/views`. */
export const newViewSchema = z.object({
  name: z
    .string({ error: viewNameRequired })
    .trim()
    .min(1, viewNameRequired)
    .max(60, viewNameTooLong),
  query: z.string({ error: filterInvalid }).max(2_000, filterInvalid),
});

export type NewView = z.output<typeof newViewSchema>;
