import { describe, expect, test } from "vitest";
import { settingsScreen } from "@/lib/messages/admin/settings";
import { describeConfiguration } from "./configuration";
import { envVariables, parseEnv } from "../env";

const secrets = {
  AUTH_SECRET: "signing-secret-that-nobody-may-see",
  AUTH_SECRET_PREVIOUS: "older-signing-secret-that-nobody-may-see",
  CONSENT_SECRET: "consent-secret-that-nobody-may-see",
  IMAGES_S3_ACCESS_KEY_ID: "bucket-id-secret",
  IMAGES_S3_SECRET_ACCESS_KEY: "bucket-key-secret",
  BACKUP_KEY: `AGE-SECRET-KEY-1${"Q".repeat(58)}`,
  METRICS_TOKEN: "metrics-token-secret",
  OTEL_EXPORTER_OTLP_HEADERS: "authorization=collector-secret",
  SENTRY_DSN: "https://report5secret@errors.example/1",
  POSTMARK_SERVER_TOKEN: "postmark-secret",
  POSTMARK_WEBHOOK_USERNAME: "username-secret",
  POSTMARK_WEBHOOK_PASSWORD: "password-secret-of-postmark",
  TWILIO_ACCOUNT_SID: `AC${"5".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "twilio-secret",
  AUTOMATION_WEBHOOK_URL: "https://hook.example/automation-secret",
  PADDLE_API_KEY: "paddle-secret",
  PADDLE_WEBHOOK_SECRET: "paddle-webhook-secret",
  PADDLE_WEBHOOK_SECRET_PREVIOUS: "paddle-webhook-secret-before",
};

const variables = {
  ...secrets,
  PROVIDERS: "sandbox",
  DATABASE_URL: "postgresql://user:database-secret@127.0.0.1:5432/threeline",
  SMS_COUNTRIES: "US,CA",
  GENERATED_VARIABLES: "AUTH_SECRET,DATABASE_URL",
};

const groups = describeConfiguration(parseEnv(variables), variables);
const items = groups.flatMap((group) => group.items);
const itemOf = (variable: string) => items.find((item) => item.variable === variable);

describe("the configuration", () => {
  test("has no secret, only whether it's set", () => {
    const shown = JSON.stringify(groups);
    const found = [...Object.values(secrets), "database-secret"];
    expect(found.filter((secret) => shown.includes(secret))).toEqual([]);
    const named = items.filter(({ isSecret }) => isSecret).map(({ variable }) => variable);
    expect(new Set(named)).toEqual(new Set(Object.keys(secrets)));
    expect(items.filter(({ isSecret, isSet }) => isSecret && !isSet)).toEqual([]);
  });

  test("says where each value is from", () => {
    expect(itemOf("SMS_COUNTRIES")).toMatchObject({ value: "US, CA", source: "environment" });
    expect(itemOf("AUTH_SECRET")).toMatchObject({ value: null, source: "generated" });
    expect(itemOf("DATABASE_URL")).toMatchObject({ value: "127.0.0.1", source: "generated" });
    expect(itemOf("WORKERS")).toMatchObject({ value: "1", source: "default" });
    expect(itemOf("BACKUP_DIR")).toMatchObject({ isSet: false, value: null, source: "default" });
  });

  test("has every variable with a label, except what the service sets or the team can change", () => {
    const others = [
      "NODE_ENV",
      "PROVIDERS",
      "WORKER_NAME",
      "GENERATED_VARIABLES",
      "SANDBOX_PORT",
      "SMS_DAILY_BUDGET",
      "REPEAT_TRIAL_POLICY",
    ];
    const expected = envVariables.filter((name) => !others.includes(name));
    expect(items.map(({ variable }) => variable).toSorted()).toEqual(expected.toSorted());
    const { labels } = settingsScreen.configuration;
    expect(Object.keys(labels).toSorted()).toEqual(expected.toSorted());
  });
});
