import { createServer } from "node:http";
import { once } from "node:events";
import { z } from "zod";
import { POST as paddleWebhook } from "@/app/api/webhooks/paddle/route";
import { callDocumented } from "@/tests/support/api-reference";
import type { Context } from "@/lib/domain/context";
import type { Sandbox } from "@/sandbox/server";
import { startService, startTestSandbox } from "@/tests/support/start-service";

const idsSchema = z.object({
  customerId: z.string(),
  subscriptionId: z.string(),
  transactionId: z.string(),
});

const eventsSchema = z.object({
  data: z.array(
    z.object({
      event_id: z.string(),
      event_type: z.string(),
      occurred_at: z.string(),
      data: z.record(z.string(), z.json()),
    }),
  ),
  meta: z.object({ pagination: z.object({ has_more: z.boolean() }) }),
});

const messagesSchema = z.array(
  z.object({
    channel: z.enum(["email", "sms"]),
    provider: z.string(),
    to: z.string(),
    subject: z.string().nullable(),
    text: z.string(),
    html: z.string().nullable(),
    headers: z.record(z.string(), z.string()),
    metadata: z.record(z.string(), z.string()),
    tag: z.string().nullable(),
    stream: z.string().nullable(),
  }),
);

/** The IDs of a purchase at the sandbox. */
export type Ids = z.infer<typeof idsSchema>;

/** An event as listed by Paddle's API. */
export type ListedEvent = z.infer<typeof eventsSchema>["data"][number];

/** A service in this process, with a sandbox whose webhooks reach it. */
export type BillingHarness = {
  ctx: Context;
  sandbox: Sandbox;
  variables: Record<string, string>;
  setTime(now: string): Promise<void>;
  buy(input: Record<string, unknown>): Promise<Ids>;
  simulate(subscriptionId: string, event: string, deliver?: string): Promise<void>;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Every event so far, oldest first. */
  events(): Promise<ListedEvent[]>;
  messages(): Promise<z.infer<typeof messagesSchema>>;
  close(): Promise<void>;
};

/** Starts it. The clock stays at 2026-11-20T12:00Z until `setTime`. */
export async function startBilling(
  overrides: Record<string, string> = {},
): Promise<BillingHarness> {
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
      const url = `http://localhost:3000${request.url}`;
      callDocumented(
        paddleWebhook,
        new Request(url, { method: "POST", headers, body: Buffer.concat(chunks) }),
      ).then(
        async (answer) => response.writeHead(answer.status).end(await answer.text()),
        () => response.writeHead(500).end(),
      );
    });
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const address = receiver.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const testSandbox = await startTestSandbox(`http://127.0.0.1:${port}`);
  const { sandbox, control } = testSandbox;
  const service = await startService({
    now: "2026-11-20T12:00:00Z",
    sandbox: testSandbox,
    servesRoutes: true,
    variables: overrides,
  });

  return {
    ctx: service.ctx,
    sandbox,
    variables: service.variables,
    setTime: service.setTime,
    control,
    async buy(input) {
      return idsSchema.parse(
        await control("POST", "/sandbox/paddle/checkout", { plan: "monthly", ...input }),
      );
    },
    async simulate(subscriptionId, event, deliver = "in-order") {
      await control("POST", `/sandbox/paddle/subscriptions/${subscriptionId}`, { event, deliver });
    },
    async events() {
      const events: ListedEvent[] = [];
      for (let hasMore = true; hasMore;) {
        const after = events.at(-1)?.event_id;
        const path = `/paddle/events?per_page=200${after ? `&after=${after}` : ""}`;
        const { data, meta } = eventsSchema.parse(await control("GET", path));
        events.push(...data);
        hasMore = meta.pagination.has_more;
      }
      return events;
    },
    async messages() {
      return messagesSchema.parse(await control("GET", "/sandbox/messages"));
    },
    async close() {
      await service.close();
      receiver.closeAllConnections();
      receiver.close();
    },
  };
}
