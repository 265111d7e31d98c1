import { describe, expect, it } from "vitest";
import { EnvError, parseEnv } from "./env";

const sandbox = {
  PROVIDERS: "sandbox",
  DATABASE_URL: "postgresql://user:secret@127.0.0.1:5432/threeline",
  AUTH_SECRET: "x".repeat(32),
  POSTMARK_SERVER_TOKEN: "token",
  POSTMARK_WEBHOOK_USERNAME: "user",
  POSTMARK_WEBHOOK_PASSWORD: "password",
  TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "token",
  PADDLE_API_KEY: "key",
  PADDLE_WEBHOOK_SECRET: "secret",
  PADDLE_PRICE_MONTHLY: "pri_monthly",
  PADDLE_PRICE_ANNUAL: "pri_annual",
  PADDLE_CLIENT_TOKEN: "token",
};

const live = {
  ...sandbox,
  PROVIDERS: "live",
  SITE_URL: "https://threeline.example",
  TWILIO_FROM: "+14155550100",
  SMS_SEGMENTS_PER_SECOND: "75",
};

function refusalOf(variables: Record<string, string | undefined>): string {
  try {
    parseEnv(variables);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  return "accepted";
}

describe("parseEnv", () => {
  it("fills in the local defaults", () => {
    expect(parseEnv(sandbox)).toMatchObject({
      PORT: 3000,
      DATA_DIR: ".data",
      SITE_URL: "http://localhost:3000",
      SANDBOX_URL: "http://127.0.0.1:4010",
      WORKERS: 1,
      SMS_SEGMENTS_PER_SECOND: 100,
      TRUSTED_PROXY_HOPS: 0,
    });
  });

  it("takes an empty variable for an unset one", () => {
    expect(parseEnv({ ...sandbox, PORT: "", WORKERS: "" })).toMatchObject({
      PORT: 3000,
      WORKERS: 1,
    });
  });

  it("lets the site's address follow its port", () => {
    expect(parseEnv({ ...sandbox, PORT: "3100" }).SITE_URL).toBe("http://localhost:3100");
  });

  it.each([
    ["PORT", "eighty", "PORT must be a port number between 1 and 65535, such as 3000."],
    ["PORT", "70000", "PORT must be a port number between 1 and 65535, such as 3000."],
    ["SANDBOX_PORT", "0", "SANDBOX_PORT must be a port number between 1 and 65535, such as 4010."],
    ["WORKERS", "-1", "WORKERS must be a whole number between 0 and 64."],
    ["WORKERS", "1.5", "WORKERS must be a whole number between 0 and 64."],
    ["TRUSTED_PROXY_HOPS", "many", "TRUSTED_PROXY_HOPS must be a whole number between 0 and 10."],
    [
      "DATABASE_URL",
      "mysql://localhost/x",
      "DATABASE_URL must look like postgresql://user:password@host:5432/database.",
    ],
    ["SHARED_PAGE_CACHE", "redis", "SHARED_PAGE_CACHE must be off or postgres."],
    ["SITE_URL", "threeline", "SITE_URL must be a web address such as http://localhost:3000."],
    [
      "AUTH_SECRET",
      "short",
      "AUTH_SECRET must have at least 32 characters: make one with `openssl rand -base64 32`.",
    ],
    [
      "MAIL_FROM",
      "nobody",
      "MAIL_FROM must be an e-mail address such as Threeline <briefing@threeline.example>.",
    ],
    [
      "LOG_LEVEL",
      "loud",
      "LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.",
    ],
    ["TWILIO_FROM", "555", "TWILIO_FROM must be a number such as +14155550100."],
    ["PROVIDERS", "none", "PROVIDERS must be sandbox or live; npm start sets it."],
  ])("refuses %s=%s in one sentence", (name, value, sentence) => {
    expect(refusalOf({ ...sandbox, [name]: value })).toBe(sentence);
  });

  it.each([
    [
      "SMS_SEGMENTS_PER_SECOND",
      "SMS_SEGMENTS_PER_SECOND is missing: set what your Twilio sender may send (a registered 10DLC number about 75, a short code about 100).",
    ],
    [
      "POSTMARK_SERVER_TOKEN",
      "POSTMARK_SERVER_TOKEN is missing: it stands in Postmark under Servers, API Tokens.",
    ],
    [
      "TWILIO_FROM",
      "TWILIO_FROM is missing: set your Twilio number such as +14155550100, or TWILIO_MESSAGING_SERVICE_SID.",
    ],
  ])("with real providers misses %s by name and says where to get it", (name, sentence) => {
    expect(refusalOf({ ...live, [name]: undefined })).toBe(sentence);
  });
});
