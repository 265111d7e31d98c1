import { brand } from "@/lib/brand";
import { repeatTrialPolicies, smsDailyBudgetLimits } from "@/lib/contracts/admin/settings";
import { z } from "zod";
import { isLoopbackHost } from "./database/address";
import {
  findLiveProblems,
  findProductionSandbox,
  findSharedPort,
  findSingleBucketKey,
  secureDatabaseUrl,
} from "./env-checks";
import {
  countries,
  mailbox,
  port,
  readVariables,
  required,
  secret,
  siteUrl,
  webUrls,
  whole,
} from "./env-fields";
import { exampleSiteUrl, pageSettings } from "./env-pages";
import { imageBucket, liveMessaging, livePaddle, messaging, sandboxPaddle } from "./env-providers";
import { observability } from "./observability/variables";
import { OperatorError } from "./operator-error";
import { isSecureUrl } from "./secure-url";

const { min, max } = smsDailyBudgetLimits;

const segmentCostMessage = "SMS_SEGMENT_COST must be a number of US dollars, such as 0.0083.";

const budgetMessage = `SMS_DAILY_BUDGET must be a whole number from ${min} to ${max}.`;

const common = {
  ...pageSettings,
  NODE_ENV: z.enum(["development", "production", "test"]).catch("production"),
  PORT: port("PORT", 3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, "HOST must be an address of this machine such as 127.0.0.1 or 0.0.0.0.")
    .optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: z
    .string({ error: "DATABASE_URL is missing. npm start sets it to the embedded database." })
    .regex(
      /^postgres(?:ql)?:\/\/\S+$/,
      "DATABASE_URL must look like postgresql://user:password@host:5432/database.",
    ),
  DIRECT_DATABASE_URL: z
    .string()
    .regex(
      /^postgres(?:ql)?:\/\/\S+$/,
      "DIRECT_DATABASE_URL must look like postgresql://user:password@host:5432/database.",
    )
    .optional(),
  DATABASE_TLS: z
    .enum(["verify", "no-verify", "off"], {
      error: "DATABASE_TLS must be verify, no-verify, or off.",
    })
    .default("verify"),
  AUTH_SECRET: required("AUTH_SECRET", "Generate one with `openssl rand -base64 32`").min(
    32,
    "AUTH_SECRET must have at least 32 characters. Generate one with `openssl rand -base64 32`.",
  ),
  AUTH_SECRET_PREVIOUS: z
    .string()
    .min(32, "AUTH_SECRET_PREVIOUS must have at least 32 characters, as AUTH_SECRET.")
    .optional(),
  CONSENT_SECRET: z
    .string()
    .min(32, "CONSENT_SECRET must have at least 32 characters, as AUTH_SECRET.")
    .optional(),
  ADMIN_REQUIRE_2FA: z
    .enum(["0", "1"], { error: "ADMIN_REQUIRE_2FA must be 0 or 1." })
    .default("0")
    .transform((value) => value === "1"),
  MAIL_FROM: mailbox("MAIL_FROM", `${brand.name} <briefing@${brand.domain}>`),
  DKIM_SELECTOR: z
    .string()
    .regex(
      /^[\w.-]+$/,
      "DKIM_SELECTOR must be the part of a DKIM record's name before ._domainkey.",
    )
    .optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEY: z
    .string()
    .regex(
      /^(?:age1[0-9a-z]{58}|AGE-SECRET-KEY-1[0-9A-Z]{58})$/,
      "BACKUP_KEY must start with age1 or AGE-SECRET-KEY-1. Create one with `npm run cli -- backup key`.",
    )
    .optional(),
  METRICS_TOKEN: secret("METRICS_TOKEN", "Generate one with `openssl rand -hex 32`").optional(),
  OPERATOR_EMAIL: mailbox("OPERATOR_EMAIL", `operator@${brand.domain}`),
  WORKERS: whole("WORKERS", 1, 0, 64),
  WORKER_NAME: z.string().default("threeline-worker-1"),
  TRUSTED_PROXY_HOPS: whole("TRUSTED_PROXY_HOPS", 0, 0, 10),
  EMAIL_LEAD_MINUTES: whole("EMAIL_LEAD_MINUTES", 15, 0, 120),
  UNKNOWN_OUTCOME_WAIT_SECONDS: whole("UNKNOWN_OUTCOME_WAIT_SECONDS", 20, 1, 600),
  SMS_COUNTRIES: countries,
  // Twilio's price for the US; carriers' fees come on top.
  SMS_SEGMENT_COST: z.coerce
    .number({ error: segmentCostMessage })
    .min(0, segmentCostMessage)
    .max(10, segmentCostMessage)
    .default(0.0083),
  // Unset, these two can be changed on the screen Status.
  SMS_DAILY_BUDGET: z.coerce
    .number({ error: budgetMessage })
    .pipe(z.int(budgetMessage).min(min, budgetMessage).max(max, budgetMessage))
    .optional(),
  REPEAT_TRIAL_POLICY: z
    .enum(repeatTrialPolicies, { error: "REPEAT_TRIAL_POLICY must be note or refuse." })
    .optional(),
  /** Names of the variables that the supervisor has set, separated by commas. */
  GENERATED_VARIABLES: z
    .string()
    .default("")
    .transform((names): readonly string[] => names.split(",")),
  PROXY_PURGE_URLS: webUrls("PROXY_PURGE_URLS", "http://127.0.0.1:8090/purge"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.",
    })
    .default("info"),
  ...messaging,
  ...imageBucket,
  ...observability,
};

const sandboxSchema = z.object({
  ...common,
  ...sandboxPaddle,
  PROVIDERS: z.literal("sandbox"),
  SITE_URL: siteUrl("http://localhost:3000").optional(),
  SANDBOX_PORT: port("SANDBOX_PORT", 4010),
  SMS_SEGMENTS_PER_SECOND: whole("SMS_SEGMENTS_PER_SECOND", 100, 1, 1_000_000),
});

const liveSchema = z.object({
  ...common,
  ...liveMessaging,
  ...livePaddle,
  PROVIDERS: z.literal("live"),
  SITE_URL: siteUrl(exampleSiteUrl).refine(
    (url) => isSecureUrl(url) || isLoopbackHost(new URL(url).hostname),
    "SITE_URL must start with https:// when real provider keys are set.",
  ),
  SMS_SEGMENTS_PER_SECOND: z.coerce
    .number({
      error:
        "SMS_SEGMENTS_PER_SECOND is missing. Set it to your Twilio sender's limit (about 75 for a registered 10DLC number, about 100 for a short code).",
    })
    .int("SMS_SEGMENTS_PER_SECOND must be a whole number of at least 1.")
    .min(1, "SMS_SEGMENTS_PER_SECOND must be a whole number of at least 1."),
});

const envSchema = z.discriminatedUnion("PROVIDERS", [sandboxSchema, liveSchema], {
  error: "PROVIDERS must be sandbox or live. npm start sets it.",
});

/** All settings from the environment, checked once when each process starts. */
export type Env = Readonly<
  Omit<z.output<typeof liveSchema>, "PROVIDERS" | "DIRECT_DATABASE_URL"> & {
    /** The database of DATABASE_URL, without a pooler in between. */
    DIRECT_DATABASE_URL: string;
    PROVIDERS: "sandbox" | "live";
    /** URL of the sandbox; undefined with real providers. */
    SANDBOX_URL: string | undefined;
  }
>;

/** Names of all variables that `parseEnv` reads. */
export const envVariables: readonly string[] = [
  ...new Set([sandboxSchema, liveSchema].flatMap((each) => Object.keys(each.shape))),
];

/**
 * Reads the environment. An empty variable counts as unset.
 *
 * @throws OperatorError that names every missing or invalid variable, and says what it must look like or where to
 *   find it
 */
export function parseEnv(variables: Record<string, string | undefined>): Env {
  const { data: env, given, valid, problems } = readVariables(envSchema, variables);
  if (valid["PROVIDERS"] === "live") problems.push(...findLiveProblems(given, valid));
  else problems.push(...findSharedPort(valid));
  problems.push(...findSingleBucketKey(given));
  const databaseUrl = secureUrl("DATABASE_URL", valid, problems);
  const directUrl = secureUrl("DIRECT_DATABASE_URL", valid, problems) ?? databaseUrl;
  if (valid["PROVIDERS"] === "sandbox" && valid["ALLOW_SANDBOX"] !== "1") {
    problems.push(
      ...findProductionSandbox({ ...valid, ...(directUrl && { DATABASE_URL: directUrl }) }),
    );
  }
  if (!env || databaseUrl === undefined || directUrl === undefined || problems.length > 0) {
    throw new OperatorError(problems);
  }
  return {
    ...env,
    DATABASE_URL: databaseUrl,
    DIRECT_DATABASE_URL: directUrl,
    // Clients that bypass the proxy could forge their address.
    HOST: env.HOST ?? (env.TRUSTED_PROXY_HOPS > 0 ? "127.0.0.1" : undefined),
    SITE_URL: env.SITE_URL ?? `http://localhost:${env.PORT}`,
    SANDBOX_URL: env.PROVIDERS === "sandbox" ? `http://127.0.0.1:${env.SANDBOX_PORT}` : undefined,
  };
}

/** Undefined if it isn't set or can't be used; in the latter case, adds to `problems`. */
function secureUrl(
  variable: string,
  valid: Readonly<Record<string, string>>,
  problems: string[],
): string | undefined {
  const url = valid[variable];
  try {
    return url && secureDatabaseUrl(variable, url, valid["DATABASE_TLS"] ?? "verify");
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}
