import { brand } from "@/lib/brand";
import { z } from "zod";
import {
  EnvError,
  refuseProductionSandbox,
  requireTextSender,
  secureDatabaseUrl,
} from "./env-checks";
import { isSecureUrl } from "./secure-url";

export { EnvError };

const integer = (message: string, fallback: number, min: number, max: number) =>
  z.coerce
    .number({ error: message })
    .int(message)
    .min(min, message)
    .max(max, message)
    .default(fallback);

const port = (name: string, fallback: number) =>
  integer(
    `${name} must be a port number from 1 to 65535, such as ${fallback}.`,
    fallback,
    1,
    65_535,
  );

const whole = (name: string, fallback: number, min: number, max: number) =>
  integer(`${name} must be a whole number from ${min} to ${max}.`, fallback, min, max);

const webUrl = (name: string, example: string) =>
  z
    .url({
      protocol: /^https?$/,
      error: `${name} must be a URL such as ${example}.`,
    })
    .transform((url) => url.replace(/\/+$/, ""));

/** @param howToGet an instruction such as "Find it in …" */
const required = (name: string, howToGet: string) =>
  z
    .string({ error: `${name} is missing. ${howToGet}.` })
    .min(1, `${name} is missing. ${howToGet}.`);

const mailbox = (name: string, fallback: string) =>
  z
    .string()
    .regex(
      /^(?:[^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      `${name} must be an email address such as ${fallback}.`,
    )
    .default(fallback);

const countriesMessage =
  "SMS_COUNTRIES must be two-letter country codes separated by commas, such as US,CA,GB.";

/** ISO 3166 country codes. UK becomes GB. */
const countries = z
  .string()
  .default("US,CA,GB")
  .transform((text, check) => {
    const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
    const codes = text.split(",").map((part) => part.trim().toUpperCase());
    if (codes.every((code) => /^[A-Z]{2}$/.test(code) && code !== "ZZ" && names.of(code))) {
      return codes.map((code) => new Intl.Locale(`und-${code}`).region ?? code);
    }
    check.addIssue(countriesMessage);
    return z.NEVER;
  });

const exampleSiteUrl = `https://${brand.domain}`;

/** Settings that end up in the built pages. None of them is a secret. */
const pageSettings = {
  PROVIDERS: z.enum(["sandbox", "live"]).optional(),
  ALLOW_SANDBOX: z.enum(["0", "1"], { error: "ALLOW_SANDBOX must be 0 or 1." }).default("0"),
  SITE_URL: webUrl("SITE_URL", exampleSiteUrl).optional(),
  SIGN_UP_URL: z.string().min(1).default("/pricing"),
  CONTACT_FORM_URL: webUrl("CONTACT_FORM_URL", "https://forms.example/abc").optional(),
  ANALYTICS_URL: webUrl("ANALYTICS_URL", "https://plausible.io/api/event").optional(),
  PRIVACY_WIDGET_URL: webUrl("PRIVACY_WIDGET_URL", "https://policies.example/privacy").optional(),
  TERMS_WIDGET_URL: webUrl("TERMS_WIDGET_URL", "https://policies.example/terms").optional(),
  /** Public: the browser's token, which can only open checkouts. */
  PADDLE_CLIENT_TOKEN: z.string().min(1).optional(),
  PADDLE_PRICE_MONTHLY: z.string().min(1).optional(),
  PADDLE_PRICE_ANNUAL: z.string().min(1).optional(),
  /** Paddle.js. The supervisor sets the sandbox's own script. */
  PADDLE_SCRIPT_URL: webUrl(
    "PADDLE_SCRIPT_URL",
    "https://cdn.paddle.com/paddle/v2/paddle.js",
  ).default("https://cdn.paddle.com/paddle/v2/paddle.js"),
};

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
  MAIL_FROM: mailbox("MAIL_FROM", `${brand.name} <briefing@${brand.domain}>`),
  OPERATOR_EMAIL: mailbox("OPERATOR_EMAIL", `operator@${brand.domain}`),
  WORKERS: whole("WORKERS", 1, 0, 64),
  WORKER_NAME: z.string().default("threeline-worker-1"),
  TRUSTED_PROXY_HOPS: whole("TRUSTED_PROXY_HOPS", 0, 0, 10),
  EMAIL_LEAD_MINUTES: whole("EMAIL_LEAD_MINUTES", 15, 0, 120),
  UNKNOWN_OUTCOME_WAIT_SECONDS: whole("UNKNOWN_OUTCOME_WAIT_SECONDS", 20, 1, 600),
  SMS_COUNTRIES: countries,
  SMS_DAILY_BUDGET: whole("SMS_DAILY_BUDGET", 1_000, 1, 1_000_000),
  REPEAT_TRIAL_POLICY: z
    .enum(["note", "refuse"], { error: "REPEAT_TRIAL_POLICY must be note or refuse." })
    .default("note"),
  SHARED_PAGE_CACHE: z
    .enum(["off", "postgres"], { error: "SHARED_PAGE_CACHE must be off or postgres." })
    .default("off"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.",
    })
    .default("info"),
  AUTOMATION_WEBHOOK_URL: webUrl("AUTOMATION_WEBHOOK_URL", "https://hook.example/abc").optional(),
  POSTMARK_SERVER_TOKEN: required(
    "POSTMARK_SERVER_TOKEN",
    "Find it in Postmark under Servers → API Tokens",
  ),
  POSTMARK_WEBHOOK_USERNAME: required(
    "POSTMARK_WEBHOOK_USERNAME",
    "Choose one and enter it in Postmark under Webhooks → Basic auth",
  ),
  POSTMARK_WEBHOOK_PASSWORD: required(
    "POSTMARK_WEBHOOK_PASSWORD",
    "Choose one and enter it in Postmark under Webhooks → Basic auth",
  ),
  TWILIO_ACCOUNT_SID: required(
    "TWILIO_ACCOUNT_SID",
    "Find it in the Twilio console under Account Info",
  ).regex(/^AC[0-9a-f]{32}$/, "TWILIO_ACCOUNT_SID must be AC followed by 32 hexadecimal digits."),
  TWILIO_AUTH_TOKEN: required(
    "TWILIO_AUTH_TOKEN",
    "Find it in the Twilio console under Account Info",
  ),
  TWILIO_FROM: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, "TWILIO_FROM must be a phone number such as +14155550100.")
    .optional(),
  TWILIO_MESSAGING_SERVICE_SID: z
    .string()
    .regex(
      /^MG[0-9a-f]{32}$/,
      "TWILIO_MESSAGING_SERVICE_SID must be MG followed by 32 hexadecimal digits.",
    )
    .optional(),
};

/** Paddle's settings. `fallback` has the sandbox's values; with null, all are required. */
const paddle = (fallback: Record<"key" | "secret" | "monthly" | "annual", string> | null) => {
  const withFallback = (schema: z.ZodType<string, string>, value: string | undefined) =>
    value === undefined ? schema : schema.default(value);
  return {
    PADDLE_API_KEY: withFallback(
      required("PADDLE_API_KEY", "Find it in Paddle under Developer tools → Authentication"),
      fallback?.key,
    ),
    PADDLE_WEBHOOK_SECRET: withFallback(
      required(
        "PADDLE_WEBHOOK_SECRET",
        "Find it in Paddle under Developer tools → Notifications, in our webhook's destination",
      ),
      fallback?.secret,
    ),
    /** The old secret, during a rotation. */
    PADDLE_WEBHOOK_SECRET_PREVIOUS: z.string().optional(),
    PADDLE_PRICE_MONTHLY: withFallback(
      required("PADDLE_PRICE_MONTHLY", "Find it in Paddle under Catalog, at the monthly price"),
      fallback?.monthly,
    ),
    PADDLE_PRICE_ANNUAL: withFallback(
      required("PADDLE_PRICE_ANNUAL", "Find it in Paddle under Catalog, at the annual price"),
      fallback?.annual,
    ),
  };
};

const pageSettingsSchema = z.object(pageSettings);

/** Variables that end up in the built pages, which are rebuilt when one changes. */
export const pageVariables: readonly string[] = Object.keys(pageSettings);

const sandboxSchema = z.object({
  ...common,
  ...paddle({
    key: "pdl_sdbx_apikey_sandbox",
    secret: "pdl_ntfset_sandbox_secret",
    monthly: "pri_01sandbox000000000000month",
    annual: "pri_01sandbox0000000000000year",
  }),
  PROVIDERS: z.literal("sandbox"),
  SITE_URL: webUrl("SITE_URL", "http://localhost:3000").optional(),
  SANDBOX_PORT: port("SANDBOX_PORT", 4010),
  SMS_SEGMENTS_PER_SECOND: whole("SMS_SEGMENTS_PER_SECOND", 100, 1, 1_000_000),
});

const liveSchema = z.object({
  ...common,
  ...paddle(null),
  PROVIDERS: z.literal("live"),
  SITE_URL: webUrl("SITE_URL", exampleSiteUrl).refine(
    (url) => isSecureUrl(url) || url.startsWith("http://localhost"),
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
  Omit<z.output<typeof liveSchema>, "PROVIDERS"> & {
    PROVIDERS: "sandbox" | "live";
    /** URL of the sandbox; undefined with real providers. */
    SANDBOX_URL: string | undefined;
  }
>;

/** Names of all variables that `parseEnv` reads. */
export const envVariables: readonly string[] = [
  ...new Set([sandboxSchema, liveSchema].flatMap((each) => Object.keys(each.shape))),
];

/** The settings that end up in the built pages. */
export type PageSettings = Readonly<z.output<typeof pageSettingsSchema>>;

/**
 * Reads only what the public pages need, so that they can be built without a database or providers.
 *
 * @throws EnvError as `parseEnv`
 */
export function parsePageSettings(variables: Record<string, string | undefined>): PageSettings {
  return parseWith(pageSettingsSchema, variables);
}

function parseWith<T>(shape: z.ZodType<T>, variables: Record<string, string | undefined>): T {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""),
  );
  const result = shape.safeParse(given);
  if (result.success) return result.data;
  throw new EnvError(result.error.issues[0]?.message ?? "The environment isn't valid.");
}

/**
 * Reads the environment. An empty variable counts as unset.
 *
 * @throws EnvError which names the variable and says what it must look like or where to find it
 */
export function parseEnv(variables: Record<string, string | undefined>): Env {
  const env = parseWith(envSchema, variables);
  if (env.PROVIDERS === "live") requireTextSender(env);
  const databaseUrl = secureDatabaseUrl(env.DATABASE_URL, env.DATABASE_TLS);
  if (env.PROVIDERS === "sandbox" && env.ALLOW_SANDBOX === "0") refuseProductionSandbox(env);
  return {
    ...env,
    DATABASE_URL: databaseUrl,
    // Clients that reach the server past the proxy could forge their address.
    HOST: env.HOST ?? (env.TRUSTED_PROXY_HOPS > 0 ? "127.0.0.1" : undefined),
    SITE_URL: env.SITE_URL ?? `http://localhost:${env.PORT}`,
    SANDBOX_URL: env.PROVIDERS === "sandbox" ? `http://127.0.0.1:${env.SANDBOX_PORT}` : undefined,
  };
}
