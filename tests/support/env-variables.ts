import { parseEnv } from "@/lib/platform/env";
import { OperatorError } from "@/lib/platform/operator-error";

/** The least that a process with the sandbox needs. */
export const sandboxVariables = {
  PROVIDERS: "sandbox",
  DATABASE_URL: "postgresql://user:secret@127.0.0.1:5432/threeline",
  AUTH_SECRET: "x".repeat(32),
  POSTMARK_SERVER_TOKEN: "token",
  POSTMARK_WEBHOOK_USERNAME: "user",
  POSTMARK_WEBHOOK_PASSWORD: "password-of-postmark",
  TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "token",
};

const secret = "Zm9vYmFyMDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1ub3A";

/** A live service, with values as the providers issue them. */
export const liveVariables = {
  ...sandboxVariables,
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

/** A rehearsal, with values as the providers issue them for test accounts. */
export const rehearsalVariables = {
  ...liveVariables,
  TWILIO_FROM: "+15005550006",
  PADDLE_API_KEY: "pdl_sdbx_apikey_01gtgztp8f4kek3yd4g1wrksa3_q6TGTJyvoIz7LDtXT65bX7_AQO",
  PADDLE_CLIENT_TOKEN: "test_7d279f61a3499fed520f7cd8c08",
};

/** Why these variables are refused, or `accepted`. */
export function envErrorOf(variables: Record<string, string | undefined>): string {
  try {
    parseEnv(variables);
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
  return "accepted";
}
