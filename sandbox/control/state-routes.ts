import type { FastifyInstance } from "fastify";
import type { SandboxParts } from "../parts";
import { parseInput, RequestError } from "../request-error";
import { faultInputSchema } from "../state/faults";
import { receivedKinds } from "../state/received";

/** What the sandbox keeps besides messages: faults, suppressions, and calls it received. */
export function addStateRoutes(app: FastifyInstance, parts: SandboxParts): void {
  const { faults, messages, received, suppressions } = parts;

  app.get("/sandbox/faults", async () => faults.list());

  app.post("/sandbox/faults", async (request, reply) =>
    reply.code(201).send(faults.add(parseInput(faultInputSchema, request.body), messages.lastId())),
  );

  app.delete("/sandbox/faults", async () => ({ deleted: faults.clear() }));

  app.delete<{ Params: { id: string } }>("/sandbox/faults/:id", async (request) => {
    if (!faults.remove(request.params.id)) {
      throw new RequestError(404, "No active fault has this id.");
    }
    return { deleted: 1 };
  });

  app.get("/sandbox/suppressions", async () =>
    suppressions
      .list()
      .map((entry) => ({ ...entry, createdAt: new Date(entry.createdAt).toISOString() })),
  );

  app.delete("/sandbox/suppressions", async () => {
    const deleted = suppressions.list().length;
    suppressions.clear();
    return { deleted };
  });

  for (const kind of receivedKinds) {
    app.get(`/sandbox/${kind}`, async () => received.list(kind));
    app.delete(`/sandbox/${kind}`, async () => ({ deleted: received.clear(kind) }));
  }
}
