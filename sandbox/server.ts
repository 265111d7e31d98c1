import formbody from "@fastify/formbody";
import Fastify, { type FastifyInstance } from "fastify";
import { addAnalyticsRoutes } from "./receivers/analytics-routes";
import { addAutomationRoutes } from "./receivers/automation-routes";
import { SandboxClock } from "./state/clock";
import { addClockRoutes } from "./control/clock-routes";
import { addMessageRoutes } from "./control/message-routes";
import { addSetupRoutes } from "./control/setup-routes";
import { addStateRoutes } from "./control/state-routes";
import { addFaultHooks } from "./fault-hooks";
import { Faults } from "./state/faults";
import { addFormRoutes } from "./receivers/form-routes";
import { addLinkRoutes } from "./receivers/link-routes";
import { Messages } from "./messages/messages";
import { addPaddleRoutes } from "./paddle/routes";
import { addPageRoutes } from "./page/routes";
import type { SandboxParts } from "./parts";
import { addPostmarkEventRoutes } from "./postmark/event-routes";
import { addPostmarkRoutes } from "./postmark/routes";
import { ProviderSetup } from "./state/provider-setup";
import { ReceivedCalls } from "./state/received";
import { RequestError } from "./request-error";
import { defaultCredentials, type SandboxCredentials } from "./settings";
import { openDatabase } from "./state/database";
import { Suppressions } from "./state/suppressions";
import { addTwilioAccountRoutes } from "./twilio/account-routes";
import { addTwilioControlRoutes } from "./twilio/control-routes";
import { addTwilioRoutes } from "./twilio/routes";
import { StatusCallbacks } from "./twilio/status-callbacks";
import { WebhookQueue } from "./webhook-queue";

export type SandboxOptions = {
  /** Folder for its data, created if missing. */
  directory: string;
  /** Base URL of the service that gets the webhooks, without a trailing slash. */
  siteUrl: string;
  /** Address to listen on, by default 127.0.0.1. */
  host?: string;
  /** 0, the default, picks a free port. */
  port?: number;
  credentials?: SandboxCredentials;
  /** Product name shown on the page. */
  brandName?: string;
  /** Source of randomness for faults with a probability, like `Math.random`. */
  random?: () => number;
};

/** A sandbox that runs in this process. */
export type Sandbox = {
  app: FastifyInstance;
  credentials: SandboxCredentials;
  /** Empty until it listens. */
  readonly url: string;
  /** Starts listening and returns the URL. */
  listen(): Promise<string>;
  /** Closes open connections and the database. */
  close(): Promise<void>;
};

/** Postmark's limit for one batch. */
const maxBodyBytes = 50 * 1024 * 1024;

/**
 * Assembles the local providers.
 *
 * @throws SandboxRefusal when the data folder can't be used
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const database = openDatabase(options.directory);
  const parts: SandboxParts = {
    brandName: options.brandName ?? "",
    siteUrl: options.siteUrl,
    database,
    credentials: options.credentials ?? defaultCredentials,
    clock: new SandboxClock(database),
    messages: new Messages(database),
    faults: new Faults(database, options.random),
    suppressions: new Suppressions(database),
    received: new ReceivedCalls(database),
    setup: new ProviderSetup(database),
    webhooks: new WebhookQueue(),
  };
  const app = createApp(parts);
  app.addHook("onClose", async () => database.close());
  let url = "";
  return {
    app,
    credentials: parts.credentials,
    get url() {
      return url;
    },
    async listen() {
      url = await app.listen({ host: options.host ?? "127.0.0.1", port: options.port ?? 0 });
      return url;
    },
    close: () => app.close(),
  };
}

function createApp(parts: SandboxParts): FastifyInstance {
  const app = Fastify({ bodyLimit: maxBodyBytes, forceCloseConnections: true });
  app.register(formbody, { bodyLimit: maxBodyBytes });
  parseJsonDirectly(app);
  refuseOtherSites(app);
  sendErrorsAsJson(app);
  addFaultHooks(app, parts.faults);

  const callbacks = new StatusCallbacks(parts.credentials.twilio.authToken, parts.webhooks);
  app.addHook("preClose", async () => parts.webhooks.stop());

  app.register(async (scope) => addPostmarkRoutes(scope, parts));
  app.register(async (scope) => addTwilioRoutes(scope, parts, callbacks));
  app.register(async (scope) => addTwilioAccountRoutes(scope, parts));
  app.register(async (scope) => addAutomationRoutes(scope, parts));
  app.register(async (scope) => addFormRoutes(scope, parts));
  app.register(async (scope) => addAnalyticsRoutes(scope, parts));
  app.register(async (scope) => addLinkRoutes(scope));
  app.register(async (scope) => addPaddleRoutes(scope, parts));
  app.register(async (scope) => addMessageRoutes(scope, parts));
  app.register(async (scope) => addStateRoutes(scope, parts));
  app.register(async (scope) => addClockRoutes(scope, parts));
  app.register(async (scope) => addSetupRoutes(scope, parts));
  app.register(async (scope) => addPostmarkEventRoutes(scope, parts));
  app.register(async (scope) => addTwilioControlRoutes(scope, parts, callbacks));
  app.register(async (scope) => addPageRoutes(scope, parts));
  return app;
}

/** A batch of emails is several megabytes, which JSON.parse reads much faster than Fastify's parser. */
function parseJsonDirectly(app: FastifyInstance): void {
  app.removeContentTypeParser(["application/json", "text/plain"]);
  const asText = { parseAs: "string" } as const;
  app.addContentTypeParser("application/json", asText, async (_request: unknown, body: string) => {
    if (body === "") return undefined;
    try {
      return JSON.parse(body) as unknown;
    } catch {
      throw new RequestError(400, "The body isn't valid JSON.");
    }
  });
  app.addContentTypeParser("text/plain", asText, async (_request: unknown, body: string) => body);
}

const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * Keeps other sites from reading and controlling the sandbox through the developer's browser. A site can
 * point its own name to this machine (DNS rebinding), but then the Host header contains that name.
 */
function refuseOtherSites(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    if (!loopbackHost.test(request.headers.host ?? "")) {
      throw new RequestError(403, "The sandbox is only at localhost and 127.0.0.1.");
    }
    const isCrossSite = request.headers["sec-fetch-site"] === "cross-site";
    const isChange = request.method !== "GET" && request.method !== "HEAD";
    if (isCrossSite && isChange && request.url.startsWith("/sandbox/")) {
      throw new RequestError(403, "Other sites can't control the sandbox.");
    }
  });
}

function sendErrorsAsJson(app: FastifyInstance): void {
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split("?", 1)[0];
    return reply
      .code(404)
      .send({ message: `The sandbox has no endpoint ${request.method} ${path}.` });
  });
  app.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof RequestError) {
      const { statusCode, message, field } = error;
      return reply.code(statusCode).send({ message, ...(field !== undefined && { field }) });
    }
    const status = statusOf(error);
    const message = error instanceof Error ? error.message : String(error);
    return reply.code(status).send({ message });
  });
}

function statusOf(error: unknown): number {
  const hasStatus = typeof error === "object" && error !== null && "statusCode" in error;
  return hasStatus && typeof error.statusCode === "number" ? error.statusCode : 500;
}
