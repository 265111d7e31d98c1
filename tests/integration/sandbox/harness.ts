import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { join, resolve } from "node:path";
import { once } from "node:events";
import { ServerClient } from "postmark";
import twilio from "twilio";
import { createSandbox, type Sandbox, type SandboxOptions } from "@/sandbox/server";

/** Creates an empty folder for one test's data. */
export function makeFolder(): string {
  const root = resolve(".test");
  mkdirSync(root, { recursive: true });
  return mkdtempSync(join(root, "sandbox-"));
}

/** Starts a sandbox on a free port, with the real SDKs pointed at it. */
export async function startSandbox(options: Partial<SandboxOptions> = {}) {
  const directory = options.directory ?? makeFolder();
  const sandbox = createSandbox({ siteUrl: "http://127.0.0.1:9", ...options, directory });
  await sandbox.listen();
  return {
    url: sandbox.url,
    credentials: sandbox.credentials,
    close: () => sandbox.close(),
    mail: postmarkClient(sandbox.url, sandbox.credentials.postmark.serverToken),
    sms: twilioClient(sandbox),
    get: (path: string) => call(sandbox.url, "GET", path),
    post: (path: string, body?: unknown) => call(sandbox.url, "POST", path, body),
    put: (path: string, body?: unknown) => call(sandbox.url, "PUT", path, body),
    remove: (path: string) => call(sandbox.url, "DELETE", path),
    async stop() {
      await sandbox.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export function postmarkClient(url: string, token: string, timeoutS = 10): ServerClient {
  return new ServerClient(token, {
    useHttps: false,
    requestHost: new URL(url).host,
    timeout: timeoutS,
  });
}

function twilioClient(sandbox: Sandbox) {
  const { accountSid, authToken } = sandbox.credentials.twilio;
  const client = twilio(accountSid, authToken);
  client.api.baseUrl = sandbox.url;
  return client;
}

/** Calls a URL and parses the JSON response. */
export async function call(url: string, method: string, path: string, body?: unknown) {
  const response = await fetch(url + path, {
    method,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  const json: unknown = await response.json();
  return { status: response.status, body: json };
}

/** An email like the ones the briefing sends. */
export function briefingEmail(to: string, more: Record<string, unknown> = {}) {
  const link = `https://brand.example/u/${encodeURIComponent(to)}`;
  return {
    From: "Brand <briefing@brand.example>",
    To: to,
    Subject: "Three headlines",
    HtmlBody: `<p>${"One story. ".repeat(500)}</p><a href="${link}">Unsubscribe</a>`,
    TextBody: `One story.\n${link}`,
    MessageStream: "broadcast",
    Headers: [{ Name: "List-Unsubscribe", Value: `<${link}>` }],
    ...more,
  };
}

/** A call that the fake service received. */
export type ReceivedRequest = {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
};

/** Starts a fake service that records every call and always sends the given response. */
export async function startService(response: { status: number; type?: string; body?: string }) {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, outgoing) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({
        url: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      });
      outgoing.writeHead(response.status, { "content-type": response.type ?? "application/json" });
      outgoing.end(response.body ?? "{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
