import { join } from "node:path";

/** The credentials that the simulated providers require, and the secrets they sign webhooks with. */
export type SandboxCredentials = {
  postmark: { serverToken: string; webhookUsername: string; webhookPassword: string };
  twilio: {
    accountSid: string;
    authToken: string;
    /** Number that sends texts and receives replies, E.164. */
    from: string;
    /** Set when texts are sent through a Messaging Service. */
    messagingServiceSid: string | null;
  };
  paddle: {
    apiKey: string;
    webhookSecret: string;
    /** The secret before the last rotation. */
    previousWebhookSecret: string;
    monthlyPriceId: string;
    annualPriceId: string;
  };
};

export type SandboxSettings = {
  /** Address to listen on. */
  host: string;
  port: number;
  /** Folder for the sandbox's data. */
  directory: string;
  /** Base URL of the service that gets the webhooks, without a trailing slash. */
  siteUrl: string;
  /** Product name shown on the page; the sandbox can't import it. */
  brandName: string;
  credentials: SandboxCredentials;
};

/** A reason not to start; the operator sees the message unchanged. */
export class SandboxRefusal extends Error {
  override name = "SandboxRefusal";
}

type Variables = Record<string, string | undefined>;

/** Used when nothing is configured. Obviously fake, so they work nowhere else. */
export const defaultCredentials: SandboxCredentials = {
  postmark: {
    serverToken: "sandbox-postmark-token",
    webhookUsername: "postmark",
    webhookPassword: "sandbox-postmark-password",
  },
  twilio: {
    accountSid: "AC00000000000000000000000000000000",
    authToken: "sandbox-twilio-token",
    from: "+14155550100",
    messagingServiceSid: null,
  },
  paddle: {
    apiKey: "pdl_sdbx_apikey_sandbox",
    webhookSecret: "pdl_ntfset_sandbox_secret",
    previousWebhookSecret: "pdl_ntfset_sandbox_secret_previous",
    monthlyPriceId: "pri_01sandbox000000000000month",
    annualPriceId: "pri_01sandbox0000000000000year",
  },
};

const providerKeys = [
  "POSTMARK_SERVER_TOKEN",
  "TWILIO_ACCOUNT_SID",
  "TWILIO_AUTH_TOKEN",
  "PADDLE_API_KEY",
];

/**
 * Reads the sandbox's environment. With `PROVIDERS=sandbox`, the provider keys were generated for
 * this sandbox; without it, they can only be real ones.
 *
 * @throws SandboxRefusal when real providers are configured or a variable isn't valid
 */
export function readSandboxSettings(variables: Variables): SandboxSettings {
  refuseRealProviders(variables);
  const port = readPort("SANDBOX_PORT", variables, 4010);
  const sitePort = readPort("PORT", variables, 3000);
  return {
    // The sandbox has no login. Other addresses are only for places that strangers can't reach anyway, such
    // as a container that publishes its port only to its own machine.
    host: variables["SANDBOX_HOST"] || "127.0.0.1",
    port,
    directory: join(variables["DATA_DIR"] || ".data", "sandbox"),
    siteUrl: readSiteUrl(variables["SITE_URL"] || `http://localhost:${sitePort}`),
    brandName: variables["BRAND_NAME"] ?? "",
    credentials: readCredentials(variables),
  };
}

function refuseRealProviders(variables: Variables): void {
  const providers = variables["PROVIDERS"];
  if (providers === "live") {
    throw new SandboxRefusal(
      "The sandbox is for local use only and won't start with PROVIDERS=live.",
    );
  }
  const real =
    providers === "sandbox"
      ? [variables["PADDLE_API_KEY"]?.startsWith("pdl_live_") ? "PADDLE_API_KEY" : undefined]
      : providerKeys.filter((name) => variables[name]);
  const named = real.find((name) => name !== undefined);
  if (named !== undefined) {
    throw new SandboxRefusal(`The sandbox won't start with real provider keys: ${named} is set.`);
  }
}

function readPort(name: string, variables: Variables, fallback: number): number {
  const given = variables[name];
  if (given === undefined || given === "") return fallback;
  const port = Number(given);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new SandboxRefusal(
    `${name} must be a port number between 1 and 65535, such as ${fallback}.`,
  );
}

function readSiteUrl(given: string): string {
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) {
    return given.replace(/\/+$/, "");
  }
  throw new SandboxRefusal("SITE_URL must be a URL such as http://localhost:3000.");
}

function readCredentials(variables: Variables): SandboxCredentials {
  const { postmark, twilio, paddle } = defaultCredentials;
  return {
    postmark: {
      serverToken: variables["POSTMARK_SERVER_TOKEN"] || postmark.serverToken,
      webhookUsername: variables["POSTMARK_WEBHOOK_USERNAME"] || postmark.webhookUsername,
      webhookPassword: variables["POSTMARK_WEBHOOK_PASSWORD"] || postmark.webhookPassword,
    },
    twilio: {
      accountSid: variables["TWILIO_ACCOUNT_SID"] || twilio.accountSid,
      authToken: variables["TWILIO_AUTH_TOKEN"] || twilio.authToken,
      from: variables["TWILIO_FROM"] || twilio.from,
      messagingServiceSid: variables["TWILIO_MESSAGING_SERVICE_SID"] || null,
    },
    paddle: {
      apiKey: variables["PADDLE_API_KEY"] || paddle.apiKey,
      webhookSecret: variables["PADDLE_WEBHOOK_SECRET"] || paddle.webhookSecret,
      previousWebhookSecret:
        variables["PADDLE_WEBHOOK_SECRET_PREVIOUS"] || paddle.previousWebhookSecret,
      monthlyPriceId: variables["PADDLE_PRICE_MONTHLY"] || paddle.monthlyPriceId,
      annualPriceId: variables["PADDLE_PRICE_ANNUAL"] || paddle.annualPriceId,
    },
  };
}
