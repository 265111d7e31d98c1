import { describe, expect, it } from "vitest";
import { EnvError, parseEnv } from "./env";
import { isTestSite } from "./env-checks";

const sandbox = {
  PROVIDERS: "sandbox",
  DATABASE_URL: "postgresql://user:secret@127.0.0.1:5432/threeline",
  AUTH_SECRET: "x".repeat(32),
  POSTMARK_SERVER_TOKEN: "token",
  POSTMARK_WEBHOOK_USERNAME: "user",
  POSTMARK_WEBHOOK_PASSWORD: "password-of-postmark",
  TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "token",
  PADDLE_API_KEY: "key",
  PADDLE_WEBHOOK_SECRET: "secret",
  PADDLE_PRICE_MONTHLY: "pri_monthly",
  PADDLE_PRICE_ANNUAL: "pri_annual",
  PADDLE_CLIENT_TOKEN: "token",
};

const secret = "Zm9vYmFyMDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1ub3A";

const live = {
  ...sandbox,
  PROVIDERS: "live",
  AUTH_SECRET: secret,
  SITE_URL: "https://threeline.test",
  MAIL_FROM: "briefing@threeline.test",
  OPERATOR_EMAIL: "operator@threeline.test",
  CONTACT_FORM_URL: "https://forms.threeline.test/abc",
  POSTMARK_SERVER_TOKEN: "ed742D75-5a45-49b6-a0a1-5b9ec3dc9e5d",
  TWILIO_AUTH_TOKEN: "0123456789abcdef0123456789abcdef",
  TWILIO_FROM: "+14155550100",
  SMS_SEGMENTS_PER_SECOND: "75",
  PADDLE_API_KEY: "pdl_live_apikey_01gtgztp8f4kek3yd4g1wrksa3_q6TGTJyvoIz7LDtXT65bX7_AQO",
  PADDLE_WEBHOOK_SECRET: "pdl_ntfset_01gkpjp8bkm3tm53kdgkx6sms7_6h3qd3uFSi9YCD3OLYAShQI90XTI5vEI",
  PADDLE_PRICE_MONTHLY: "pri_01gsz8x8sawmvhz1pv30nge1ke",
  PADDLE_PRICE_ANNUAL: "pri_01gsz98e27ak2tyhexptwc58yk",
  PADDLE_CLIENT_TOKEN: "live_7d279f61a3499fed520f7cd8c08",
};

function errorOf(variables: Record<string, string | undefined>): string {
  try {
    parseEnv(variables);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  return "accepted";
}

describe("parseEnv", () => {
  it("names every problem at once: of single variables, of several together, and of files", () => {
    const variables = {
      ...live,
      PORT: "eighty",
      POSTMARK_WEBHOOK_PASSWORD: "x",
      OPERATOR_EMAIL: "",
      IMAGES_S3_ACCESS_KEY_ID: "id",
      PADDLE_PRICE_ANNUAL: live.PADDLE_PRICE_MONTHLY,
      DATABASE_URL: "postgresql://u@db.test/x?sslmode=disable",
      DIRECT_DATABASE_URL: "postgresql://u@db.test/x?sslrootcert=/nowhere.pem",
    };
    expect(errorOf(variables).split("\n")).toEqual([
      "There are 7 problems:",
      "- PORT must be a port number from 1 to 65535, such as 3000.",
      "- POSTMARK_WEBHOOK_PASSWORD must have at least 16 characters and no spaces. Generate one with `openssl rand -hex 32` and enter it in Postmark under Webhooks → Basic auth.",
      "- With real provider keys, set OPERATOR_EMAIL (who gets alerts).",
      "- PADDLE_PRICE_MONTHLY and PADDLE_PRICE_ANNUAL are the same price. Find both in Paddle under Catalog.",
      "- Set both IMAGES_S3_ACCESS_KEY_ID and IMAGES_S3_SECRET_ACCESS_KEY, or neither to use the machine's own role.",
      "- DATABASE_URL turns off TLS, or the check of the server's certificate, for a database on another machine. Remove that from the URL, or set DATABASE_TLS to no-verify or off.",
      expect.stringMatching(/^- DIRECT_DATABASE_URL can't be used: ENOENT: .*\/nowhere\.pem'\.$/),
    ]);
  });

  it("names a variable once, however much is wrong with it", () => {
    expect(errorOf({ ...live, TWILIO_FROM: "555", POSTMARK_SERVER_TOKEN: "" }).split("\n")).toEqual(
      [
        "There are 2 problems:",
        "- POSTMARK_SERVER_TOKEN is missing. Find it in Postmark under Servers → API Tokens.",
        "- TWILIO_FROM must be a phone number such as +14155550100.",
      ],
    );
  });

  it("accepts a live service's settings", () => {
    expect(errorOf(live)).toBe("accepted");
  });

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

  it.each([
    [
      "SMS_SEGMENTS_PER_SECOND",
      "SMS_SEGMENTS_PER_SECOND is missing. Set it to your Twilio sender's limit (about 75 for a registered 10DLC number, about 100 for a short code).",
    ],
    [
      "POSTMARK_SERVER_TOKEN",
      "POSTMARK_SERVER_TOKEN is missing. Find it in Postmark under Servers → API Tokens.",
    ],
    [
      "TWILIO_FROM",
      "TWILIO_FROM is missing. Set it to your Twilio number, such as +14155550100, or set TWILIO_MESSAGING_SERVICE_SID.",
    ],
  ])("with real providers, requires %s and says where to find it", (name, message) => {
    expect(errorOf({ ...live, [name]: undefined })).toBe(message);
  });

  const apiKey = "Create one in Paddle under Developer tools → Authentication → API keys";
  const clientToken =
    "Create one in Paddle under Developer tools → Authentication → Client-side tokens";
  const account = "Find it in the Twilio console under Account Info";
  const webhookSecret =
    "Find it in Paddle under Developer tools → Notifications, in our webhook's destination";

  it.each([
    ["PADDLE_CLIENT_TOKEN", "", `PADDLE_CLIENT_TOKEN is missing. ${clientToken}.`],
    [
      "PADDLE_CLIENT_TOKEN",
      "test_7d279f61a3499fed520f7cd8c08",
      `PADDLE_CLIENT_TOKEN belongs to Paddle's sandbox, where no payment is real. ${clientToken}, in your live account.`,
    ],
    ["PADDLE_CLIENT_TOKEN", "token", `PADDLE_CLIENT_TOKEN must start with live_. ${clientToken}.`],
    [
      "PADDLE_API_KEY",
      "pdl_sdbx_apikey_01gtgztp8f4kek3yd4g1wrksa3_q6TGTJyvoIz7LDtXT65bX7_AQO",
      `PADDLE_API_KEY belongs to Paddle's sandbox, where no payment is real. ${apiKey}, in your live account.`,
    ],
    [
      "PADDLE_API_KEY",
      "live_7d279f61a3499fed520f7cd8c08",
      `PADDLE_API_KEY must start with pdl_live_apikey_. ${apiKey}.`,
    ],
    [
      "PADDLE_WEBHOOK_SECRET",
      "secret",
      `PADDLE_WEBHOOK_SECRET must start with pdl_ntfset_. ${webhookSecret}.`,
    ],
    [
      "PADDLE_WEBHOOK_SECRET_PREVIOUS",
      "secret",
      `PADDLE_WEBHOOK_SECRET_PREVIOUS must start with pdl_ntfset_. ${webhookSecret}.`,
    ],
    [
      "PADDLE_PRICE_MONTHLY",
      "pro_01gsz8x8sawmvhz1pv30nge1ke",
      "PADDLE_PRICE_MONTHLY must be pri_ followed by 26 letters and digits. Find it in Paddle under Catalog, at the monthly price.",
    ],
    [
      "PADDLE_SCRIPT_URL",
      "https://sandbox-cdn.paddle.com/paddle/v2/paddle.js",
      "PADDLE_SCRIPT_URL must be on https://cdn.paddle.com when real provider keys are set. Remove it to use the default.",
    ],
    [
      "POSTMARK_SERVER_TOKEN",
      "POSTMARK_API_TEST",
      "POSTMARK_SERVER_TOKEN is Postmark's test token, which accepts every email and sends none. Find it in Postmark under Servers → API Tokens.",
    ],
    [
      "POSTMARK_SERVER_TOKEN",
      "token",
      "POSTMARK_SERVER_TOKEN must look like 01234567-89ab-cdef-0123-456789abcdef. Find it in Postmark under Servers → API Tokens.",
    ],
    ["TWILIO_AUTH_TOKEN", "token", `TWILIO_AUTH_TOKEN must have 32 characters. ${account}.`],
    [
      "TWILIO_ACCOUNT_SID",
      `SK${"0".repeat(32)}`,
      `TWILIO_ACCOUNT_SID must be AC followed by 32 hexadecimal digits. ${account}.`,
    ],
    [
      "TWILIO_MESSAGING_SERVICE_SID",
      `AC${"0".repeat(32)}`,
      "TWILIO_MESSAGING_SERVICE_SID must be MG followed by 32 hexadecimal digits. Find it in the Twilio console under Messaging → Services.",
    ],
    [
      "TWILIO_FROM",
      "+15005550006",
      "TWILIO_FROM is one of Twilio's test numbers, which send nothing. Set it to a number from the Twilio console under Phone Numbers.",
    ],
    [
      "AUTH_SECRET",
      "changeme-changeme-changeme-changeme",
      "AUTH_SECRET is a placeholder. Replace it with a secret of yours.",
    ],
    [
      "METRICS_TOKEN",
      "aaaaaaaaaaaaaaaaaaaa",
      "METRICS_TOKEN is a placeholder. Replace it with a secret of yours.",
    ],
    [
      "MAIL_FROM",
      "Threeline <briefing@threeline.example>",
      "MAIL_FROM is on an example domain, which nobody has. Set it to one of yours.",
    ],
    [
      "OPERATOR_EMAIL",
      "operator@example.com",
      "OPERATOR_EMAIL is on an example domain, which nobody has. Set it to one of yours.",
    ],
    [
      "SITE_URL",
      "https://threeline.example",
      "SITE_URL is on an example domain, which nobody has. Set it to one of yours.",
    ],
    [
      "CONTACT_FORM_URL",
      "http://forms.threeline.test/abc",
      "CONTACT_FORM_URL must start with https://, as SITE_URL does.",
    ],
    [
      "SITE_URL",
      "http://localhost.evil.com",
      "SITE_URL must start with https:// when real provider keys are set.",
    ],
    [
      "SITE_URL",
      "http://localhost@evil.com",
      "SITE_URL must have no path, query, or password, as in https://threeline.example.",
    ],
  ])("with real providers, rejects %s=%s and says where to get it", (name, value, message) => {
    expect(errorOf({ ...live, [name]: value })).toBe(message);
  });

  it.each([
    ["PADDLE_API_KEY", "0123456789abcdefghijklmnopqrstuvwxyz0123456789abcd"],
    ["SITE_URL", "http://localhost:3000"],
    ["SITE_URL", "http://127.0.0.1:3000"],
    ["SITE_URL", "HTTPS://Threeline.TEST/"],
    ["PADDLE_SCRIPT_URL", "https://cdn.paddle.com/paddle/v2/paddle.js"],
    ["MAIL_FROM", "briefing@example-news.com"],
  ])("with real providers, accepts %s=%s", (name, value) => {
    expect(errorOf({ ...live, [name]: value })).toBe("accepted");
  });

  it("reads the site's URL as browsers write it", () => {
    const env = parseEnv({ ...live, SITE_URL: "HTTPS://Threeline.TEST:443/" });
    expect(env.SITE_URL).toBe("https://threeline.test");
  });

  it.each([
    ["MAIL_FROM", "MAIL_FROM (the sender of all email)"],
    [
      "MAIL_FROM,CONTACT_FORM_URL",
      "MAIL_FROM (the sender of all email) and CONTACT_FORM_URL (where the contact form goes)",
    ],
    [
      "MAIL_FROM,OPERATOR_EMAIL,CONTACT_FORM_URL",
      "MAIL_FROM (the sender of all email), OPERATOR_EMAIL (who gets alerts), and CONTACT_FORM_URL (where the contact form goes)",
    ],
  ])("with real providers, names everything that is missing of %s", (names, list) => {
    const unset = Object.fromEntries(names.split(",").map((name) => [name, ""]));
    expect(errorOf({ ...live, ...unset })).toBe(`With real provider keys, set ${list}.`);
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
      expect(isTestSite(env)).toBe(true);
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
    expect(isTestSite(parseEnv({ ...sandbox, ...variables }))).toBe(false);
  });

  it("is no test site with real providers, whatever ALLOW_SANDBOX says", () => {
    expect(isTestSite(parseEnv({ ...live, ALLOW_SANDBOX: "1" }))).toBe(false);
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
