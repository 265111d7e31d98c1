import { z } from "zod";
import { required, webUrl } from "./env-fields";

/** Settings of Postmark, Twilio, and the automation. */
export const messaging = {
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

/** The bucket for images; without a name, they are in DATA_DIR/images. */
export const imageBucket = {
  IMAGES_S3_BUCKET: z.string().min(3).optional(),
  IMAGES_S3_REGION: z.string().min(1).default("us-east-1"),
  IMAGES_S3_ENDPOINT: webUrl("IMAGES_S3_ENDPOINT", "https://s3.example.com").optional(),
  IMAGES_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  IMAGES_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
};

/** Paddle's settings. `fallback` has the sandbox's values; with null, all are required. */
export const paddle = (
  fallback: Record<"key" | "secret" | "monthly" | "annual", string> | null,
) => {
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
