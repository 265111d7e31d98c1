import { describe, expect, it } from "vitest";
import {
  envErrorOf as errorOf,
  liveVariables as live,
  rehearsalVariables as rehearsal,
} from "@/tests/support/env-variables";
import { parseEnv } from "./env";
import { testSiteOf } from "./test-accounts";

describe("with real providers, parseEnv", () => {
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
  ])("requires %s and says where to find it", (name, message) => {
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
      "token",
      `PADDLE_CLIENT_TOKEN must start with live_, or with test_ to rehearse. ${clientToken}.`,
    ],
    [
      "PADDLE_API_KEY",
      "live_7d279f61a3499fed520f7cd8c08",
      `PADDLE_API_KEY must start with pdl_live_apikey_, or with pdl_sdbx_apikey_ to rehearse. ${apiKey}.`,
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
      "POSTMARK_SERVER_TOKEN is Postmark's test token, which accepts every email and sends none. Find it in Postmark under Servers → API Tokens; to rehearse, in a server of the type Sandbox.",
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
      "AUTH_SECRET is a placeholder. Replace it with your own secret.",
    ],
    [
      "METRICS_TOKEN",
      "aaaaaaaaaaaaaaaaaaaa",
      "METRICS_TOKEN is a placeholder. Replace it with your own secret.",
    ],
    [
      "MAIL_FROM",
      "Threeline <briefing@threeline.example>",
      "MAIL_FROM is on an example domain, which nobody owns. Set it to one of yours.",
    ],
    [
      "OPERATOR_EMAIL",
      "operator@example.com",
      "OPERATOR_EMAIL is on an example domain, which nobody owns. Set it to one of yours.",
    ],
    [
      "SITE_URL",
      "https://threeline.example",
      "SITE_URL is on an example domain, which nobody owns. Set it to one of yours.",
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
  ])("rejects %s=%s and says where to get it", (name, value, message) => {
    expect(errorOf({ ...live, [name]: value })).toBe(message);
  });

  it.each([
    ["PADDLE_API_KEY", "0123456789abcdefghijklmnopqrstuvwxyz0123456789abcd"],
    ["SITE_URL", "http://localhost:3000"],
    ["SITE_URL", "http://127.0.0.1:3000"],
    ["SITE_URL", "HTTPS://Threeline.TEST/"],
    ["PADDLE_SCRIPT_URL", "https://cdn.paddle.com/paddle/v2/paddle.js"],
    ["MAIL_FROM", "briefing@example-news.com"],
  ])("accepts %s=%s", (name, value) => {
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
  ])("names everything that is missing of %s", (names, list) => {
    const unset = Object.fromEntries(names.split(",").map((name) => [name, ""]));
    expect(errorOf({ ...live, ...unset })).toBe(`With real provider keys, set ${list}.`);
  });
});

describe("with providers' test accounts, parseEnv", () => {
  const withoutPaying =
    "PADDLE_API_KEY belongs to Paddle's sandbox, so anyone could have texts sent without paying. Set TWILIO_FROM=+15005550006 with Twilio's test credentials, and leave out TWILIO_MESSAGING_SERVICE_SID.";

  it("accepts a rehearsal, which is a test site", () => {
    expect(testSiteOf(parseEnv(rehearsal))).toBe("rehearsal");
  });

  it.each([
    [
      { PADDLE_API_KEY: live.PADDLE_API_KEY },
      "PADDLE_CLIENT_TOKEN belongs to Paddle's sandbox, where no payment is real, and PADDLE_API_KEY to a live account. Take both from the same account.",
    ],
    [
      { PADDLE_CLIENT_TOKEN: live.PADDLE_CLIENT_TOKEN },
      "PADDLE_API_KEY belongs to Paddle's sandbox, and PADDLE_CLIENT_TOKEN to a live account. Take both from the same account.",
    ],
    [{ TWILIO_FROM: live.TWILIO_FROM }, withoutPaying],
    [{ TWILIO_MESSAGING_SERVICE_SID: `MG${"0".repeat(32)}` }, withoutPaying],
  ])("rejects a rehearsal with %j", (variables, message) => {
    expect(errorOf({ ...rehearsal, ...variables }).split("\n- ")).toContain(message);
  });

  it("names everything that is mixed at once", () => {
    const { PADDLE_CLIENT_TOKEN, TWILIO_FROM } = live;
    expect(errorOf({ ...rehearsal, PADDLE_CLIENT_TOKEN, TWILIO_FROM })).toMatch(
      /^There are 2 problems:\n- PADDLE_API_KEY .* PADDLE_CLIENT_TOKEN .*\n- PADDLE_API_KEY .* TWILIO_FROM=/,
    );
  });
});
