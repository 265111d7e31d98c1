import {
  configurationGroups,
  type Configuration,
  type ConfigurationItem,
} from "@/lib/contracts/admin/settings";
import { databaseHost } from "../database/address";
import type { Env } from "../env";

type Variable = keyof Env;

/** Variables whose values may be shown, and secrets, by topic. */
const groups: Record<
  Configuration[number]["group"],
  { shown: readonly Variable[]; secret: readonly Variable[] }
> = {
  site: {
    shown: [
      "SITE_URL",
      "SIGN_UP_URL",
      "CONTACT_FORM_URL",
      "ANALYTICS_URL",
      "PRIVACY_WIDGET_URL",
      "TERMS_WIDGET_URL",
      "ALLOW_SANDBOX",
      "HOST",
      "PORT",
      "TRUSTED_PROXY_HOPS",
    ],
    secret: [],
  },
  data: {
    shown: [
      "DATABASE_URL",
      "DIRECT_DATABASE_URL",
      "DATABASE_TLS",
      "DATA_DIR",
      "BACKUP_DIR",
      "IMAGES_S3_BUCKET",
      "IMAGES_S3_REGION",
      "IMAGES_S3_ENDPOINT",
      "WORKERS",
      "PROXY_PURGE_URLS",
      "LOG_LEVEL",
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      "OTEL_SERVICE_NAME",
      "OTEL_TRACES_SAMPLER_ARG",
    ],
    secret: [
      "IMAGES_S3_ACCESS_KEY_ID",
      "IMAGES_S3_SECRET_ACCESS_KEY",
      "METRICS_TOKEN",
      "BACKUP_KEY",
      "OTEL_EXPORTER_OTLP_HEADERS",
      "SENTRY_DSN",
    ],
  },
  email: {
    shown: ["MAIL_FROM", "OPERATOR_EMAIL", "DKIM_SELECTOR", "EMAIL_LEAD_MINUTES"],
    secret: ["POSTMARK_SERVER_TOKEN", "POSTMARK_WEBHOOK_USERNAME", "POSTMARK_WEBHOOK_PASSWORD"],
  },
  texts: {
    shown: [
      "TWILIO_FROM",
      "TWILIO_MESSAGING_SERVICE_SID",
      "SMS_SEGMENTS_PER_SECOND",
      "SMS_SEGMENT_COST",
      "SMS_COUNTRIES",
      "UNKNOWN_OUTCOME_WAIT_SECONDS",
    ],
    // Anyone who knows the automation's address can send texts through it.
    secret: ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "AUTOMATION_WEBHOOK_URL"],
  },
  payments: {
    shown: [
      "PADDLE_PRICE_MONTHLY",
      "PADDLE_PRICE_ANNUAL",
      "PADDLE_FORMER_PRICES",
      "PADDLE_CLIENT_TOKEN",
      "PADDLE_SCRIPT_URL",
    ],
    secret: ["PADDLE_API_KEY", "PADDLE_WEBHOOK_SECRET", "PADDLE_WEBHOOK_SECRET_PREVIOUS"],
  },
  security: {
    shown: ["ADMIN_REQUIRE_2FA"],
    secret: ["AUTH_SECRET", "AUTH_SECRET_PREVIOUS", "CONSENT_SECRET"],
  },
};

/**
 * The settings from environment variables, by topic. Only variables listed as shown have a value.
 *
 * @param variables the process's environment, which says what is a default
 */
export function describeConfiguration(
  env: Env,
  variables: Readonly<Record<string, string | undefined>>,
): Configuration {
  const generated = env.GENERATED_VARIABLES;
  const describe = (variable: Variable, isSecret: boolean): ConfigurationItem => {
    const isGiven = Boolean(variables[variable]);
    const value = textOf(variable, env);
    return {
      variable,
      isSecret,
      isSet: value !== null,
      value: isSecret ? null : value,
      source: !isGiven ? "default" : generated.includes(variable) ? "generated" : "environment",
    };
  };
  return configurationGroups.map((group) => ({
    group,
    items: [
      ...groups[group].shown.map((variable) => describe(variable, false)),
      ...groups[group].secret.map((variable) => describe(variable, true)),
    ],
  }));
}

function textOf(variable: Variable, env: Env): string | null {
  const value = env[variable];
  if (value === undefined || value === "") return null;
  // A database's URL has its password.
  if (variable === "DATABASE_URL" || variable === "DIRECT_DATABASE_URL") {
    return databaseHost(env[variable]);
  }
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value !== "object") return String(value);
  const parts: readonly string[] = Array.isArray(value) ? value : Object.keys(value);
  return parts.length === 0 ? null : parts.join(", ");
}
