import {
  databaseHost,
  encryptionOf,
  isLocalDatabase,
  isLoopbackHost,
  withDefaultEncryption,
} from "./database/address";
import { OperatorError, reasonOf } from "./operator-error";
import { isSecureUrl } from "./secure-url";
import { isPaddleSandbox, isTwilioTestNumber } from "./test-accounts";

type Variables = Readonly<Record<string, string>>;

/**
 * Without real keys, a start that looks like production would record everyone as served and send
 * nothing.
 */
export function findProductionSandbox({ SITE_URL, DATABASE_URL }: Variables): string[] {
  const found = [
    ...(SITE_URL !== undefined && isPublicUrl(SITE_URL) ? [`SITE_URL is ${SITE_URL}`] : []),
    ...(DATABASE_URL === undefined || isLocalDatabase(DATABASE_URL)
      ? []
      : [`DATABASE_URL is on ${databaseHost(DATABASE_URL)}`]),
  ];
  if (found.length === 0) return [];
  return [
    `${found.join(" and ")}, but no provider keys are set: set the keys of Postmark, Twilio, and Paddle, or set ALLOW_SANDBOX=1 for a test site that sends nothing.`,
  ];
}

function isPublicUrl(url: string): boolean {
  return isSecureUrl(url) || !isLoopbackHost(new URL(url).hostname);
}

/**
 * The connection string, with TLS for a database on another machine.
 *
 * @param tls `verify`, `no-verify` for any certificate, or `off` to leave everything to the connection
 *   string
 * @throws OperatorError when the connection string contradicts it
 */
export function secureDatabaseUrl(variable: string, url: string, tls: string): string {
  try {
    if (tls === "off" || isLocalDatabase(url)) return url;
    const secured = withDefaultEncryption(url, tls === "verify" ? "verify-full" : "no-verify");
    const encryption = encryptionOf(secured);
    if (encryption === "verified" || encryption === tls) return secured;
  } catch (error) {
    throw new OperatorError(`${variable} can't be used: ${reasonOf(error)}.`);
  }
  throw new OperatorError(
    tls === "verify"
      ? `${variable} turns off TLS, or the check of the server's certificate, for a database on another machine. Remove that from the URL, or set DATABASE_TLS to no-verify or off.`
      : `${variable} turns off TLS for a database on another machine. Remove that from the URL, or set DATABASE_TLS=off.`,
  );
}

/** With only one key, the SDK would use the machine's own role, which may belong to another bucket. */
export function findSingleBucketKey(variables: Variables): string[] {
  const hasId = variables["IMAGES_S3_ACCESS_KEY_ID"] !== undefined;
  if (hasId === (variables["IMAGES_S3_SECRET_ACCESS_KEY"] !== undefined)) return [];
  return [
    "Set both IMAGES_S3_ACCESS_KEY_ID and IMAGES_S3_SECRET_ACCESS_KEY, or neither to use the machine's own role.",
  ];
}

const contacts = {
  MAIL_FROM: "the sender of all email",
  OPERATOR_EMAIL: "who gets alerts",
  CONTACT_FORM_URL: "where the contact form goes",
};

/** Local mode uses examples for these. A live service can't. */
function findMissingContacts(variables: Variables): string[] {
  const missing = Object.entries(contacts)
    .filter(([name]) => variables[name] === undefined)
    .map(([name, purpose]) => `${name} (${purpose})`);
  if (missing.length === 0) return [];
  const list = new Intl.ListFormat("en", { type: "conjunction" }).format(missing);
  return [`With real provider keys, set ${list}.`];
}

const rehearsing = "PADDLE_API_KEY belongs to Paddle's sandbox";

/**
 * Test accounts mixed with live ones: a buyer would pay nothing for what costs us money, or a subscriber
 * would get nothing. Postmark's tokens don't show which they belong to; the checks before launch ask
 * Postmark.
 */
function findMixedAccounts(variables: Variables): string[] {
  const { PADDLE_API_KEY: key, PADDLE_CLIENT_TOKEN: token, TWILIO_FROM: number } = variables;
  if (key === undefined) return [];
  const isRehearsal = isPaddleSandbox(key);
  const isTestNumber = number !== undefined && isTwilioTestNumber(number);
  const problems: string[] = [];
  if (token !== undefined && isPaddleSandbox(token) !== isRehearsal) {
    problems.push(
      isRehearsal
        ? `${rehearsing}, and PADDLE_CLIENT_TOKEN to a live account. Take both from the same account.`
        : "PADDLE_CLIENT_TOKEN belongs to Paddle's sandbox, where no payment is real, and PADDLE_API_KEY to a live account. Take both from the same account.",
    );
  }
  if (isTestNumber && !isRehearsal) {
    problems.push(
      "TWILIO_FROM is one of Twilio's test numbers, which send nothing. Set it to a number from the Twilio console under Phone Numbers.",
    );
  }
  if (isRehearsal && ((number !== undefined && !isTestNumber) || variables[serviceSid])) {
    problems.push(
      `${rehearsing}, so anyone could have texts sent without paying. Set TWILIO_FROM=+15005550006 with Twilio's test credentials, and leave out TWILIO_MESSAGING_SERVICE_SID.`,
    );
  }
  return problems;
}

const serviceSid = "TWILIO_MESSAGING_SERVICE_SID";

/** Real texts need a number or a messaging service to come from. */
function findMissingTextSender(variables: Variables): string[] {
  if (variables["TWILIO_FROM"] !== undefined || variables[serviceSid] !== undefined) return [];
  return [
    "TWILIO_FROM is missing. Set it to your Twilio number, such as +14155550100, or set TWILIO_MESSAGING_SERVICE_SID.",
  ];
}

const secrets = [
  "AUTH_SECRET",
  "AUTH_SECRET_PREVIOUS",
  "CONSENT_SECRET",
  "METRICS_TOKEN",
  "POSTMARK_WEBHOOK_PASSWORD",
  "TWILIO_AUTH_TOKEN",
  "PADDLE_WEBHOOK_SECRET",
];

/** Such as `changeme-changeme`, or one character many times. */
function isPlaceholder(value: string): boolean {
  return (
    /change[-_ ]?me|replace[-_ ]?me|placeholder|your[-_ ]/i.test(value) || new Set(value).size < 5
  );
}

/** Names that belong to nobody (RFC 2606). */
const exampleHost = /(?:^|\.)(?:example|example\.(?:com|net|org))>?$/i;

/** Values that were copied from an example. */
function findExamples(variables: Variables): string[] {
  const placeholders = secrets
    .filter((name) => variables[name] !== undefined && isPlaceholder(variables[name]))
    .map((name) => `${name} is a placeholder. Replace it with your own secret.`);
  const hosts = ["SITE_URL", "CONTACT_FORM_URL"].map(
    (name) => [name, URL.parse(variables[name] ?? "")?.hostname] as const,
  );
  const domains = ["MAIL_FROM", "OPERATOR_EMAIL"].map(
    (name) => [name, variables[name]?.split("@").at(-1)] as const,
  );
  const examples = [...hosts, ...domains]
    .filter(([, host]) => host !== undefined && exampleHost.test(host))
    .map(([name]) => `${name} is on an example domain, which nobody owns. Set it to one of yours.`);
  return [...placeholders, ...examples];
}

const shownOnPages = [
  "CONTACT_FORM_URL",
  "ANALYTICS_URL",
  "PRIVACY_WIDGET_URL",
  "TERMS_WIDGET_URL",
];

/** Browsers block http addresses on https pages, and forms would send in plain text. */
function findInsecureAddresses(variables: Variables): string[] {
  if (!isSecureUrl(variables["SITE_URL"] ?? "")) return [];
  return shownOnPages
    .filter((name) => variables[name] !== undefined && !isSecureUrl(variables[name]))
    .map((name) => `${name} must start with https://, as SITE_URL does.`);
}

/** Paddle requires that its script come from its own servers, which keep it up to date. */
function findForeignScript({ PADDLE_SCRIPT_URL = "" }: Variables): string[] {
  if (PADDLE_SCRIPT_URL === "") return [];
  if (URL.parse(PADDLE_SCRIPT_URL)?.origin === "https://cdn.paddle.com") return [];
  return [
    "PADDLE_SCRIPT_URL must be on https://cdn.paddle.com when real provider keys are set. Remove it to use the default.",
  ];
}

function findEqualPrices({ PADDLE_PRICE_MONTHLY, PADDLE_PRICE_ANNUAL }: Variables): string[] {
  if (PADDLE_PRICE_MONTHLY === undefined || PADDLE_PRICE_MONTHLY !== PADDLE_PRICE_ANNUAL) return [];
  return [
    "PADDLE_PRICE_MONTHLY and PADDLE_PRICE_ANNUAL are the same price. Find both in Paddle under Catalog.",
  ];
}

/**
 * What is wrong with the combination of a live service's variables.
 *
 * @param given all of them
 * @param valid those that are valid individually
 */
export function findLiveProblems(given: Variables, valid: Variables): string[] {
  return [
    ...findMissingContacts(given),
    ...findMissingTextSender(given),
    ...findMixedAccounts(valid),
    ...findEqualPrices(valid),
    ...findExamples(valid),
    ...findInsecureAddresses(valid),
    ...findForeignScript(valid),
  ];
}

/** The sandbox needs its own port. */
export function findSharedPort(variables: Variables): string[] {
  const { PORT = "3000", SANDBOX_PORT = "4010" } = variables;
  if (Number(PORT) !== Number(SANDBOX_PORT)) return [];
  return [`PORT and SANDBOX_PORT are both ${Number(PORT)}. Set them to different ports.`];
}
