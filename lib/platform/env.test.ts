import { describe, expect, it } from "vitest";
import {
  envErrorOf as errorOf,
  liveVariables as live,
  sandboxVariables as sandbox,
} from "@/tests/support/env-variables";
import { parseEnv } from "./env";
import { testSiteOf } from "./test-accounts";

describe("parseEnv", () => {
  it("fills in the local defaults", () => {
    expect(parseEnv(sandbox)).toMatchObject({
      PORT: 3000,
      DATA_DIR: ".data",
      SITE_URL: "http://localhost:3000",
      SANDBOX_URL: "http://127.0.0.1:4010",
      WORKERS: 1,
      SMS_SEGMENTS_PER_SECOND: 100,
      SMS_COUNTRIES: ["US", "CA", "GB"],
      TRUSTED_PROXY_HOPS: 0,
    });
  });

  it("treats an empty variable as unset", () => {
    expect(parseEnv({ ...sandbox, PORT: "", WORKERS: "" })).toMatchObject({
      PORT: 3000,
      WORKERS: 1,
    });
  });

  it("reads former prices, and none by default", () => {
    expect(parseEnv(sandbox).PADDLE_FORMER_PRICES).toEqual([]);
    const given = parseEnv({ ...sandbox, PADDLE_FORMER_PRICES: "pri_a, pri_b" });
    expect(given.PADDLE_FORMER_PRICES).toEqual(["pri_a", "pri_b"]);
  });

  it("reads country codes in any case, and UK as GB", () => {
    expect(parseEnv({ ...sandbox, SMS_COUNTRIES: "us, uk" }).SMS_COUNTRIES).toEqual(["US", "GB"]);
  });

  it("reads the proxies to purge", () => {
    const urls = "http://10.0.0.1:8090/purge, http://10.0.0.2:8090/purge";
    expect(parseEnv({ ...sandbox, PROXY_PURGE_URLS: urls }).PROXY_PURGE_URLS).toEqual(
      urls.split(", "),
    );
    expect(parseEnv(sandbox).PROXY_PURGE_URLS).toEqual([]);
  });

  it("derives the site's URL from its port", () => {
    expect(parseEnv({ ...sandbox, PORT: "3100" }).SITE_URL).toBe("http://localhost:3100");
  });

  it.each([
    ["PORT", "eighty", "PORT must be a port number from 1 to 65535, such as 3000."],
    ["PORT", "70000", "PORT must be a port number from 1 to 65535, such as 3000."],
    ["SANDBOX_PORT", "0", "SANDBOX_PORT must be a port number from 1 to 65535, such as 4010."],
    ["WORKERS", "-1", "WORKERS must be a whole number from 0 to 64."],
    ["WORKERS", "1.5", "WORKERS must be a whole number from 0 to 64."],
    ["TRUSTED_PROXY_HOPS", "many", "TRUSTED_PROXY_HOPS must be a whole number from 0 to 10."],
    [
      "DATABASE_URL",
      "mysql://localhost/x",
      "DATABASE_URL must look like postgresql://user:password@host:5432/database.",
    ],
    [
      "PADDLE_FORMER_PRICES",
      "pro_a",
      "PADDLE_FORMER_PRICES must be price IDs separated by commas, each pri_ followed by 26 letters and digits. Find them in Paddle under Catalog.",
    ],
    [
      "SMS_COUNTRIES",
      "US,Canada",
      "SMS_COUNTRIES must be two-letter country codes separated by commas, such as US,CA,GB.",
    ],
    [
      "SMS_COUNTRIES",
      "US,XX",
      "SMS_COUNTRIES must be two-letter country codes separated by commas, such as US,CA,GB.",
    ],
    ["SMS_DAILY_BUDGET", "0", "SMS_DAILY_BUDGET must be a whole number from 1 to 1000000."],
    [
      "PROXY_PURGE_URLS",
      "proxy",
      "PROXY_PURGE_URLS must be a URL such as http://127.0.0.1:8090/purge.",
    ],
    ["SITE_URL", "threeline", "SITE_URL must be a URL such as http://localhost:3000."],
    [
      "SITE_URL",
      "http://localhost:3000/site",
      "SITE_URL must have no path, query, or password, as in http://localhost:3000.",
    ],
    [
      "SITE_URL",
      "http://me:secret@localhost:3000",
      "SITE_URL must have no path, query, or password, as in http://localhost:3000.",
    ],
    [
      "POSTMARK_WEBHOOK_PASSWORD",
      "fifteen letters",
      "POSTMARK_WEBHOOK_PASSWORD must have at least 16 characters and no spaces. Generate one with `openssl rand -hex 32` and enter it in Postmark under Webhooks → Basic auth.",
    ],
    [
      "POSTMARK_WEBHOOK_USERNAME",
      "post:mark",
      "POSTMARK_WEBHOOK_USERNAME must have no spaces and no colon. Choose one and enter it in Postmark under Webhooks → Basic auth.",
    ],
    [
      "PADDLE_CLIENT_TOKEN",
      "pdl_live_apikey_01gtgztp8f4kek3yd4g1wrksa3_q6TGTJyvoIz7LDtXT65bX7_AQO",
      "PADDLE_CLIENT_TOKEN is a secret API key, which pages must not show. Create one in Paddle under Developer tools → Authentication → Client-side tokens.",
    ],
    ["SANDBOX_PORT", "3000", "PORT and SANDBOX_PORT are both 3000. Set them to different ports."],
    [
      "AUTH_SECRET",
      "short",
      "AUTH_SECRET must have at least 32 characters. Generate one with `openssl rand -base64 32`.",
    ],
    [
      "MAIL_FROM",
      "nobody",
      "MAIL_FROM must be an email address such as Threeline <briefing@threeline.example>.",
    ],
    [
      "LOG_LEVEL",
      "loud",
      "LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.",
    ],
    ["TWILIO_FROM", "555", "TWILIO_FROM must be a phone number such as +14155550100."],
    [
      "IMAGES_S3_ENDPOINT",
      "s3.example.com",
      "IMAGES_S3_ENDPOINT must be a URL such as https://s3.example.com.",
    ],
    [
      "IMAGES_S3_ACCESS_KEY_ID",
      "id",
      "Set both IMAGES_S3_ACCESS_KEY_ID and IMAGES_S3_SECRET_ACCESS_KEY, or neither to use the machine's own role.",
    ],
    ["PROVIDERS", "none", "PROVIDERS must be sandbox or live. npm start sets it."],
  ])("rejects %s=%s and says what it must look like", (name, value, message) => {
    expect(errorOf({ ...sandbox, [name]: value })).toBe(message);
  });

  const keys =
    "but no provider keys are set: set the keys of Postmark, Twilio, and Paddle, or set ALLOW_SANDBOX=1 for a test site that sends nothing.";
  const production = [
    [{ SITE_URL: "https://threeline.example" }, "SITE_URL is https://threeline.example"],
    [{ SITE_URL: "https://localhost" }, "SITE_URL is https://localhost"],
    [{ SITE_URL: "http://threeline.example" }, "SITE_URL is http://threeline.example"],
    [{ SITE_URL: "http://localhost.evil.example" }, "SITE_URL is http://localhost.evil.example"],
    [{ SITE_URL: "http://192.168.1.5:3000" }, "SITE_URL is http://192.168.1.5:3000"],
    [{ DATABASE_URL: "postgresql://u@db.example/x" }, "DATABASE_URL is on db.example"],
    [
      { DATABASE_URL: "postgresql://u@localhost/x?host=db.example" },
      "DATABASE_URL is on db.example",
    ],
    [
      { SITE_URL: "https://t.example", DATABASE_URL: "postgresql://u@10.0.0.5:5432/x" },
      "SITE_URL is https://t.example and DATABASE_URL is on 10.0.0.5",
    ],
  ] as const;

  it.each(production)("refuses to run %j on the sandbox", (variables, found) => {
    expect(errorOf({ ...sandbox, ...variables })).toBe(`${found}, ${keys}`);
  });

  it.each(production)(
    "runs %j on the sandbox with ALLOW_SANDBOX=1, as a test site",
    (variables) => {
      const env = parseEnv({ ...sandbox, ...variables, ALLOW_SANDBOX: "1" });
      expect(testSiteOf(env)).toBe("sandbox");
    },
  );

  it.each([
    {},
    { SITE_URL: "http://localhost:3100" },
    { SITE_URL: "http://127.0.0.1:3100" },
    { SITE_URL: "http://[::1]:3100" },
    { DATABASE_URL: "postgresql://u@[::1]:5432/x" },
    { DATABASE_URL: "postgresql://u@localhost/x" },
    { DATABASE_URL: "postgresql:///x?host=/var/run/postgresql" },
  ])("runs %j on the sandbox, not as a test site", (variables) => {
    expect(testSiteOf(parseEnv({ ...sandbox, ...variables }))).toBeNull();
  });

  it("is no test site with real providers, whatever ALLOW_SANDBOX says", () => {
    expect(testSiteOf(parseEnv({ ...live, ALLOW_SANDBOX: "1" }))).toBeNull();
  });

  const remote = { ...live, DATABASE_URL: "postgresql://u:p@db.example:5432/x" };

  it.each([
    [{}, "?sslmode=verify-full"],
    [{ DATABASE_TLS: "no-verify" }, "?sslmode=no-verify"],
    [{ DATABASE_TLS: "off" }, ""],
  ])("connects to a database on another machine with %j as %j", (variables, suffix) => {
    expect(parseEnv({ ...remote, ...variables }).DATABASE_URL).toBe(remote.DATABASE_URL + suffix);
  });

  it("connects without a pooler to DIRECT_DATABASE_URL, or to DATABASE_URL", () => {
    const DIRECT_DATABASE_URL = "postgresql://u:p@db.example:5433/x";
    const local = { ...live, DATABASE_URL: "postgresql://u@127.0.0.1:6432/x" };
    expect(parseEnv(local).DIRECT_DATABASE_URL).toBe(local.DATABASE_URL);
    expect(parseEnv({ ...local, DIRECT_DATABASE_URL })).toMatchObject({
      DATABASE_URL: local.DATABASE_URL,
      DIRECT_DATABASE_URL: `${DIRECT_DATABASE_URL}?sslmode=verify-full`,
    });
  });

  it("refuses the sandbox when the database behind a local pooler is on another machine", () => {
    const DIRECT_DATABASE_URL = "postgresql://u:p@db.example:5433/x";
    const variables = { ...sandbox, ALLOW_SANDBOX: "0", DIRECT_DATABASE_URL };
    expect(errorOf(variables)).toContain("DATABASE_URL is on db.example");
  });

  it.each([
    "postgresql://u@localhost/x",
    "postgresql://u@127.0.0.1:5432/x?application_name=y",
    "postgresql:///x?host=/var/run/postgresql",
    "postgresql://u@db.example/x?sslmode=verify-full",
    "postgresql://u@db.example/x?ssl=true",
  ])("takes %s as it is", (url) => {
    expect(parseEnv({ ...live, DATABASE_URL: url }).DATABASE_URL).toBe(url);
  });

  it("adds TLS to a database URL with other parameters", () => {
    const url = "postgresql://u@db.example/x?application_name=y";
    expect(parseEnv({ ...live, DATABASE_URL: url }).DATABASE_URL).toBe(
      `${url}&sslmode=verify-full`,
    );
  });

  it.each([
    "sslmode=disable",
    "sslmode=no-verify",
    "ssl=0",
    "ssl=no-verify",
    "uselibpqcompat=true&sslmode=require",
    "uselibpqcompat=true&sslmode=prefer",
  ])("rejects %s for a database on another machine", (parameters) => {
    const DATABASE_URL = `postgresql://u@db.example/x?${parameters}`;
    expect(errorOf({ ...live, DATABASE_URL })).toBe(
      "DATABASE_URL turns off TLS, or the check of the server's certificate, for a database on another machine. Remove that from the URL, or set DATABASE_TLS to no-verify or off.",
    );
  });

  it("rejects a database on another machine without TLS when any certificate will do", () => {
    const DATABASE_URL = "postgresql://u@localhost/x?host=db.example&sslmode=disable";
    expect(errorOf({ ...live, DATABASE_URL, DATABASE_TLS: "no-verify" })).toBe(
      "DATABASE_URL turns off TLS for a database on another machine. Remove that from the URL, or set DATABASE_TLS=off.",
    );
  });

  it("names a certificate file that it can't read", () => {
    const DATABASE_URL = "postgresql://u@db.example/x?sslrootcert=/nowhere.pem";
    expect(errorOf({ ...live, DATABASE_URL })).toMatch(
      /^DATABASE_URL can't be used: ENOENT: .*\/nowhere\.pem'\.$/,
    );
  });

  it.each([
    [{}, undefined],
    [{ TRUSTED_PROXY_HOPS: "1" }, "127.0.0.1"],
    [{ TRUSTED_PROXY_HOPS: "1", HOST: "10.0.0.5" }, "10.0.0.5"],
    [{ HOST: "::1" }, "::1"],
  ])("with %j, listens on %s", (variables, host) => {
    expect(parseEnv({ ...sandbox, ...variables }).HOST).toBe(host);
  });
});
