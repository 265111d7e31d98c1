import type { Pool } from "pg";
import { join } from "node:path";
import { z } from "zod";
import { brand } from "./brand";
import { findBackups, isArchiveFailing } from "@/lib/domain/status/backups";
import type { Context } from "./domain/context";
import type { ImageStore } from "./domain/ports/images";
import type { DoctorContext } from "@/lib/domain/status/doctor/check";
import { createBriefingRenderer } from "./mail/briefing-renderer";
import { createNoticeRenderer } from "./mail/notice-renderer";
import { briefingsWithTestSiteNotice, noticesWithTestSiteNotice } from "./mail/test-site-notice";
import { findNewestBackup } from "./platform/service/backup-file";
import {
  followClock,
  startMachineClock,
  systemClock,
  type Clock,
  type ClockReading,
} from "./platform/clock";
import { encryptionOf, isLocalDatabase } from "./platform/database/address";
import { connectDatabase, readMissingLimits, readReplication } from "./platform/database/database";
import { resolveTxt, resolveTxtOverHttp } from "./platform/dns";
import { auditAnchorPath } from "./platform/data-folder/audit-anchor";
import { createChoiceStore } from "./platform/data-folder/choice-files";
import { erasureFilePath } from "./platform/data-folder/erasure-file";
import { createPastTrialStore } from "./platform/data-folder/past-trial-files";
import type { Env } from "./platform/env";
import { createLogger, type Logger } from "./platform/logger";
import { createMarkStore } from "./platform/data-folder/mark-file";
import { encodeImage } from "./platform/images/encode-image";
import { createLocalImages } from "./platform/images/local-images";
import { callLink } from "./platform/outgoing/link-call";
import { discardInitialAdmin } from "./platform/initial-admin";
import { passwordCost } from "./platform/password";
import {
  readCertificateExpiry,
  readFreeDisk,
  readHttpClock,
  requestStatus,
} from "./platform/probes";
import { isSecureUrl } from "./platform/secure-url";
import { testSiteOf } from "./platform/test-accounts";
import { createAutomationWebhook } from "./providers/automation/client";
import { createPaddleAccount } from "./providers/paddle/account";
import { createPaddleClient } from "./providers/paddle/client";
import { createPostmarkAccount } from "./providers/postmark/account";
import { createPostmarkClient } from "./providers/postmark/client";
import { createS3Images } from "./providers/s3/client";
import { createTwilioAccount } from "./providers/twilio/account";
import { createTwilioClient } from "./providers/twilio/client";

/** A context with real implementations, and how to close it. */
export type Services = { ctx: Context; pool: Pool; close: () => Promise<void> };

const sandboxClockSchema = z.object({
  now: z.iso.datetime(),
  rate: z.number().positive(),
  setTo: z.iso.datetime().nullable(),
});

async function readSandboxClock(sandboxUrl: string): Promise<ClockReading> {
  const response = await fetch(`${sandboxUrl}/sandbox/clock`, {
    signal: AbortSignal.timeout(2_000),
  });
  const reading = sandboxClockSchema.parse(await response.json());
  return {
    now: new Date(reading.now),
    rate: reading.rate,
    setTo: reading.setTo === null ? null : new Date(reading.setTo),
  };
}

/** The database's time, because clocks differ between machines. */
async function readDatabaseClock(pool: Pool): Promise<ClockReading> {
  const { rows } = await pool.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  const now = rows[0]?.now;
  if (!now) throw new Error("the database returned no time");
  return { now, rate: 1, setTo: null };
}

/** Why the last step after a restore failed; empty when it didn't, null without a restore. */
async function readOpenRestore(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ error: string | null }>(
    "SELECT error FROM restores WHERE released_at IS NULL",
  );
  const [restore] = rows;
  return restore ? (restore.error ?? "") : null;
}

/** In a bucket if there is one, else in the data folder. */
export function createImageStore(env: Env): ImageStore {
  if (env.IMAGES_S3_BUCKET === undefined) return createLocalImages(join(env.DATA_DIR, "images"));
  const { IMAGES_S3_ACCESS_KEY_ID: id, IMAGES_S3_SECRET_ACCESS_KEY: secret } = env;
  return createS3Images({
    name: env.IMAGES_S3_BUCKET,
    region: env.IMAGES_S3_REGION,
    endpoint: env.IMAGES_S3_ENDPOINT,
    credentials:
      id === undefined || secret === undefined
        ? undefined
        : { accessKeyId: id, secretAccessKey: secret },
  });
}

/**
 * Assembles the real implementations; this is the only place that does.
 *
 * @param options.name the process's name in logs and in PostgreSQL's list of sessions
 * @param options.maxConnections size of the connection pool
 * @param options.isSender whether it sends briefings, which needs two clocks that agree
 * @param options.clock replaces the shared clock, in tests and short-lived commands
 */
export async function createServices(
  env: Env,
  options: {
    name: string;
    maxConnections?: number;
    isSender?: boolean;
    clock?: Clock;
    log?: Logger;
  },
): Promise<Services> {
  const log = options.log ?? createLogger(options.name, env.LOG_LEVEL);
  const { db, pool, close } = connectDatabase(env.DATABASE_URL, {
    applicationName: options.name,
    ...(options.maxConnections === undefined ? {} : { maxConnections: options.maxConnections }),
  });
  const sandboxUrl = env.SANDBOX_URL;
  const testSite = testSiteOf(env);
  const followed = options.clock
    ? null
    : await followClock(
        () => (sandboxUrl ? readSandboxClock(sandboxUrl) : readDatabaseClock(pool)),
        sandboxUrl ? 250 : 5_000,
        options.isSender && !sandboxUrl ? startMachineClock() : undefined,
      );
  const ctx: Context = {
    db,
    log,
    clock: options.clock ?? followed ?? systemClock,
    mail: createPostmarkClient({
      serverToken: env.POSTMARK_SERVER_TOKEN,
      apiUrl: sandboxUrl,
      from: env.MAIL_FROM,
      replyTo: brand.supportAddress,
    }),
    sms: createTwilioClient({
      accountSid: env.TWILIO_ACCOUNT_SID,
      authToken: env.TWILIO_AUTH_TOKEN,
      apiUrl: sandboxUrl,
      from: env.TWILIO_FROM ?? "+15005550006",
      messagingServiceSid: env.TWILIO_MESSAGING_SERVICE_SID,
      statusCallbackUrl: `${env.SITE_URL}/api/webhooks/twilio/status`,
    }),
    payments: createPaddleClient({
      apiKey: env.PADDLE_API_KEY,
      apiUrl: sandboxUrl && `${sandboxUrl}/paddle`,
      priceIds: { monthly: env.PADDLE_PRICE_MONTHLY, annual: env.PADDLE_PRICE_ANNUAL },
    }),
    automation: env.AUTOMATION_WEBHOOK_URL
      ? createAutomationWebhook({ url: env.AUTOMATION_WEBHOOK_URL })
      : null,
    briefing: testSite
      ? briefingsWithTestSiteNotice(createBriefingRenderer(), testSite)
      : createBriefingRenderer(),
    notices: testSite
      ? noticesWithTestSiteNotice(createNoticeRenderer(), testSite)
      : createNoticeRenderer(),
    links: { check: (url) => callLink(url, { sandboxUrl }) },
    images: { encoder: { encode: encodeImage }, store: createImageStore(env) },
    marks: createMarkStore(env.DATA_DIR),
    choices: createChoiceStore(env.DATA_DIR),
    pastTrials: createPastTrialStore(env.DATA_DIR),
    discardInitialPassword: async (username) => discardInitialAdmin(env.DATA_DIR, username),
    settings: {
      siteUrl: env.SITE_URL,
      isSandbox: sandboxUrl !== undefined,
      isSecure: isSecureUrl(env.SITE_URL),
      signingSecret: env.AUTH_SECRET,
      acceptedSecrets: env.AUTH_SECRET_PREVIOUS
        ? [env.AUTH_SECRET, env.AUTH_SECRET_PREVIOUS]
        : [env.AUTH_SECRET],
      consentSecret: env.CONSENT_SECRET ?? env.AUTH_SECRET,
      erasureFile: erasureFilePath(env.DATA_DIR),
      auditAnchorFile: auditAnchorPath(env.DATA_DIR),
      allowsPrivateWebhooks: sandboxUrl !== undefined && !testSite,
      operatorEmail: env.OPERATOR_EMAIL,
      emailLeadMinutes: env.EMAIL_LEAD_MINUTES,
      smsSegmentsPerSecond: env.SMS_SEGMENTS_PER_SECOND,
      smsSegmentCost: env.SMS_SEGMENT_COST,
      unknownOutcomeWaitSeconds: env.UNKNOWN_OUTCOME_WAIT_SECONDS,
      smsCountries: env.SMS_COUNTRIES,
      priceIds: [env.PADDLE_PRICE_MONTHLY, env.PADDLE_PRICE_ANNUAL, ...env.PADDLE_FORMER_PRICES],
      smsDailyBudget: env.SMS_DAILY_BUDGET ?? null,
      repeatTrialPolicy: env.REPEAT_TRIAL_POLICY ?? null,
      requiresTwoFactor: env.ADMIN_REQUIRE_2FA,
      passwordCost,
    },
  };
  return {
    ctx,
    pool,
    async close() {
      followed?.stop();
      await close();
    },
  };
}

/** What the checks of `doctor` look at. `close` ends its database connection. */
export type Doctor = { ctx: DoctorContext; close: () => Promise<void> };

/**
 * Assembles what the checks of `doctor` need. It connects to nothing yet, so that a database or a
 * provider that can't be reached is a failed check.
 */
export function createDoctor(env: Env): Doctor {
  const sandboxUrl = env.SANDBOX_URL;
  const { db, pool, close } = connectDatabase(env.DATABASE_URL, {
    applicationName: `${brand.productKey}-doctor`,
    maxConnections: 1,
  });
  const ctx: DoctorContext = {
    settings: {
      siteUrl: env.SITE_URL,
      isSandbox: sandboxUrl !== undefined,
      isRehearsal: testSiteOf(env) === "rehearsal",
      mailDomain: domainOf(env.MAIL_FROM),
      hasSampleTestimonials: brand.hasSampleTestimonials,
      dkimSelector: env.DKIM_SELECTOR ?? (sandboxUrl && "sandbox"),
      smsSegmentsPerSecond: env.SMS_SEGMENTS_PER_SECOND,
      smsCountries: env.SMS_COUNTRIES,
      proxyHops: env.TRUSTED_PROXY_HOPS,
      hasBackupKey: env.BACKUP_KEY !== undefined,
    },
    mail: createPostmarkAccount({
      serverToken: env.POSTMARK_SERVER_TOKEN,
      apiUrl: sandboxUrl,
      webhook: {
        username: env.POSTMARK_WEBHOOK_USERNAME,
        password: env.POSTMARK_WEBHOOK_PASSWORD,
      },
    }),
    sms: createTwilioAccount({
      accountSid: env.TWILIO_ACCOUNT_SID,
      authToken: env.TWILIO_AUTH_TOKEN,
      apiUrl: sandboxUrl,
      from: env.TWILIO_FROM ?? "",
      messagingServiceSid: env.TWILIO_MESSAGING_SERVICE_SID,
    }),
    payments: createPaddleAccount({
      apiKey: env.PADDLE_API_KEY,
      apiUrl: sandboxUrl && `${sandboxUrl}/paddle`,
      webhookSecret: env.PADDLE_WEBHOOK_SECRET,
      priceIds: { monthly: env.PADDLE_PRICE_MONTHLY, annual: env.PADDLE_PRICE_ANNUAL },
    }),
    resolveTxt: sandboxUrl ? (name) => resolveTxtOverHttp(sandboxUrl, name) : resolveTxt,
    requestStatus,
    readCertificateExpiry: async () =>
      isSecureUrl(env.SITE_URL) ? readCertificateExpiry(env.SITE_URL) : null,
    database: {
      encryption: isLocalDatabase(env.DATABASE_URL) ? "local" : encryptionOf(env.DATABASE_URL),
      readMissingLimits: () => readMissingLimits(pool),
      readClock: async () => (await readDatabaseClock(pool)).now,
      readOpenRestore: () => readOpenRestore(pool),
      isArchiveFailing: () => isArchiveFailing(db),
      readReplication: () => readReplication(pool),
    },
    readProviderClock: () => readHttpClock(sandboxUrl ?? "https://api.postmarkapp.com"),
    now: () => systemClock.now(),
    readFreeDisk: () => readFreeDisk(env.DATA_DIR),
    hasImageFile: (name) => createImageStore(env).has(name),
    readLastBackup: () => readLastBackup(db, env.BACKUP_DIR),
  };
  return { ctx, close };
}

/**
 * The last good backup: of the recorded ones and the newest in a folder. Null without one, undefined
 * when there is no folder either.
 */
async function readLastBackup(
  db: Services["ctx"]["db"],
  folder: string | undefined,
): Promise<{ name: string; finishedAt: Date } | null | undefined> {
  const newest = folder === undefined ? null : await findNewestBackup(folder, systemClock.now());
  // Without a database, what is in the folder still counts.
  const recorded = await findBackups(db).catch(() => null);
  const good = [
    newest && newest.result !== "failed" ? newest : null,
    recorded?.lastGood ?? null,
  ].filter((each) => each !== null);
  const [last] = good.toSorted((a, b) => b.finishedAt.getTime() - a.finishedAt.getTime());
  return last ?? (folder === undefined ? undefined : null);
}

/** `Name <a@b.example>` → `b.example`. */
function domainOf(mailbox: string): string {
  return mailbox.replace(/>$/, "").split("@").at(-1)?.toLowerCase() ?? "";
}
