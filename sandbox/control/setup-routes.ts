import type { FastifyInstance } from "fastify";
import type { SandboxParts } from "../parts";
import { parseInput } from "../request-error";
import { setupChangeSchema } from "../state/provider-setup";

const txtType = 16;

const defaultRecords: readonly [pattern: RegExp, record: string][] = [
  [/^_dmarc\./, "v=DMARC1; p=quarantine; rua=mailto:reports@sandbox.example"],
  [/\._domainkey\./, "k=rsa; p=sandbox"],
  [/./, "v=spf1 include:spf.mtasv.net ~all"],
];

/**
 * `GET`, `PUT`, and `DELETE /sandbox/setup`: how our accounts at the providers differ from ready ones. `GET
 * /dns-query` stands in for DNS, as JSON over HTTP.
 */
export function addSetupRoutes(app: FastifyInstance, { setup }: SandboxParts): void {
  app.get("/sandbox/setup", async () => setup.read());

  app.put("/sandbox/setup", async (request) => {
    setup.change(parseInput(setupChangeSchema, request.body));
    return setup.read();
  });

  app.delete("/sandbox/setup", async () => {
    setup.reset();
    return setup.read();
  });

  app.get<{ Querystring: { name?: string } }>("/dns-query", async (request, reply) => {
    const name = request.query.name ?? "";
    const byDefault = defaultRecords.find(([pattern]) => pattern.test(name))?.[1];
    const records = setup.read().dns?.[name] ?? (byDefault === undefined ? [] : [byDefault]);
    reply.type("application/dns-json");
    return {
      Status: 0,
      Question: [{ name, type: txtType }],
      Answer: records.map((record) => ({ name, type: txtType, TTL: 300, data: `"${record}"` })),
    };
  });
}
