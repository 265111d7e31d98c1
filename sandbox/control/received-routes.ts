import type { FastifyInstance } from "fastify";
import type { SandboxParts } from "../parts";
import { receivedKinds } from "../state/received";

/** `GET` and `DELETE` for `/sandbox/analytics`, `…/forms`, `…/automation`, and `…/inbound`. */
export function addReceivedRoutes(app: FastifyInstance, { received }: SandboxParts): void {
  for (const kind of receivedKinds) {
    app.get(`/sandbox/${kind}`, async () => received.list(kind));
    app.delete(`/sandbox/${kind}`, async () => ({ deleted: received.clear(kind) }));
  }
}
