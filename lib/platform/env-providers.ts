import { z } from "zod";
import { clientToken, howToGetToken } from "./env-pages";
import { required, secret, webUrl } from "./env-fields";

const howToGet = {
  serverToken: "Find it in Postmark under Servers → API Tokens",
  webhookUsername: "Choose one and enter it in Postmark under Webhooks → Basic auth",
  webhookPassword:
    "Generate one with `openssl rand -hex 32` and enter it in Postmark under Webhooks → Basic auth",
  twilioAccount: "Find it in the Twilio console under Account Info",
  twilioService: "Find it in the Twilio console under Messaging → Services",
  apiKey: "Create one in Paddle under Developer tools → Authentication → API keys",
  webhookSecret:
    "Find it in Paddle under Developer tools → Notifications, in our webhook's destination",
  monthly: "Find it in Paddle under Catalog, at the monthly price",
  annual: "Find it in Paddle under Catalog, at the annual price",
};

/** Settings of Postmark, Twilio, and the automation. */
export const messaging = {
  AUTOMATION_WEBHOOK_URL: webUrl("AUTOMATION_WEBHOOK_URL", "https://hook.example/abc").optional(),
  POSTMARK_SERVER_TOKEN: required("POSTMARK_SERVER_TOKEN", howToGet.serverToken),
  POSTMARK_WEBHOOK_USERNAME: required(
    "POSTMARK_WEBHOOK_USERNAME",
    howToGet.webhookUsername,
    // What comes after the first colon is the password (RFC 7617).
  ).regex(
    /^[!-9;-~]+$/,
    `POSTMARK_WEBHOOK_USERNAME must have no spaces and no colon. ${howToGet.webhookUsername}.`,
  ),
  POSTMARK_WEBHOOK_PASSWORD: secret("POSTMARK_WEBHOOK_PASSWORD", howToGet.webhookPassword),
  TWILIO_ACCOUNT_SID: required("TWILIO_ACCOUNT_SID", howToGet.twilioAccount).regex(
    /^AC[0-9a-f]{32}$/,
    `TWILIO_ACCOUNT_SID must be AC followed by 32 hexadecimal digits. ${howToGet.twilioAccount}.`,
  ),
  TWILIO_AUTH_TOKEN: required("TWILIO_AUTH_TOKEN", howToGet.twilioAccount),
  TWILIO_FROM: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, "TWILIO_FROM must be a phone number such as +14155550100.")
    .optional(),
  TWILIO_MESSAGING_SERVICE_SID: z
    .string()
    .regex(
      /^MG[0-9a-f]{32}$/,
      `TWILIO_MESSAGING_SERVICE_SID must be MG followed by 32 hexadecimal digits. ${howToGet.twilioService}.`,
    )
    .optional(),
};

/**
 * The same for a live service.
 *
 * Postmark's tokens are UUIDs (SonarSource's rule S6910); its test token accepts every email and sends
 * none (https://postmarkapp.com/developer/user-guide/sending-with-api).
 */
export const liveMessaging = {
  ...messaging,
  POSTMARK_SERVER_TOKEN: messaging.POSTMARK_SERVER_TOKEN.refine(
    (token) => token !== "POSTMARK_API_TEST",
    `POSTMARK_SERVER_TOKEN is Postmark's test token, which accepts every email and sends none. ${howToGet.serverToken}; to rehearse, in a server of the type Sandbox.`,
  ).regex(
    /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i,
    `POSTMARK_SERVER_TOKEN must look like 01234567-89ab-cdef-0123-456789abcdef. ${howToGet.serverToken}.`,
  ),
  TWILIO_AUTH_TOKEN: messaging.TWILIO_AUTH_TOKEN.regex(
    /^[!-~]{32,}$/,
    `TWILIO_AUTH_TOKEN must have 32 characters. ${howToGet.twilioAccount}.`,
  ),
};

/** The bucket for images; without a name, they are in DATA_DIR/images. */
export const imageBucket = {
  IMAGES_S3_BUCKET: z.string().min(3).optional(),
  IMAGES_S3_REGION: z.string().min(1).default("us-east-1"),
  IMAGES_S3_ENDPOINT: webUrl("IMAGES_S3_ENDPOINT", "https://s3.example.com").optional(),
  IMAGES_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  IMAGES_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
};

/** Prices of earlier offers, which still grant access: IDs separated by commas, none by default. */
const formerPrices = (pattern: RegExp) =>
  z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
    .pipe(
      z.array(
        z
          .string()
          .regex(
            pattern,
            "PADDLE_FORMER_PRICES must be price IDs separated by commas, each pri_ followed by 26 letters and digits. Find them in Paddle under Catalog.",
          ),
      ),
    );

/** Paddle's settings with the sandbox's values as defaults. */
export const sandboxPaddle = {
  PADDLE_API_KEY: z.string().default("pdl_sdbx_apikey_sandbox"),
  PADDLE_WEBHOOK_SECRET: z.string().default("pdl_ntfset_sandbox_secret"),
  /** The old secret, during a rotation. */
  PADDLE_WEBHOOK_SECRET_PREVIOUS: z.string().optional(),
  PADDLE_PRICE_MONTHLY: z.string().default("pri_01sandbox000000000000month"),
  PADDLE_PRICE_ANNUAL: z.string().default("pri_01sandbox0000000000000year"),
  PADDLE_FORMER_PRICES: formerPrices(/^pri_\w+$/),
  PADDLE_CLIENT_TOKEN: clientToken.default("test_sandbox_client_token"),
};

// https://developer.paddle.com/api-reference/about/authentication: keys from before May 6, 2025, are 50
// random characters.
const apiKey =
  /^(?:pdl_(?:live|sdbx)_apikey_[a-z\d]{26}_[a-zA-Z\d]{22}_[a-zA-Z\d]{3}|[a-zA-Z\d]{50})$/;

const webhookSecret = (name: string) =>
  required(name, howToGet.webhookSecret).regex(
    /^pdl_ntfset_[!-~]{16,}$/,
    `${name} must start with pdl_ntfset_. ${howToGet.webhookSecret}.`,
  );

const price = (name: string, howToGetPrice: string) =>
  required(name, howToGetPrice).regex(
    /^pri_[a-z\d]{26}$/,
    `${name} must be pri_ followed by 26 letters and digits. ${howToGetPrice}.`,
  );

/** Paddle's settings for a live service, or for a rehearsal with Paddle's sandbox. */
export const livePaddle = {
  PADDLE_API_KEY: required("PADDLE_API_KEY", howToGet.apiKey).regex(
    apiKey,
    `PADDLE_API_KEY must start with pdl_live_apikey_, or with pdl_sdbx_apikey_ to rehearse. ${howToGet.apiKey}.`,
  ),
  PADDLE_WEBHOOK_SECRET: webhookSecret("PADDLE_WEBHOOK_SECRET"),
  PADDLE_WEBHOOK_SECRET_PREVIOUS: webhookSecret("PADDLE_WEBHOOK_SECRET_PREVIOUS").optional(),
  PADDLE_PRICE_MONTHLY: price("PADDLE_PRICE_MONTHLY", howToGet.monthly),
  PADDLE_PRICE_ANNUAL: price("PADDLE_PRICE_ANNUAL", howToGet.annual),
  PADDLE_FORMER_PRICES: formerPrices(/^pri_[a-z\d]{26}$/),
  // https://developer.paddle.com/paddle-js/about/client-side-tokens. Without one, no checkout opens.
  PADDLE_CLIENT_TOKEN: clientToken.regex(
    /^(?:live|test)_[a-zA-Z\d]{16,}$/,
    `PADDLE_CLIENT_TOKEN must start with live_, or with test_ to rehearse. ${howToGetToken}.`,
  ),
};
