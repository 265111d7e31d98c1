import { resolve } from "node:path";
import { brand } from "@/lib/brand";
import { parseEnv, type Env } from "@/lib/platform/env";
import { distDirOf } from "../build/next-build";
import { requireFolder } from "./data-folder";
import { generateSecrets, readSecrets, type LocalSecrets } from "./local-secrets";
import { Problems } from "@/lib/platform/operator-error";

type Variables = Record<string, string | undefined>;

/** Everything a start needs to know, determined before it changes anything. */
export type Settings = {
  env: Env;
  /** Absolute. */
  dataDir: string;
  isLive: boolean;
  secrets: LocalSecrets;
  /** The operator's own database, or undefined for the embedded one. */
  databaseUrl: string | undefined;
  /** The same database without a pooler in between. */
  directDatabaseUrl: string | undefined;
  adminUsername: string;
  /** The environment of all processes, without DATABASE_URL for the embedded database. */
  variables: NodeJS.ProcessEnv;
};

/** Variables that `npm start` reads itself, on top of those in lib/platform/env.ts. */
export const supervisorVariables: readonly string[] = ["ADMIN_USERNAME", "ADMIN_PASSWORD"];

/** Variables that `npm start` sets for its processes. Operators never set them. */
export const assignedVariables: readonly string[] = [
  "NODE_ENV",
  "PROVIDERS",
  "WORKER_NAME",
  "GENERATED_VARIABLES",
];

const liveKeys = ["POSTMARK_SERVER_TOKEN", "TWILIO_AUTH_TOKEN", "PADDLE_API_KEY"];
// Placeholder: the embedded server's port isn't known before it runs.
const embeddedUrl = "postgresql://127.0.0.1/embedded";

const ownDatabase =
  "DATABASE_URL is missing. Processes that run separately need your own PostgreSQL server.";

/**
 * Determines the settings from the environment. Without real provider keys, everything that is unset gets a
 * local default.
 *
 * @param isAlone without the supervisor, which runs the embedded database
 * @throws OperatorError that names everything that is wrong with the variables and the data folder
 */
export function readSettings(
  given: Variables,
  mode: "production" | "development",
  isAlone = false,
): Settings {
  const set = withoutEmpty(given);
  const dataDir = resolve(set["DATA_DIR"] ?? ".data");
  const isLive = liveKeys.some((key) => set[key] !== undefined);
  const problems = new Problems();
  problems.collect(() => requireFolder(dataDir));
  // New secrets replace unreadable ones, so everything else can still be checked.
  const secrets = problems.collect(() => readSecrets(dataDir)) ?? generateSecrets();
  if (isAlone && set["DATABASE_URL"] === undefined) problems.add(ownDatabase);
  const variables: NodeJS.ProcessEnv = {
    ...(isLive ? {} : sandboxVariables(secrets)),
    ADMIN_USERNAME: "admin",
    ...set,
    DATA_DIR: dataDir,
    NODE_ENV: mode,
    PROVIDERS: isLive ? "live" : "sandbox",
    NEXT_TELEMETRY_DISABLED: "1",
  };
  const env = problems.collect(() => parseEnv({ DATABASE_URL: embeddedUrl, ...variables }));
  if (!env || !problems.isEmpty) throw problems.toError();
  variables["PORT"] = String(env.PORT);
  variables["SITE_URL"] = env.SITE_URL;
  if (env.SANDBOX_URL !== undefined) {
    Object.assign(variables, sandboxAddresses(env.SANDBOX_URL, set));
  }
  const generated = Object.keys(variables).filter((name) => set[name] === undefined);
  if (set["DATABASE_URL"] === undefined) generated.push("DATABASE_URL");
  variables["GENERATED_VARIABLES"] = generated.join(",");
  return {
    env,
    dataDir,
    isLive,
    secrets,
    databaseUrl: set["DATABASE_URL"] === undefined ? undefined : env.DATABASE_URL,
    directDatabaseUrl: set["DATABASE_URL"] === undefined ? undefined : env.DIRECT_DATABASE_URL,
    adminUsername: variables["ADMIN_USERNAME"] ?? "admin",
    variables,
  };
}

/**
 * The environment of the processes.
 *
 * @param databaseUrl the operator's own database, or the embedded one once it runs
 */
export function variablesOf(settings: Settings, databaseUrl: string): NodeJS.ProcessEnv {
  return {
    ...settings.variables,
    DATABASE_URL: databaseUrl,
    DIRECT_DATABASE_URL: settings.directDatabaseUrl ?? databaseUrl,
    NEXT_DIST_DIR: distDirOf(settings.dataDir),
  };
}

function withoutEmpty(given: Variables): Record<string, string> {
  const entries = Object.entries(given).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
  );
  return Object.fromEntries(entries);
}

function sandboxVariables(secrets: LocalSecrets): Record<string, string> {
  return {
    AUTH_SECRET: secrets.authSecret,
    POSTMARK_SERVER_TOKEN: secrets.postmarkServerToken,
    POSTMARK_WEBHOOK_USERNAME: secrets.postmarkWebhookUsername,
    POSTMARK_WEBHOOK_PASSWORD: secrets.postmarkWebhookPassword,
    TWILIO_ACCOUNT_SID: secrets.twilioAccountSid,
    TWILIO_AUTH_TOKEN: secrets.twilioAuthToken,
    TWILIO_FROM: "+14155550100",
    PADDLE_API_KEY: secrets.paddleApiKey,
    PADDLE_WEBHOOK_SECRET: secrets.paddleWebhookSecret,
    // As during a rotation, so that the sandbox can sign with either secret.
    PADDLE_WEBHOOK_SECRET_PREVIOUS: `${secrets.paddleWebhookSecret}_previous`,
    PADDLE_PRICE_MONTHLY: "pri_01sandbox000000000000month",
    PADDLE_PRICE_ANNUAL: "pri_01sandbox0000000000000year",
    PADDLE_CLIENT_TOKEN: "test_sandbox_client_token",
    // The sandbox imports nothing of the product, so it gets the name for its page this way.
    BRAND_NAME: brand.name,
  };
}

function sandboxAddresses(url: string, given: Record<string, string>): Record<string, string> {
  return {
    SANDBOX_PORT: new URL(url).port,
    PADDLE_SCRIPT_URL: given["PADDLE_SCRIPT_URL"] ?? `${url}/paddle/paddle.js`,
    AUTOMATION_WEBHOOK_URL: given["AUTOMATION_WEBHOOK_URL"] ?? `${url}/automation`,
    CONTACT_FORM_URL: given["CONTACT_FORM_URL"] ?? `${url}/forms`,
    ANALYTICS_URL: given["ANALYTICS_URL"] ?? `${url}/api/event`,
  };
}
