import formbody from "@fastify/formbody";
import Fastify, { type FastifyInstance } from "fastify";
import { addAnalyticsRoutes } from "./analytics/routes";
import { addAutomationRoutes } from "./automation/routes";
import { SandboxClock } from "./clock";
import { addClockRoutes } from "./control/clock-routes";
import { addFaultRoutes } from "./control/fault-routes";
import { addMessageRoutes } from "./control/message-routes";
import { addReceivedRoutes } from "./control/received-routes";
import { addSuppressionRoutes } from "./control/suppression-routes";
import { addFaultHooks } from "./fault-hooks";
import { Faults } from "./faults";
import { addFormRoutes } from "./forms/routes";
import { Messages } from "./messages";
import { addPaddleRoutes } from "./paddle/routes";
import { addPageRoutes } from "./page/routes";
import type { SandboxParts } from "./parts";
import { addPostmarkEventRoutes } from "./postmark/event-routes";
import { addPostmarkRoutes } from "./postmark/routes";
import { ReceivedCalls } from "./received";
import { RequestError } from "./request-error";
import { defaultCredentials, type SandboxCredentials } from "./settings";
import { openStore } from "./store";
import { Suppressions } from "./suppressions";
import { addTwilioControlRoutes } from "./twilio/control-routes";
import { addTwilioRoutes } from "./twilio/routes";
import { StatusCallbacks } from "./twilio/status-callbacks";

/** How a sandbox is made. */
export type SandboxOptions = {
  /** Folder of its data, made when missing. */
  directory: string;
  /** Where the webhooks go, without a trailing slash. */
  siteUrl: string;
  /** 0, the default, takes any free port. */
  port?: number;
  credentials?: SandboxCredentials;
  /** Decides about faults with a probability; answers 0 up to 1. */
  random?: () => number;
};

/** A sandbox in this process. */
export type Sandbox = {
  app: FastifyInstance;
  credentials: SandboxCredentials;
  /** Its address, once it listens. */
  readonly url: string;
  /** Begins to listen on 127.0.0.1 and answers the address. */
  listen(): Promise<string>;
  /** Cuts off whoever waits, and closes the data. */
  close(): Promise<void>;
};

/** Postmark takes batches of 50 MB. */
const maxBodyBytes = 50 * 1024 * 1024;

/**
 * Puts the local providers together.
 *
 * @throws SandboxRefusal when the data folder cannot be used
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const database = openStore(options.directory);
  const parts: SandboxParts = {
    siteUrl: options.siteUrl,
    database,
    credentials: options.credentials ?? defaultCredentials,
    clock: new SandboxClock(database),
    messages: new Messages(database),
    faults: new Faults(database, options.random),
    suppressions: new Suppressions(database),
    received: new ReceivedCalls(database),
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
      url = await app.listen({ host: "127.0.0.1", port: options.port ?? 0 });
      return url;
    },
    close: () => app.close(),
  };
}

function createApp(parts: SandboxParts): FastifyInstance {
  const app = Fastify({ bodyLimit: maxBodyBytes, forceCloseConnections: true });
  app.register(formbody, { bodyLimit: maxBodyBytes });
  readPlainJson(app);
  refuseOtherSites(app);
  answerErrorsInWords(app);
  addFaultHooks(app, parts.faults);

  const callbacks = new StatusCallbacks(parts.credentials.twilio.authToken);
  app.addHook("preClose", async () => callbacks.stop());

  app.register(async (scope) => addPostmarkRoutes(scope, parts));
  app.register(async (scope) => addTwilioRoutes(scope, parts, callbacks));
  app.register(async (scope) => addAutomationRoutes(scope, parts));
  app.register(async (scope) => addFormRoutes(scope, parts));
  app.register(async (scope) => addAnalyticsRoutes(scope, parts));
  app.register(async (scope) => addPaddleRoutes(scope, parts));
  app.register(async (scope) => addMessageRoutes(scope, parts));
  app.register(async (scope) => addFaultRoutes(scope, parts));
  app.register(async (scope) => addClockRoutes(scope, parts));
  app.register(async (scope) => addReceivedRoutes(scope, parts));
  app.register(async (scope) => addSuppressionRoutes(scope, parts));
  app.register(async (scope) => addPostmarkEventRoutes(scope, parts));
  app.register(async (scope) => addTwilioControlRoutes(scope, parts, callbacks));
  app.register(async (scope) => addPageRoutes(scope, parts));
  return app;
}

/** A batch of mails is megabytes long; JSON.parse alone reads it several times faster. */
function readPlainJson(app: FastifyInstance): void {
  app.removeContentTypeParser(["application/json", "text/plain"]);
  const asText = { parseAs: "string" } as const;
  app.addContentTypeParser("application/json", asText, async (_request: unknown, body: string) => {
    if (body === "") return undefined;
    try {
      return JSON.parse(body) as unknown;
    } catch {
      throw new RequestError(400, "The body is not valid JSON.");
    }
  });
  app.addContentTypeParser("text/plain", asText, async (_request: unknown, body: string) => body);
}

/** A page of another site must not steer the sandbox through the browser of whoever runs it. */
function refuseOtherSites(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    const isForeign = request.headers["sec-fetch-site"] === "cross-site";
    const isChange = request.method !== "GET" && request.method !== "HEAD";
    if (isForeign && isChange && request.url.startsWith("/sandbox/")) {
      throw new RequestError(403, "Another site may not control the sandbox.");
    }
  });
}

function answerErrorsInWords(app: FastifyInstance): void {
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split("?", 1)[0];
    return reply
      .code(404)
      .send({ message: `The sandbox has nothing at ${request.method} ${path}.` });
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
