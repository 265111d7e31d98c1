import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import { vi } from "vitest";
import { createServices } from "@/lib/composition";
import type { Context } from "@/lib/domain/context";
import { provideContext } from "@/lib/http/route/context";
import { clockFrom } from "@/lib/platform/clock";
import { parseEnv, type Env } from "@/lib/platform/env";
import { createSandbox, type Sandbox } from "@/sandbox/server";
import { defaultCredentials, type SandboxCredentials } from "@/sandbox/settings";
import { createTestDatabase, type TestDatabase } from "./database";
import { installDatabaseClock } from "./database-clock";
import { cheapPasswordCost } from "./password-cost";

/** A sandbox for one test file, in an empty folder on a free port. */
export type TestSandbox = {
  sandbox: Sandbox;
  url: string;
  /** Calls an endpoint and returns its JSON. Throws when the call fails. */
  control: <T = unknown>(method: string, path: string, body?: unknown) => Promise<T>;
  close: () => Promise<void>;
};

/**
 * @param siteUrl where the sandbox sends its webhooks; by default nobody listens there
 * @param twilio what differs from the default credentials
 */
export async function startTestSandbox(
  siteUrl = "http://127.0.0.1:1",
  twilio: Partial<SandboxCredentials["twilio"]> = {},
): Promise<TestSandbox> {
  const directory = mkdtempSync(join(tmpdir(), "threeline-sandbox-"));
  const credentials = {
    ...defaultCredentials,
    twilio: { ...defaultCredentials.twilio, ...twilio },
  };
  const sandbox = createSandbox({ directory, siteUrl, credentials });
  const url = await sandbox.listen();
  return {
    sandbox,
    url,
    async control(method, path, body) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${sandbox.credentials.paddle.apiKey}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) {
        throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      }
      return response.json();
    },
    async close() {
      await sandbox.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The service in the test's own process, with a database for one test file. */
export type TestService = {
  ctx: Context;
  pool: Pool;
  env: Env;
  variables: Record<string, string>;
  /** Sets the clocks of the service and the sandbox, which stay at that time. */
  setTime: (instant: string) => Promise<void>;
  /** Closes the service and its sandbox, and drops the database. */
  close: () => Promise<void>;
};

/**
 * Starts the service as its processes do: settings from variables, real providers' SDKs, and the
 * clock at `now`.
 *
 * @param options.sandbox where the providers' SDKs connect to; without one, they reach nobody
 * @param options.servesRoutes whether route handlers imported by this test file use this service
 * @param options.hasDatabaseClock whether the test moves the database's clock
 * @param options.variables on top of the defaults
 * @param options.database used instead of an empty one, and dropped with the service
 */
export async function startService(options: {
  now: string;
  sandbox?: TestSandbox;
  servesRoutes?: boolean;
  hasDatabaseClock?: boolean;
  variables?: Record<string, string>;
  database?: TestDatabase | undefined;
}): Promise<TestService> {
  const { sandbox, servesRoutes = false } = options;
  const database = options.database ?? (await createTestDatabase());
  if (options.hasDatabaseClock) await installDatabaseClock(database.url);
  const dataDir = mkdtempSync(join(tmpdir(), "threeline-test-"));
  const variables: Record<string, string> = {
    PROVIDERS: "sandbox",
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SITE_URL: "http://localhost:3000",
    AUTH_SECRET: "a secret for tests alone, long enough to count",
    TWILIO_FROM: "+14155550100",
    LOG_LEVEL: "silent",
    ...(sandbox ? variablesOf(sandbox) : {}),
    ...options.variables,
  };
  if (servesRoutes) {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  }
  const env = parseEnv(variables);
  let now = new Date(options.now);
  const services = await createServices(env, {
    name: "test",
    clock: clockFrom(() => new Date(now)),
  });
  const { pool, close } = services;
  const ctx = {
    ...services.ctx,
    settings: { ...services.ctx.settings, passwordCost: cheapPasswordCost },
  };
  if (servesRoutes) provideContext(ctx);
  const setTime = async (instant: string) => {
    now = new Date(instant);
    await sandbox?.control("PUT", "/sandbox/clock", { now: now.toISOString() });
  };
  await setTime(options.now);
  return {
    ctx,
    pool,
    env,
    variables,
    setTime,
    async close() {
      if (servesRoutes) provideContext(undefined);
      await sandbox?.close();
      await close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
      if (servesRoutes) vi.unstubAllEnvs();
    },
  };
}

function variablesOf({ url, sandbox }: TestSandbox): Record<string, string> {
  const { postmark, twilio, paddle } = sandbox.credentials;
  return {
    SANDBOX_PORT: new URL(url).port,
    POSTMARK_SERVER_TOKEN: postmark.serverToken,
    POSTMARK_WEBHOOK_USERNAME: postmark.webhookUsername,
    POSTMARK_WEBHOOK_PASSWORD: postmark.webhookPassword,
    TWILIO_ACCOUNT_SID: twilio.accountSid,
    TWILIO_AUTH_TOKEN: twilio.authToken,
    PADDLE_WEBHOOK_SECRET_PREVIOUS: paddle.previousWebhookSecret,
  };
}
