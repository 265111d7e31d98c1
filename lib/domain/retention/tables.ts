import { retentionPeriods, type PeriodName } from "@/lib/contracts/retention";
import { Prisma } from "@/lib/platform/database/database";
import type { Context } from "../context";
import { purgeAuditEvents } from "./audit-events";
import { purgeLeftAccounts, purgeLeftPurchases } from "./left-accounts";
import { cutoffOf, deleteOlderRows, deleteRows } from "./delete-rows";
import { dropMonths, firstDayKept } from "./months";

/** How long the rows of a table are kept, and why. */
export type Retention =
  /** Until a period of the privacy policy ends. `purge` deletes what is older than its cutoff. */
  | { period: PeriodName; purge: (ctx: Context, cutoff: Date) => Promise<number> }
  /** As long as the row of another table that they belong to. */
  | { with: Prisma.ModelName }
  /** Permanently, for this reason. */
  | { kept: string };

const deletionNoticeDays = 7;

const rows =
  (table: string, condition: (cutoff: Date, now: Date) => Prisma.Sql) =>
  (ctx: Context, cutoff: Date) =>
    deleteRows(ctx, table, condition(cutoff, ctx.clock.now()));

const olderRows = (table: string, column: string) => (ctx: Context, cutoff: Date) =>
  deleteOlderRows(ctx, { table, column, cutoff });

const olderDates = (table: string) =>
  rows(table, (cutoff) => Prisma.sql`local_date < ${cutoff}::date`);

const expiredRows = (table: string) => rows(table, (_, now) => Prisma.sql`expires_at <= ${now}`);

/** How far back to look for events about deleted accounts, which are deleted every night (days). */
const erasedEventDays = 7;

/**
 * Deletes what Paddle has reported about deleted accounts, except when the buyer has come back. One
 * statement per day, so that each reads only that day's events.
 */
async function deleteEventsAboutErased(ctx: Context): Promise<number> {
  let deleted = 0;
  for (let day = 0; day < erasedEventDays; day += 1) {
    deleted += await ctx.db.$executeRaw`
      DELETE FROM webhook_events
      WHERE source = 'paddle'
        AND received_at > ${ctx.clock.now()}::timestamptz - make_interval(days => ${day + 1}::int)
        AND received_at <= ${ctx.clock.now()}::timestamptz - make_interval(days => ${day}::int)
        AND erasure_hash(webhook_subject(payload)) IN (SELECT hash FROM erasures)
        AND NOT EXISTS (
          SELECT 1 FROM subscriptions s WHERE s.paddle_customer_id = webhook_subject(payload))`;
  }
  return deleted;
}

/** How long each table keeps its rows, in the order in which they can be deleted. */
export const retentionOfTables: Record<Prisma.ModelName, Retention> = {
  // Subscribers
  Subscriber: { period: "account", purge: purgeLeftAccounts },
  Subscription: { period: "account", purge: purgeLeftPurchases },
  OnboardingRecord: { with: "Subscription" },
  Payment: { with: "Subscription" },
  // Deleted with their subscription; these are about other products.
  Adjustment: {
    period: "webhookEvent",
    purge: rows(
      "adjustments",
      (cutoff) => Prisma.sql`occurred_at < ${cutoff} AND NOT EXISTS (
        SELECT 1 FROM subscriptions p WHERE p.paddle_subscription_id = t.paddle_subscription_id)`,
    ),
  },
  MoneyEvent: { kept: "what was earned; names no one once the account is deleted" },
  MoneyChange: { kept: "derived from the money events" },
  MoneyDay: { kept: "sums of the money changes" },
  MoneyCheck: { kept: "a comparison of sums with Paddle, about no one" },
  // Deleted with their last purchase; these have only bought something else.
  PaddleCustomer: {
    period: "webhookEvent",
    purge: rows(
      "paddle_customers",
      (cutoff) => Prisma.sql`occurred_at < ${cutoff}
        AND NOT EXISTS (SELECT 1 FROM subscriptions p WHERE p.paddle_customer_id = t.id)`,
    ),
  },
  SubscriberNote: { with: "Subscriber" },
  Consent: { with: "Subscriber" },
  ConsentProof: { period: "consentProof", purge: olderRows("consent_proofs", "ended_at") },
  PastTrial: {
    period: "pastTrial",
    purge: async (ctx, cutoff) => {
      await ctx.pastTrials.deleteBefore(cutoffOf("choice", ctx.clock.now()));
      return deleteRows(ctx, "past_trials", Prisma.sql`erased_at < ${cutoff}`);
    },
  },
  Suppression: { kept: "an address that said stop is never written to again" },
  Erasure: { kept: "keeps a deleted account from coming back, and names no one" },

  Choice: {
    period: "choice",
    purge: async (ctx, cutoff) => {
      await ctx.choices.deleteBefore(cutoff);
      return deleteRows(ctx, "choices", Prisma.sql`at < ${cutoff}`);
    },
  },
  SubscriberImport: {
    period: "subscriberImport",
    purge: olderRows("subscriber_imports", "created_at"),
  },
  ImportedPerson: { with: "SubscriberImport" },

  // Login
  LoginToken: { period: "login", purge: olderRows("login_tokens", "expires_at") },
  AddressConfirmation: { period: "login", purge: olderRows("address_confirmations", "expires_at") },
  EmailChange: { period: "login", purge: olderRows("email_changes", "expires_at") },
  Session: {
    period: "login",
    purge: rows("sessions", (cutoff) => Prisma.sql`least(revoked_at, expires_at) < ${cutoff}`),
  },
  PhoneChange: { period: "counter", purge: expiredRows("phone_changes") },
  RateLimit: { period: "counter", purge: expiredRows("rate_limits") },
  AdminLogin: { period: "counter", purge: expiredRows("admin_logins") },
  AdminDevice: { period: "login", purge: olderRows("admin_devices", "expires_at") },
  ApiToken: {
    period: "login",
    purge: rows("api_tokens", (cutoff) => Prisma.sql`least(revoked_at, expires_at) < ${cutoff}`),
  },
  AdminRecoveryCode: { with: "Admin" },
  SavedView: { with: "Admin" },
  AdminInvitation: { period: "login", purge: olderRows("admin_invitations", "expires_at") },
  Admin: { kept: "as long as this person edits the site; an operator ends it" },

  Backup: { kept: "when backups were made, about no reader" },
  StoredSetting: { kept: "how the service is set up, about no reader" },

  // Content
  PostWord: { kept: "single words of posts, about no one" },
  Post: { period: "deletedPost", purge: olderRows("posts", "deleted_at") },
  ImportedPost: { kept: "old addresses of posts, about no reader" },
  Image: { kept: "what we publish, until an editor deletes it; about no reader" },
  DailyMessage: { kept: "what we publish, about no reader" },
  Revision: { with: "Post" },
  BriefingApproval: { kept: "part of a briefing's history, like its message" },
  DayOff: { kept: "says why a date has no briefing" },
  EditorPresence: { with: "Admin" },
  CheckWaiver: { kept: "part of a briefing's history, like its message" },
  LinkCheck: { kept: "about web pages; lib/domain/delivery/checks/links.ts deletes old rows" },
  PageVersion: { kept: "one counter per kind of page" },

  // Delivery
  Delivery: {
    period: "delivery",
    purge: (ctx, cutoff) => dropMonths(ctx, "deliveries", cutoff),
  },
  DeliveryCount: { period: "delivery", purge: olderDates("delivery_counts") },
  MissedDay: { period: "delivery", purge: olderDates("missed_days") },
  DomainCount: { period: "delivery", purge: olderDates("domain_counts") },
  EmailVisit: { period: "emailVisit", purge: olderDates("email_visits") },
  EmailVisitCount: { period: "delivery", purge: olderDates("email_visit_counts") },
  SubscriberChange: { kept: "a number for seconds, until planning has looked at that subscriber" },
  AddressReservation: { period: "counter", purge: olderDates("address_reservations") },
  SendAttempt: {
    period: "delivery",
    purge: (ctx, cutoff) => dropMonths(ctx, "send_attempts", cutoff),
  },
  DeliveryBatch: {
    period: "delivery",
    purge: rows(
      "delivery_batches",
      (cutoff) => Prisma.sql`
        slot_id IN (SELECT id FROM delivery_slots WHERE local_date < ${firstDayKept(cutoff)}::date)
        AND NOT EXISTS (SELECT 1 FROM send_attempts a WHERE a.batch_id = t.id)`,
    ),
  },
  DeliverySlot: {
    period: "delivery",
    // A date's slots are needed to find its ledger rows.
    purge: rows(
      "delivery_slots",
      (cutoff) => Prisma.sql`local_date < ${firstDayKept(cutoff)}::date
        AND NOT EXISTS (SELECT 1 FROM delivery_batches b WHERE b.slot_id = t.id)
        AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.local_date = t.local_date)`,
    ),
  },
  Edition: { kept: "what we published, about no reader" },
  FoundMessage: { period: "counter", purge: olderDates("found_messages") },
  Restore: { kept: "what happened to the database, about no reader" },
  Worker: {
    period: "stoppedWorker",
    // By the database's clock, like the heartbeats.
    purge: rows(
      "workers",
      () => Prisma.sql`
        stopped_at < now() - make_interval(days => ${retentionPeriods.stoppedWorker.days}::int)
        AND NOT EXISTS (
          SELECT 1 FROM send_attempts a WHERE a.worker_id = t.id AND a.state = 'sending')`,
    ),
  },
  ProviderRateLimit: { kept: "one row per provider" },

  // Records
  Notice: {
    period: "notice",
    // If the email about an account's deletion can't be sent within a week, the address is deleted anyway.
    purge: rows(
      "notices",
      (cutoff, now) => Prisma.sql`created_at < ${cutoff} OR (kind = 'account_deleted'
        AND created_at < ${now}::timestamptz - make_interval(days => ${deletionNoticeDays}::int))`,
    ),
  },
  OperatorAlert: { period: "operatorAlert", purge: olderRows("operator_alerts", "created_at") },
  AttentionSeen: { period: "operatorAlert", purge: olderRows("attention_seen", "at") },
  BillingRun: { period: "billingRun", purge: olderRows("billing_runs", "completed_at") },
  WebhookEvent: {
    period: "webhookEvent",
    purge: async (ctx, cutoff) =>
      (await dropMonths(ctx, "webhook_events", cutoff)) + (await deleteEventsAboutErased(ctx)),
  },
  AuditEvent: {
    period: "auditEvent",
    purge: purgeAuditEvents,
  },
  WebhookEndpoint: { kept: "as long as an administrator wants to be told, about no reader" },
  WebhookMessage: { period: "billingRun", purge: olderRows("webhook_messages", "at") },
  WebhookDelivery: { with: "WebhookMessage" },
  WebhookTry: { with: "WebhookMessage" },
  AuditLink: { kept: "hashes, which reveal nothing; those before the oldest entry are deleted" },
  AuditCheck: { period: "operatorAlert", purge: olderRows("audit_checks", "at") },
};
