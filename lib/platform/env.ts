import { brand } from "@/lib/brand";
import { z } from "zod";
import { isSecureUrl } from "./secure-url";

/** A variable that is missing or wrong; the message is one plain sentence that names it. */
export class EnvError extends Error {
  override name = "EnvError";
}

const port = (name: string, fallback: number) =>
  z.coerce
    .number({ error: `${name} must be a port number between 1 and 65535, such as ${fallback}.` })
    .int(`${name} must be a port number between 1 and 65535, such as ${fallback}.`)
    .min(1, `${name} must be a port number between 1 and 65535, such as ${fallback}.`)
    .max(65_535, `${name} must be a port number between 1 and 65535, such as ${fallback}.`)
    .default(fallback);

const whole = (name: string, fallback: number, min: number, max: number) => {
  const sentence = `${name} must be a whole number between ${min} and ${max}.`;
  return z.coerce
    .number({ error: sentence })
    .int(sentence)
    .min(min, sentence)
    .max(max, sentence)
    .default(fallback);
};

const webUrl = (name: string, example: string) =>
  z
    .url({
      protocol: /^https?$/,
      error: `${name} must be a web address such as ${example}.`,
    })
    .transform((url) => url.replace(/\/+$/, ""));

const required = (name: string, where: string) =>
  z.string({ error: `${name} is missing: ${where}.` }).min(1, `${name} is missing: ${where}.`);

const mailbox = (name: string, fallback: string) =>
  z
    .string()
    .regex(
      /^(?:[^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      `${name} must be an e-mail address such as ${fallback}.`,
    )
    .default(fallback);

const e164 = /^\+[1-9]\d{6,14}$/;

const exampleSiteUrl = `https://${brand.domain}`;

/** What the public pages are built with; none of it is a secret. */
const pageSettings = {
  SITE_URL: webUrl("SITE_URL", exampleSiteUrl).optional(),
  SIGN_UP_URL: z.string().min(1).default("/pricing"),
  CONTACT_FORM_URL: webUrl("CONTACT_FORM_URL", "https://forms.example/abc").optional(),
  ANALYTICS_URL: webUrl("ANALYTICS_URL", "https://plausible.io/api/event").optional(),
  PRIVACY_WIDGET_URL: webUrl("PRIVACY_WIDGET_URL", "https://policies.example/privacy").optional(),
  TERMS_WIDGET_URL: webUrl("TERMS_WIDGET_URL", "https://policies.example/terms").optional(),
  /** Public by nature: the browser's token, good for opening checkouts and nothing else. */
  PADDLE_CLIENT_TOKEN: z.string().min(1).optional(),
  PADDLE_PRICE_MONTHLY: z.string().min(1).optional(),
  PADDLE_PRICE_ANNUAL: z.string().min(1).optional(),
  /** Paddle.js; the local imitation's stands at the sandbox. */
  PADDLE_SCRIPT_URL: webUrl(
    "PADDLE_SCRIPT_URL",
    "https://cdn.paddle.com/paddle/v2/paddle.js",
  ).default("https://cdn.paddle.com/paddle/v2/paddle.js"),
};

const common = {
  ...pageSettings,
  NODE_ENV: z.enum(["development", "production", "test"]).catch("production"),
  PORT: port("PORT", 3000),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: z
    .string({ error: "DATABASE_URL is missing: npm start sets it to the embedded database." })
    .regex(
      /^postgres(?:ql)?:\/\/\S+$/,
      "DATABASE_URL must look like postgresql://user:password@host:5432/database.",
    ),
  AUTH_SECRET: required("AUTH_SECRET", "make one with `openssl rand -base64 32`").min(
    32,
    "AUTH_SECRET must have at least 32 characters: make one with `openssl rand -base64 32`.",
  ),
  MAIL_FROM: mailbox("MAIL_FROM", `${brand.name} <briefing@${brand.domain}>`),
  OPERATOR_EMAIL: mailbox("OPERATOR_EMAIL", `operator@${brand.domain}`),
  WORKERS: whole("WORKERS", 1, 0, 64),
  WORKER_NAME: z.string().default("threeline-worker-1"),
  TRUSTED_PROXY_HOPS: whole("TRUSTED_PROXY_HOPS", 0, 0, 10),
  EMAIL_LEAD_MINUTES: whole("EMAIL_LEAD_MINUTES", 15, 0, 120),
  UNKNOWN_OUTCOME_WAIT_SECONDS: whole("UNKNOWN_OUTCOME_WAIT_SECONDS", 20, 1, 600),
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
    "it stands in Postmark under Servers, API Tokens",
  ),
  POSTMARK_WEBHOOK_USERNAME: required(
    "POSTMARK_WEBHOOK_USERNAME",
    "choose one and enter it in Postmark under Webhooks, Basic auth",
  ),
  POSTMARK_WEBHOOK_PASSWORD: required(
    "POSTMARK_WEBHOOK_PASSWORD",
    "choose one and enter it in Postmark under Webhooks, Basic auth",
  ),
  TWILIO_ACCOUNT_SID: required(
    "TWILIO_ACCOUNT_SID",
    "it stands in the Twilio console under Account Info",
  ).regex(/^AC[0-9a-f]{32}$/, "TWILIO_ACCOUNT_SID must be AC and 32 hexadecimal digits."),
  TWILIO_AUTH_TOKEN: required(
    "TWILIO_AUTH_TOKEN",
    "it stands in the Twilio console under Account Info",
  ),
  TWILIO_FROM: z
    .string()
    .regex(e164, "TWILIO_FROM must be a number such as +14155550100.")
    .optional(),
  TWILIO_MESSAGING_SERVICE_SID: z
    .string()
    .regex(/^MG[0-9a-f]{32}$/, "TWILIO_MESSAGING_SERVICE_SID must be MG and 32 hexadecimal digits.")
    .optional(),
};

const paddleDashboard = "Paddle under Developer tools, Authentication";

/** What Paddle needs; `fallback` holds the values of the local imitation. */
const paddle = (fallback: Record<"key" | "secret" | "monthly" | "annual", string> | null) => {
  const withFallback = (schema: z.ZodType<string, string>, value: string | undefined) =>
    value === undefined ? schema : schema.default(value);
  return {
    PADDLE_API_KEY: withFallback(
      required("PADDLE_API_KEY", `it stands in ${paddleDashboard}`),
      fallback?.key,
    ),
    PADDLE_WEBHOOK_SECRET: withFallback(
      required(
        "PADDLE_WEBHOOK_SECRET",
        "it stands in Paddle under Developer tools, Notifications, at the destination of our webhook",
      ),
      fallback?.secret,
    ),
    /** The secret before a rotation, while it lasts. */
    PADDLE_WEBHOOK_SECRET_PREVIOUS: z.string().optional(),
    PADDLE_PRICE_MONTHLY: withFallback(
      required("PADDLE_PRICE_MONTHLY", "it stands in Paddle under Catalog, at the monthly price"),
      fallback?.monthly,
    ),
    PADDLE_PRICE_ANNUAL: withFallback(
      required("PADDLE_PRICE_ANNUAL", "it stands in Paddle under Catalog, at the annual price"),
      fallback?.annual,
    ),
  };
};

const pageSettingsSchema = z.object(pageSettings);

/** Names of the variables that end up in built pages: when one changes, they are built anew. */
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
    "SITE_URL must begin with https:// when real provider keys are set.",
  ),
  SMS_SEGMENTS_PER_SECOND: z.coerce
    .number({
      error:
        "SMS_SEGMENTS_PER_SECOND is missing: set what your Twilio sender may send (a registered 10DLC number about 75, a short code about 100).",
    })
    .int("SMS_SEGMENTS_PER_SECOND must be a whole number of at least 1.")
    .min(1, "SMS_SEGMENTS_PER_SECOND must be a whole number of at least 1."),
});

const schema = z.discriminatedUnion("PROVIDERS", [sandboxSchema, liveSchema], {
  error: "PROVIDERS must be sandbox or live; npm start sets it.",
});

/** Everything that the outside decides, checked once at the start of each process. */
export type Env = Readonly<
  Omit<z.output<typeof liveSchema>, "PROVIDERS"> & {
    PROVIDERS: "sandbox" | "live";
    /** Address of the local providers; undefined with real ones. */
    SANDBOX_URL: string | undefined;
  }
>;

/** What the public pages are built with. */
export type PageSettings = Readonly<z.output<typeof pageSettingsSchema>>;

/**
 * Reads what the public pages need, and nothing else: they can be built where no database and no
 * provider is configured.
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
  throw new EnvError(result.error.issues[0]?.message ?? "The environment cannot be read.");
}

/**
 * Reads the environment. An empty variable counts as unset.
 *
 * @throws EnvError whose message is one sentence: the variable, what it must look like, where to get it
 */
export function parseEnv(variables: Record<string, string | undefined>): Env {
  const env = parseWith(schema, variables);
  if (env.PROVIDERS === "live" && !env.TWILIO_FROM && !env.TWILIO_MESSAGING_SERVICE_SID) {
    throw new EnvError(
      "TWILIO_FROM is missing: set your Twilio number such as +14155550100, or TWILIO_MESSAGING_SERVICE_SID.",
    );
  }
  return {
    ...env,
    SITE_URL: env.SITE_URL ?? `http://localhost:${env.PORT}`,
    SANDBOX_URL: env.PROVIDERS === "sandbox" ? `http://127.0.0.1:${env.SANDBOX_PORT}` : undefined,
  };
}
