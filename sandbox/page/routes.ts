import type { FastifyInstance } from "fastify";
import type { SandboxParts } from "../parts";
export function addPageRoutes(app: FastifyInstance, _parts: SandboxParts): void {
  app.get("/", async () => "soon");
}
