// Over 300 lines because it is the contract of one page, with everything that the team can do there.
import { z } from "zod";
import { pauseDatesSchema } from "../account";
import { cancellationPreferences } from "../billing";
import { toSingleLine, withoutControls } from "../clean-text";
import { planNames } from "../plans";
import { channels, sendableAddressSchema } from "../primitives";
import { timezoneSchema } from "../timezones";
import { personMessages } from "../../messages/admin/person";
import { currentPassword, passwordInSession } from "./security";
import { personStatuses } from "./subscribers";

export const personEndpoints = {
  one: (id: number) => `/api/admin/subscribers/${id}`,
  timeline: (id: number) => `/api/admin/subscribers/${id}/timeline`,
  export: (id: number) => `/api/admin/subscribers/${id}/export`,
  action: (id: number, action: PersonAction) => `/api/admin/subscribers/${id}/${action}`,
} as const;

/** What can be done for one person. Each is its own route. */
export type PersonAction = keyof typeof personMessages.done | "notes";

const channelStateSchema = z.object({
  channel: z.enum(channels),
  address: z.string().nullable().describe("Null without a phone number"),
  isOn: z.boolean(),
  suppression: z
    .object({ reason: z.string(), source: z.string(), since: z.iso.datetime() })
    .nullable(),
  gets: z.boolean().describe("Whether the next briefing is sent on it"),
  explanation: z.string().describe("What arrives on it, or why nothing does"),
});

export type ChannelState = z.infer<typeof channelStateSchema>;

/** What happened to one day's briefing on one channel, in the strip of weeks. */
export const stripOutcomes = ["delivered", "failed", "not_sent", "waiting", "day_off"] as const;

const stripDaySchema = z.object({
  localDate: z.string(),
  email: z.enum(stripOutcomes).nullable(),
  sms: z.enum(stripOutcomes).nullable(),
});

export type StripDay = z.infer<typeof stripDaySchema>;

const paymentSchema = z.object({
  transactionId: z.string(),
  amount: z.int().nullable().describe("In the currency's smallest unit; null if we don't know it"),
  currency: z.string().nullable(),
  isTrial: z.boolean().describe("The start of a free trial, which costs nothing"),
  paidAt: z.iso.datetime().nullable(),
  periodEndsAt: z.iso.datetime().nullable(),
  refundedAt: z.iso.datetime().nullable(),
  chargedBackAt: z.iso
    .datetime()
    .nullable()
    .describe("When it was disputed, unless the dispute was won"),
});

export type PersonPayment = z.infer<typeof paymentSchema>;

export const noteSchema = z.object({
  id: z.int(),
  author: z.string(),
  body: z.string(),
  createdAt: z.iso.datetime(),
});

const emailChangeSchema = z.object({
  email: z.string().describe("The new address"),
  isConfirmed: z.boolean().describe("Whether someone confirmed it there"),
  state: z
    .enum(["due", "waiting", "not_told", "needs_owner", "stopped", "taken"])
    .describe(
      "What it waits for besides its confirmation: `due`, nothing; `waiting`, the current address's time to " +
        "object; `not_told`, the email that tells it; `needs_owner`, an owner's approval. Or why it failed: " +
        "`stopped`, by the current address; `taken`, another subscriber has the new one",
    ),
  takesEffectAt: z.iso.datetime().nullable().describe("At the earliest, for `waiting`"),
});

export type PendingEmailChange = z.output<typeof emailChangeSchema>;

export const personSchema = z.object({
  id: z.int(),
  name: z.string().nullable(),
  email: z.string(),
  paymentEmail: z.string().nullable(),
  phone: z.string().nullable().describe("E.164"),
  pendingPhone: z.string().nullable().describe("A new number whose code hasn't been entered yet"),
  emailChange: emailChangeSchema.nullable().describe("A new address that isn't theirs yet"),
  timezone: z.string(),
  joinedAt: z.iso.datetime(),
  lastLoginAt: z.iso.datetime().nullable(),
  status: z.enum(personStatuses),
  plan: z.enum(planNames).nullable(),
  firstChargeAt: z.iso.datetime().nullable(),
  nextChargeAt: z.iso.datetime().nullable(),
  endsAt: z.iso.datetime().nullable(),
  hasPaddle: z.boolean().describe("Whether Paddle bills the current subscription"),
  pause: z.object({ from: z.string(), until: z.string() }).nullable(),
  next: z.object({
    localDate: z.string().nullable().describe("Date of the next briefing; null if none is due"),
    title: z.string(),
    explanation: z.string().nullable().describe("Why none is due"),
  }),
  channels: z.array(channelStateSchema),
  resendable: z.array(z.enum(channels)),
  strip: z.array(stripDaySchema).describe("Weekdays of the last 13 weeks, oldest first"),
  payments: z.array(paymentSchema),
  failedPayment: z
    .object({
      amount: z.int().describe("In the currency's smallest unit"),
      currency: z.string(),
      reason: z.string().nullable().describe("Paddle's error code"),
      at: z.iso.datetime(),
    })
    .nullable()
    .describe("Of a past-due subscription"),
  openRefunds: z
    .array(
      z.object({
        kind: z.enum(["chargeback", "refund"]),
        transactionId: z.string(),
        at: z.iso.datetime(),
      }),
    )
    .describe("Disputes, and full refunds of a running subscription, that nobody has reviewed"),
  consents: z.array(
    z.object({
      kind: z.string(),
      wording: z.string(),
      grantedAt: z.iso.datetime(),
      phone: z.string().nullable(),
      isWithdrawn: z.boolean(),
    }),
  ),
  notes: z.array(noteSchema),
});

export type Person = z.infer<typeof personSchema>;

export const timelineKinds = ["all", "deliveries", "money", "changes"] as const;

export type TimelineKind = (typeof timelineKinds)[number];

export const timelineQuerySchema = z.object({
  kind: z.enum(timelineKinds, { error: personMessages.kindInvalid }).default("all"),
  cursor: z.string({ error: personMessages.cursorInvalid }).max(500).optional(),
});

const entrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  tone: z.enum(["good", "bad", "off", "plain"]),
  title: z.string(),
  detail: z.string().nullable(),
  by: z.string().nullable().describe("Who did it, if a person did"),
});

export type TimelineEntry = z.infer<typeof entrySchema>;

export const timelineSchema = z.object({
  entries: z.array(entrySchema),
  nextCursor: z.string().nullable(),
  moreCount: z.int().describe("Entries on later pages"),
});

export type Timeline = z.infer<typeof timelineSchema>;

const { whyRequired, whyTooLong, channelInvalid, noteRequired, noteTooLong } = personMessages;

const why = z
  .string({ error: whyRequired })
  .overwrite(toSingleLine)
  .min(1, whyRequired)
  .max(500, whyTooLong)
  .describe("Why, for the audit log");

/** Body of an action that takes only the reason. */
export const actionSchema = z.object({ why });

/** Body of an action on one channel. */
export const channelActionSchema = z.object({
  why,
  channel: z.enum(channels, { error: channelInvalid }),
});

/** Body of `POST /api/admin/subscribers/{id}/pause`. */
export const pauseSchema = pauseDatesSchema.extend({ why });

/** Body of `POST /api/admin/subscribers/{id}/gift`: the last day of the briefing. */
export const giftSchema = z.object({
  why,
  until: z.iso.date({ error: personMessages.giftDate }).describe("YYYY-MM-DD, where they are"),
});

export const timezoneActionSchema = z.object({ why, timezone: timezoneSchema });

/** Body of `POST /api/admin/subscribers/{id}/email`: the new address. */
export const emailActionSchema = z.object({
  why,
  newEmail: z
    .string({ error: personMessages.newEmailRequired })
    .trim()
    .min(1, personMessages.newEmailRequired)
    .pipe(sendableAddressSchema),
});

/** Body of `POST /api/admin/subscribers/{id}/approve-email`: the address that the owner saw. */
export const approveEmailSchema = emailActionSchema.extend({ currentPassword });

export const phoneActionSchema = z.object({
  why,
  phoneNumber: z
    .string({ error: personMessages.phoneRequired })
    .trim()
    .min(1, personMessages.phoneRequired)
    .max(40),
});

export const cancelActionSchema = z.object({
  why,
  preference: z.enum(cancellationPreferences, { error: personMessages.preferenceInvalid }),
});

/** Days by which one extension can move the end of a trial. */
export const maxTrialExtensionDays = 30;

/** The most that all extensions of one trial together can move its end, in days. */
export const maxTrialExtensionTotalDays = 60;

export const extendTrialSchema = z.object({
  why,
  days: z
    .int({ error: personMessages.daysInvalid(maxTrialExtensionDays) })
    .min(1, personMessages.daysInvalid(maxTrialExtensionDays))
    .max(maxTrialExtensionDays, personMessages.daysInvalid(maxTrialExtensionDays)),
});

export const refundActionSchema = z.object({
  why,
  transactionId: z.string({ error: personMessages.paymentInvalid }).min(1).max(100),
  amount: z
    .int({ error: personMessages.amountInvalid })
    .min(1, personMessages.amountInvalid)
    .optional()
    .describe("With tax, in the currency's smallest unit; by default, what is left of the payment"),
});

/** Body of `POST /api/admin/subscribers/{id}/erase`: the address, typed to confirm. */
export const eraseActionSchema = z.object({
  why,
  currentPassword: passwordInSession,
  email: z
    .string({ error: personMessages.emailRequired })
    .trim()
    .min(1, personMessages.emailRequired)
    .max(254),
});

export const newNoteSchema = z.object({
  body: z
    .string({ error: noteRequired })
    .overwrite(withoutControls)
    .trim()
    .min(1, noteRequired)
    .max(2_000, noteTooLong),
});

/** Subscribers that one bulk action can be about. */
export const bulkLimits = { resend: 50, pause: 500, suppress: 500, "login-link": 50 } as const;

export type BulkAction = keyof typeof bulkLimits;

const bulkIds = (action: BulkAction) =>
  z
    .array(z.int().min(1).max(2_147_483_647))
    .min(1, personMessages.noneSelected)
    .max(bulkLimits[action], personMessages.tooManySelected(bulkLimits[action]));

/** Body of `POST /api/admin/subscribers/bulk`. */
export const bulkSchema = z.discriminatedUnion(
  "action",
  [
    channelActionSchema.extend({ action: z.literal("resend"), ids: bulkIds("resend") }),
    pauseSchema.extend({ action: z.literal("pause"), ids: bulkIds("pause") }),
    channelActionSchema.extend({ action: z.literal("suppress"), ids: bulkIds("suppress") }),
    actionSchema.extend({ action: z.literal("login-link"), ids: bulkIds("login-link") }),
  ],
  { error: personMessages.bulkInvalid },
);

export type BulkInput = z.output<typeof bulkSchema>;

/** What happened for each, in the order of the request. */
export const bulkResultSchema = z.object({
  results: z.array(
    z.object({
      id: z.int(),
      isDone: z.boolean(),
      problem: z.string().nullable().describe("Why it wasn't done"),
    }),
  ),
});

export type BulkResult = z.infer<typeof bulkResultSchema>;
