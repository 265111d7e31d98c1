import type { FastifyInstance } from "fastify";
import type { SandboxParts } from "../parts";

/** `GET` and `DELETE /sandbox/suppressions`: addresses that the simulated providers reject. */
export function addSuppressionRoutes(app: FastifyInstance, { suppressions }: SandboxParts): void {
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
}
