import {
  databaseHost,
  encryptionOf,
  isLocalDatabase,
  isLoopbackHost,
  withDefaultEncryption,
} from "./database/address";
import { isSecureUrl } from "./secure-url";

/** A variable is missing or invalid. The message names it and says how to fix it. */
export class EnvError extends Error {
  override name = "EnvError";
}

/**
 * Without real keys, a start that looks like production would record everyone as served and send
 * nothing.
 */
export function refuseProductionSandbox(env: {
  SITE_URL?: string | undefined;
  DATABASE_URL: string;
}) {
  const found = [
    ...(env.SITE_URL !== undefined && isPublicUrl(env.SITE_URL)
      ? [`SITE_URL is ${env.SITE_URL}`]
      : []),
    ...(isLocalDatabase(env.DATABASE_URL)
      ? []
      : [`DATABASE_URL is on ${databaseHost(env.DATABASE_URL)}`]),
  ];
  if (found.length === 0) return;
  throw new EnvError(
    `${found.join(" and ")}, but no provider keys are set: set the keys of Postmark, Twilio, and Paddle, or set ALLOW_SANDBOX=1 for a test site that sends nothing.`,
  );
}

function isPublicUrl(url: string): boolean {
  return isSecureUrl(url) || !isLoopbackHost(new URL(url).hostname);
}

/**
 * The connection string, with TLS for a database on another machine. `no-verify` accepts any
 * certificate, and `off` leaves everything to the connection string.
 */
export function secureDatabaseUrl(
  variable: string,
  url: string,
  tls: "verify" | "no-verify" | "off",
): string {
  try {
    if (tls === "off" || isLocalDatabase(url)) return url;
    const secured = withDefaultEncryption(url, tls === "verify" ? "verify-full" : "no-verify");
    const encryption = encryptionOf(secured);
    if (encryption === "verified" || encryption === tls) return secured;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EnvError(`${variable} can't be used: ${reason}.`);
  }
  throw new EnvError(
    tls === "verify"
      ? `${variable} turns off TLS, or the check of the server's certificate, for a database on another machine. Remove that from the URL, or set DATABASE_TLS to no-verify or off.`
      : `${variable} turns off TLS for a database on another machine. Remove that from the URL, or set DATABASE_TLS=off.`,
  );
}

/** With only one key, the SDK would use the machine's own role, which may belong to another bucket. */
export function requireBothBucketKeys(env: {
  IMAGES_S3_ACCESS_KEY_ID?: string | undefined;
  IMAGES_S3_SECRET_ACCESS_KEY?: string | undefined;
}) {
  const hasId = env.IMAGES_S3_ACCESS_KEY_ID !== undefined;
  if (hasId === (env.IMAGES_S3_SECRET_ACCESS_KEY !== undefined)) return;
  throw new EnvError(
    "Set both IMAGES_S3_ACCESS_KEY_ID and IMAGES_S3_SECRET_ACCESS_KEY, or neither to use the machine's own role.",
  );
}

const contacts = {
  MAIL_FROM: "the sender of all email",
  OPERATOR_EMAIL: "who gets alerts",
  CONTACT_FORM_URL: "where the contact form goes",
};

/** Our examples stand in for these in local mode. A live service can't use an example. */
export function requireContacts(variables: Record<string, string | undefined>) {
  const missing = Object.entries(contacts)
    .filter(([name]) => !variables[name])
    .map(([name, purpose]) => `${name} (${purpose})`);
  if (missing.length === 0) return;
  const list = new Intl.ListFormat("en", { type: "conjunction" }).format(missing);
  throw new EnvError(`With real provider keys, set ${list}.`);
}

/** Real texts need a number or a messaging service to come from. */
export function requireTextSender(env: {
  TWILIO_FROM?: string | undefined;
  TWILIO_MESSAGING_SERVICE_SID?: string | undefined;
}) {
  if (env.TWILIO_FROM || env.TWILIO_MESSAGING_SERVICE_SID) return;
  throw new EnvError(
    "TWILIO_FROM is missing. Set it to your Twilio number, such as +14155550100, or set TWILIO_MESSAGING_SERVICE_SID.",
  );
}

/** Whether this is a public site on the sandbox, which has to say so on every page and email. */
export function isTestSite(settings: {
  PROVIDERS?: string | undefined;
  ALLOW_SANDBOX: string;
}): boolean {
  return settings.PROVIDERS === "sandbox" && settings.ALLOW_SANDBOX === "1";
}
