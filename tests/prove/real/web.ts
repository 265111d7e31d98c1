import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { POST as takeInboundText } from "@/app/api/webhooks/twilio/inbound/route";
import { POST as takeTextStatus } from "@/app/api/webhooks/twilio/status/route";
import { createServices } from "@/lib/composition";
import { provideContext } from "@/lib/http/route/context";
import { parseEnv } from "@/lib/platform/env";
import { Failpoints } from "./failpoints";
import { watchStatements } from "./statements";

const routes: Record<string, (request: Request) => Promise<Response>> = {
  "/api/webhooks/twilio/inbound": takeInboundText,
  "/api/webhooks/twilio/status": takeTextStatus,
};

async function answer(incoming: IncomingMessage, siteUrl: string): Promise<Response> {
  const url = new URL(incoming.url ?? "/", siteUrl);
  const route = routes[url.pathname];
  if (!route) return new Response(null, { status: 404 });
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const body = await buffer(incoming);
  return route(new Request(url, { method: "POST", headers, body: new Uint8Array(body) }));
}

/**
 * A process that serves Twilio's webhooks with the product's own routes, but without the pages, which
 * would have to be built first.
 *
 * @param folder of the failpoints
 */
export async function runProvedWeb([folder = ""]: string[]): Promise<void> {
  const env = parseEnv(process.env);
  watchStatements(new Failpoints(folder));
  const { ctx } = await createServices(env, { name: "threeline-web" });
  provideContext(ctx);
  const server = createServer((incoming, outgoing) => {
    answer(incoming, env.SITE_URL)
      .then(async (response) => {
        const headers = Object.fromEntries(response.headers);
        outgoing.writeHead(response.status, headers).end(await response.text());
      })
      .catch(() => outgoing.destroy());
  });
  server.listen(env.PORT, "localhost", () => process.send?.("ready"));
  process.on("disconnect", () => process.exit(0));
}
