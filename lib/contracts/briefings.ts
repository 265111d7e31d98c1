import { z } from "zod";
import { localDateSchema } from "./calendar";
import { dailyMessageInputSchema, dailyMessageSchema } from "./daily-messages";
import { phoneNumberSchema } from "./onboarding";
import { emailAddressSchema } from "./primitives";
import { timezoneSchema } from "./timezones";
import { briefingMessages } from "../messages/briefings";

/** Where editors look at the mornings: what is to come, how it will look, how far it has gone. */
export const briefingEndpoints = {
  calendar: "/api/daily-messages/calendar",
  preview: "/api/daily-messages/preview",
  test: "/api/daily-messages/test",
  progress: "/api/daily-messages/progress",
} as const;

const briefingPostSchema = z.object({ id: z.int(), slug: z.string(), title: z.string() });

/** A post as far as editors have to tell it from others. */
export type BriefingPostView = z.output<typeof briefingPostSchema>;

const calendarDaySchema = z.object({
  /** YYYY-MM-DD */
  date: z.string(),
  /** Whether a briefing is due: Monday to Friday. */
  isWeekday: z.boolean(),
  /** The active one first, then the newest. */
  messages: z.array(dailyMessageSchema),
  /** The one that the briefing carries first: the one created last. */
  posts: z.array(briefingPostSchema),
  /** Whether its content is frozen in a zone: something went out, or is about to. */
  hasStarted: z.boolean(),
  /** Whether it is past 10:00 in every zone. */
  isOver: z.boolean(),
});

/** One day as editors see it. */
export type CalendarDay = z.output<typeof calendarDaySchema>;

/** What is to come. */
export const editorCalendarSchema = z.object({
  /** The service's clock, as an ISO instant. */
  now: z.string(),
  /** The day it is in New York, YYYY-MM-DD. */
  newYorkDate: z.string(),
  /** Public address of the site, without a trailing slash. */
  siteUrl: z.string(),
  /** How many characters a message may have. */
  longestMessage: z.int(),
  /** Minutes before 8:00 at which e-mail starts to leave. */
  emailLeadMinutes: z.number(),
  /** The next date of which no zone has begun, and the instant at which its first zone begins. */
  next: z.object({
    opensAt: z.string(),
    day: calendarDaySchema,
    /** What its texts would say now, the post's address included; null without an active message. */
    smsText: z.string().nullable(),
  }),
  /** Whole weeks, from a Monday. */
  days: z.array(calendarDaySchema),
});

/** What is to come. */
export type EditorCalendarView = z.output<typeof editorCalendarSchema>;

/** From which day on the editorCalendar is asked for; it begins on that week's Monday. */
export const editorCalendarQuerySchema = z.object({ from: localDateSchema.optional() });

/** Body of a preview: a message that need not be saved. */
export const briefingPreviewInputSchema = dailyMessageInputSchema.pick({
  date: true,
  message: true,
});

/** A message to be previewed. */
export type BriefingPreviewInput = z.output<typeof briefingPreviewInputSchema>;

/** A message and a date as their readers would get them. */
export const briefingPreviewSchema = z.object({
  smsText: z.string(),
  email: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  /** The post that is carried, or null when the date has none. */
  post: briefingPostSchema.nullable(),
  /** Posts of the same date that are not carried, newest first. */
  otherPosts: z.array(briefingPostSchema),
});

/** A message and a date as their readers would get them. */
export type BriefingPreviewView = z.output<typeof briefingPreviewSchema>;

/** Body of a test: a message that need not be saved, and where it shall go. */
export const briefingTestSchema = briefingPreviewInputSchema
  .extend({
    email: emailAddressSchema.optional(),
    phoneNumber: phoneNumberSchema.shape.phoneNumber.optional(),
  })
  .refine(({ email, phoneNumber }) => email !== undefined || phoneNumber !== undefined, {
    error: briefingMessages.recipientRequired,
    path: ["email"],
  });

/** A test as an editor sends it. */
export type BriefingTest = z.output<typeof briefingTestSchema>;

/** Which date's progress is asked for. */
export const progressQuerySchema = z.object({ date: localDateSchema });

const countsSchema = z.object({
  planned: z.int(),
  /** Accepted, excluded, failed or missed. */
  finalized: z.int(),
});

const zoneProgressSchema = z.object({
  timezone: timezoneSchema,
  /** When its first e-mail may leave, as an ISO instant. */
  opensAt: z.string(),
  /** Whether its content is frozen: an edit does not reach it any more. */
  hasStarted: z.boolean(),
  /** Whether it is past 10:00 there. */
  isClosed: z.boolean(),
  email: countsSchema,
  sms: countsSchema,
});

/** How far one zone's morning is. */
export type ZoneProgress = z.output<typeof zoneProgressSchema>;

/** How far a date's mornings are, the earliest zone first; no zones on a weekend. */
export const deliveryProgressSchema = z.object({
  /** YYYY-MM-DD */
  date: z.string(),
  /** The service's clock, as an ISO instant. */
  now: z.string(),
  zones: z.array(zoneProgressSchema),
});

/** How far a date's mornings are. */
export type DeliveryProgressView = z.output<typeof deliveryProgressSchema>;
