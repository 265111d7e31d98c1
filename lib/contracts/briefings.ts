import { z } from "zod";
import { localDateSchema } from "@/lib/calendar/days";
import { figuresSchema } from "./admin/deliveries";
import { zoneSchema } from "./admin/today";
import { messageStateSchema, zoneStateSchema } from "./briefing-state";
import { dailyMessageInputSchema, dailyMessageSchema } from "./daily-messages";
import { marketHolidaySchema } from "./days-off";
import { phoneNumberSchema } from "./onboarding";
import { channels, sendableAddressSchema } from "./primitives";
import { timezoneSchema } from "./timezones";
import { briefingMessages } from "../messages/briefings";

export const briefingEndpoints = {
  calendar: "/api/daily-messages/calendar",
  preview: "/api/daily-messages/preview",
  test: "/api/daily-messages/test",
  progress: "/api/daily-messages/progress",
} as const;

const briefingPostSchema = z.object({ id: z.int(), slug: z.string(), title: z.string() });

export type BriefingPostView = z.output<typeof briefingPostSchema>;

/** A post as it's being written. */
const unsavedPostSchema = z.object({
  slug: z.string(),
  title: z.string(),
  content: z.string(),
  readTime: z.int().min(1),
  emailSubject: z.string().nullish(),
});

export type UnsavedPost = z.output<typeof unsavedPostSchema>;

const calendarDaySchema = z.object({
  /** YYYY-MM-DD */
  date: z.string(),
  /** Monday to Friday. */
  isWeekday: z.boolean(),
  /** Whether an editor marked it as a day without a briefing. */
  isDayOff: z.boolean(),
  /** Why markets are closed; null if they aren't. */
  holiday: marketHolidaySchema.nullable(),
  /** The active one first, then newest first. */
  messages: z.array(dailyMessageSchema),
  /** Newest first; the briefing includes the first one. */
  posts: z.array(briefingPostSchema),
  /** Whether its content is frozen in at least one zone. */
  hasStarted: z.boolean(),
  /** Whether it is past 10:00 in every zone. */
  isOver: z.boolean(),
});

export type CalendarDay = z.output<typeof calendarDaySchema>;

/** Answer of `GET /api/daily-messages/calendar`. */
export const editorCalendarSchema = z.object({
  /** The server's clock, as an ISO instant. */
  now: z.string(),
  /** Today in New York, YYYY-MM-DD. */
  newYorkDate: z.string(),
  /** The site's URL, without a trailing slash. */
  siteUrl: z.string(),
  /** The longest message allowed, in characters. */
  longestMessage: z.int(),
  /** How many minutes before 8:00 email starts. */
  emailLeadMinutes: z.number(),
  /**
   * The date that's going out, YYYY-MM-DD, until its last zone's window closes. Null between two briefings.
   */
  today: z.string().nullable(),
  /** The next date that no zone has started. */
  next: z.object({
    /** When its first zone starts, as an ISO instant. */
    opensAt: z.string(),
    /** The first weekday from then on without a post, drafts included, YYYY-MM-DD. */
    freeDate: z.string(),
    day: calendarDaySchema,
    /** The text as it would be sent now, with the post's link; null without an active message. */
    smsText: z.string().nullable(),
    /** The deliveries that can't finish by the promised time, and how many minutes they need. */
    late: z.array(
      z.object({ channel: z.enum(channels), timezone: timezoneSchema, minutes: z.int() }),
    ),
  }),
  /** Whole weeks, starting on a Monday. */
  days: z.array(calendarDaySchema),
});

export type EditorCalendarView = z.output<typeof editorCalendarSchema>;

/** The calendar starts on the Monday of `from`'s week. */
export const editorCalendarQuerySchema = z.object({ from: localDateSchema.optional() });

const writtenMessageSchema = dailyMessageInputSchema.pick({ date: true, message: true });

/** Body of `POST /api/daily-messages/preview`. Fields that are left out are shown as saved. */
export const briefingPreviewInputSchema = writtenMessageSchema
  .partial({ message: true })
  .extend({ post: unsavedPostSchema.optional() });

export type BriefingPreviewInput = z.output<typeof briefingPreviewInputSchema>;

/** A briefing as subscribers would get it. Without a message, nothing is sent. */
export const briefingPreviewSchema = z.object({
  smsText: z.string().nullable().describe("Null without a message"),
  email: z
    .object({ subject: z.string(), html: z.string(), text: z.string() })
    .nullable()
    .describe("Null without a message"),
  lines: z.array(z.string()).describe("Of the message, without their numbers"),
  headings: z
    .array(z.string())
    .describe("Of the post's three stories; empty if it doesn't have three"),
  version: z.string().nullable().describe("Of what is saved, for an approval"),
  page: unsavedPostSchema.nullable().describe("The post as its page shows it"),
  /** The post that is included; null if the date has none. */
  post: briefingPostSchema.nullable(),
  /** Posts of the same date that aren't included, newest first. */
  otherPosts: z.array(briefingPostSchema),
});

export type BriefingPreviewView = z.output<typeof briefingPreviewSchema>;

/** Body of `POST /api/daily-messages/test`; the message can be unsaved. */
export const briefingTestSchema = writtenMessageSchema
  .extend({
    email: sendableAddressSchema.optional(),
    phoneNumber: phoneNumberSchema.shape.phoneNumber.optional(),
  })
  .refine(({ email, phoneNumber }) => email !== undefined || phoneNumber !== undefined, {
    error: briefingMessages.recipientRequired,
    path: ["email"],
  });

export type BriefingTest = z.output<typeof briefingTestSchema>;

export const progressQuerySchema = z.object({ date: localDateSchema });

const slotProgressSchema = figuresSchema.extend({ state: zoneStateSchema });

const zoneProgressSchema = zoneSchema.extend({
  /** Whether its content is frozen, so an edit doesn't reach it. */
  hasStarted: z.boolean(),
  email: slotProgressSchema,
  sms: slotProgressSchema,
});

export type ZoneProgress = z.output<typeof zoneProgressSchema>;

/** Answer of `GET /api/daily-messages/progress`, with the earliest zone first; weekends and days off have no zones. */
export const deliveryProgressSchema = z.object({
  /** YYYY-MM-DD */
  date: z.string(),
  /** The server's clock, as an ISO instant. */
  now: z.string(),
  message: messageStateSchema,
  zones: z.array(zoneProgressSchema),
});

export type DeliveryProgressView = z.output<typeof deliveryProgressSchema>;
