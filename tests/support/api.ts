import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { cookieName } from "@/lib/contracts/browser-storage";
import type { AdminRole } from "@/lib/contracts/roles";
import { createAdmin } from "@/lib/domain/team/admins";
import { createSession, type Principal } from "@/lib/domain/auth/sessions";
import type { Context, Settings } from "@/lib/domain/context";
import type { MailProvider } from "@/lib/domain/ports/mail";
import type { SmsProvider } from "@/lib/domain/ports/sms";
import { provideContext } from "@/lib/http/route/context";
import type { RouteHandler } from "@/lib/http/route/route";
import { encodeSessionToken, sessionCookies } from "@/lib/http/auth/session-token";
import { clockFrom } from "@/lib/platform/clock";
import { createChoiceStore } from "@/lib/platform/data-folder/choice-files";
import { encodeImage } from "@/lib/platform/images/encode-image";
import { createLocalImages } from "@/lib/platform/images/local-images";
import { createPastTrialStore } from "@/lib/platform/data-folder/past-trial-files";
import { createMarkStore } from "@/lib/platform/data-folder/mark-file";
import { connectDatabase } from "@/lib/platform/database/database";
import { isSecureUrl } from "@/lib/platform/secure-url";
import { callDocumented, readBody } from "./api-reference";
import { createTestDatabase } from "./database";
import { cheapPasswordCost } from "./password-cost";

/** What a call to a route handler may carry. */
export type ApiCall = {
  /** Parameters of the address, as Next reads them from its folders. */
  params?: Record<string, string | string[]>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is, instead of `json`. */
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

/** A browser: it keeps the cookies it is given and comes from its own address. */
export type ApiClient = {
  call(handler: RouteHandler, method: string, path: string, call?: ApiCall): Promise<ApiAnswer>;
  cookies: Map<string, string>;
  address: string;
};

/** An answer, its JSON or lines of JSON read, or other text; `body` is null when there is none. */
export type ApiAnswer = { status: number; headers: Headers; body: unknown };

/** One test file's service: its database, its context, its clock. */
export type ApiHarness = {
  ctx: Context;
  databaseUrl: string;
  /** Sets the service's clock, which stays at that time. */
  setTime(now: string): void;
  /** A browser nobody has logged in with. */
  client(): ApiClient;
  /** A browser of a new administrator. */
  adminClient(): Promise<ApiClient>;
  /** A browser in which a subscriber is signed in. */
  subscriberClient(subscriberId: number): Promise<ApiClient>;
  close(): Promise<void>;
};

const siteUrl = "http://localhost:3000";

/**
 * Puts a service together whose route handlers run in this process, against a database of this
 * test file. Outside providers are not there: a test that sends gives its own in `parts`.
 */
export async function startApi(
  options: { now?: string; settings?: Partial<Settings>; parts?: Partial<Context> } = {},
): Promise<ApiHarness> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "threeline-test-"));
  const connection = connectDatabase(database.url, { maxConnections: 8 });
  let time = new Date(options.now ?? "2025-03-05T12:00:00.000Z");
  const ctx: Context = {
    db: connection.db,
    clock: clockFrom(() => new Date(time)),
    log: pino({ level: "silent" }),
    mail: absentMail,
    sms: absentSms,
    payments: {
      findPurchase: absent,
      findSubscription: absent,
      findCustomer: absent,
      findNextCharge: absent,
      previewPlan: absent,
      changePlan: absent,
      findCardLink: absent,
      listCustomers: absent,
      listSubscriptions: absent,
      listRecentPayments: absent,
      listAdjustments: absent,
      listPayments: absent,
      cancelSubscription: absent,
      keepSubscription: absent,
      activateSubscription: absent,
      refundPayment: absent,
      moveNextCharge: absent,
      openPortal: absent,
    },
    automation: null,
    briefing: { render: absent },
    links: { check: absent },
    images: { encoder: { encode: encodeImage }, store: createLocalImages(join(dataDir, "images")) },
    notices: {
      renderWelcome: absent,
      renderTrialReminder: absent,
      renderLoginLink: absent,
      renderEvent: absent,
      renderOperatorAlert: absent,
    },
    marks: createMarkStore(dataDir),
    choices: createChoiceStore(dataDir),
    pastTrials: createPastTrialStore(dataDir),
    discardInitialPassword: async () => undefined,
    settings: {
      siteUrl,
      isSandbox: true,
      isSecure: isSecureUrl(siteUrl),
      signingSecret: "a secret for tests alone, long enough",
      smsSegmentCost: 0.0083,
      acceptedSecrets: ["a secret for tests alone, long enough"],
      consentSecret: "a secret for consents, in tests alone",
      erasureFile: join(dataDir, "erasures.jsonl"),
      auditAnchorFile: join(dataDir, "audit-anchor.json"),
      allowsPrivateWebhooks: true,
      operatorEmail: "operator@threeline.example",
      emailLeadMinutes: 15,
      smsSegmentsPerSecond: 100,
      unknownOutcomeWaitSeconds: 1,
      smsCountries: ["US", "CA", "GB"],
      priceIds: ["pri_01sandbox000000000000month", "pri_01sandbox0000000000000year"],
      smsDailyBudget: null,
      repeatTrialPolicy: null,
      requiresTwoFactor: false,
      passwordCost: cheapPasswordCost,
      ...options.settings,
    },
    ...options.parts,
  };
  provideContext(ctx);
  return {
    ctx,
    databaseUrl: database.url,
    setTime(now) {
      time = new Date(now);
    },
    client: () => openClient(ctx.settings.siteUrl),
    adminClient: () => openAdminClient(ctx),
    subscriberClient: (subscriberId) => openSubscriberClient(ctx, subscriberId),
    async close() {
      provideContext(undefined);
      await connection.close();
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** An email provider that nothing may call. */
export const absentMail: MailProvider = {
  sendBatch: absent,
  findByTag: absent,
  listNewest: absent,
  listSuppressed: absent,
  allowAddress: absent,
  sendProbe: absent,
};

/** An SMS provider that nothing may call. */
export const absentSms: SmsProvider = {
  send: absent,
  findByRecipient: absent,
  listSent: absent,
  listReplies: absent,
  countSegments: absent,
  listUnicodeCharacters: absent,
};

function absent(): never {
  throw new Error("This test has no such provider.");
}

function openClient(site: string): ApiClient {
  const cookies = new Map<string, string>();
  const client: ApiClient = {
    cookies,
    address: `192.0.2.${randomUUID()}`,
    async call(handler, method, path, call = {}) {
      const body = call.body ?? (call.json === undefined ? null : JSON.stringify(call.json));
      const request = new Request(new URL(path, site), {
        method,
        body,
        headers: {
          ...(body === null ? {} : { "content-type": "application/json" }),
          ...(cookies.size === 0 ? {} : { cookie: cookieHeader(cookies) }),
          "x-threeline-client-address": client.address,
          ...call.headers,
        },
      });
      const response = await callDocumented(handler, request, {
        params: Promise.resolve(call.params ?? {}),
      });
      keepCookies(cookies, response.headers.getSetCookie());
      const text = await response.text();
      const [contentType = ""] = response.headers.get("content-type")?.split(";") ?? [];
      const parsed = text === "" ? null : readBody(contentType, text);
      return { status: response.status, headers: response.headers, body: parsed };
    },
  };
  return client;
}

/** A browser of a new administrator, for a service that another harness put together. */
export async function openAdminClient(ctx: Context, role: AdminRole = "owner"): Promise<ApiClient> {
  const { POST } = await import("@/app/api/admin/login/route");
  const credentials = { username: `admin-${randomUUID()}`, password: "correct horse battery" };
  await createAdmin(ctx, { ...credentials, role });
  const client = openClient(ctx.settings.siteUrl);
  const { status } = await client.call(POST, "POST", "/api/admin/login", { json: credentials });
  if (status !== 200) throw new Error(`The test's administrator could not log in: ${status}`);
  return client;
}

/** A browser of a subscriber, for a service that another harness put together. */
export async function openSubscriberClient(ctx: Context, subscriberId: number): Promise<ApiClient> {
  const client = openClient(ctx.settings.siteUrl);
  client.cookies.set(...(await newSessionCookie(ctx, { kind: "subscriber", subscriberId })));
  return client;
}

/** The name and value of the cookie of a new session. */
export async function newSessionCookie(
  ctx: Context,
  principal: Principal,
): Promise<[string, string]> {
  const { id, kind } = await createSession(ctx, principal);
  const { isSecure, signingSecret } = ctx.settings;
  const token = await encodeSessionToken({ sid: id, kind }, signingSecret, 3_600);
  return [cookieName(sessionCookies[kind], isSecure), token];
}

function cookieHeader(cookies: Map<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

function keepCookies(cookies: Map<string, string>, lines: readonly string[]): void {
  for (const line of lines) {
    const [pair = "", ...flags] = line.split(";");
    const at = pair.indexOf("=");
    const isRemoved = flags.some((flag) => flag.trim().toLowerCase() === "max-age=0");
    if (isRemoved) cookies.delete(pair.slice(0, at));
    else cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
