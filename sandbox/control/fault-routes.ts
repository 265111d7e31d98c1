import type { FastifyInstance } from "fastify";
import { faultInputSchema } from "../state/faults";
import type { SandboxParts } from "../parts";
import { parseInput, RequestError } from "../request-error";

/** `GET`, `POST`, and `DELETE /sandbox/faults`, and `DELETE /sandbox/faults/{id}`. */
export function addFaultRoutes(app: FastifyInstance, { faults, messages }: SandboxParts): void {
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
}
