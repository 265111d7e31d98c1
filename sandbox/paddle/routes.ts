import type { FastifyInstance } from "fastify";
import { RequestError } from "../request-error";

/** Keeps Paddle's places: nothing answers there but a sentence. */
export function addPaddleRoutes(app: FastifyInstance): void {
  for (const prefix of ["/paddle", "/sandbox/paddle"]) {
    for (const url of [prefix, `${prefix}/*`]) {
      app.all(url, async () => {
        throw new RequestError(501, "The sandbox does not imitate Paddle.");
      });
    }
  }
}
