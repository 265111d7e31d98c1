import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

const valueSchema = z.object({
  stringValue: z.string().optional(),
  intValue: z.union([z.number(), z.string()]).optional(),
});
const attributesSchema = z
  .array(z.object({ key: z.string(), value: valueSchema }))
  .transform((all) =>
    Object.fromEntries(
      all.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
    ),
  );
const tracesSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              attributes: attributesSchema,
              events: z.array(z.unknown()).optional(),
              status: z.object({ code: z.number().optional() }).optional(),
            }),
          ),
        }),
      ),
    }),
  ),
});

type Resource = z.output<typeof tracesSchema>["resourceSpans"][number];

/** A span as it was received. `kind`: 2 server, 3 client, 5 consumer. */
export type ReceivedSpan = Resource["scopeSpans"][number]["spans"][number] & {
  resource: Resource["resource"]["attributes"];
};

const reportSchema = z.object({
  event_id: z.string(),
  platform: z.enum(["node", "javascript"]),
  transaction: z.string(),
  release: z.string(),
  environment: z.string(),
  tags: z.record(z.string(), z.string()),
  contexts: z.object({ trace: z.object({ trace_id: z.string(), span_id: z.string() }) }).optional(),
  message: z.string().optional(),
  exception: z
    .object({
      values: z.array(
        z.object({
          type: z.string(),
          value: z.string(),
          stacktrace: z.object({
            frames: z.array(
              z.object({
                filename: z.string(),
                function: z.string().optional(),
                lineno: z.number(),
                in_app: z.boolean(),
              }),
            ),
          }),
        }),
      ),
    })
    .optional(),
});

/** An error report as it was received. */
export type ReceivedReport = z.output<typeof reportSchema>;

/** A receiver of OTLP/HTTP traces and of Sentry's envelopes, on one port. */
export type Receivers = {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string;
  /** For SENTRY_DSN. */
  dsn: string;
  spans: ReceivedSpan[];
  reports: ReceivedReport[];
  /** Everything that was received, as text: headers, addresses, and bodies. */
  everything: string[];
  close(): Promise<void>;
};

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

export async function startReceivers(): Promise<Receivers> {
  const received: Pick<Receivers, "spans" | "reports" | "everything"> = {
    spans: [],
    reports: [],
    everything: [],
  };
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readText(request);
    received.everything.push(`${request.url}\n${request.rawHeaders.join("\n")}\n${body}`);
    if (request.url === "/v1/traces") {
      for (const { resource, scopeSpans } of tracesSchema.parse(JSON.parse(body)).resourceSpans) {
        const spans = scopeSpans.flatMap((scope) => scope.spans);
        received.spans.push(...spans.map((span) => ({ ...span, resource: resource.attributes })));
      }
    } else if (request.url?.startsWith("/api/7/envelope/")) {
      const [, item = "", event = ""] = body.split("\n");
      if (item.includes('"event"')) received.reports.push(reportSchema.parse(JSON.parse(event)));
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  };
  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is an object
  const { port } = server.address() as AddressInfo;
  return {
    ...received,
    endpoint: `http://127.0.0.1:${port}`,
    dsn: `http://key@127.0.0.1:${port}/7`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
