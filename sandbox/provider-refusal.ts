import type { FastifyInstance } from "fastify";
import type { ProviderFailure } from "./fault-hooks";

/** A call that a provider rejects as a whole, with the response body. */
export class ProviderRefusal extends Error {
  override name = "ProviderRefusal";
  readonly statusCode: number;
  readonly body: object;

  constructor(statusCode: number, body: object) {
    super(JSON.stringify(body));
    this.statusCode = statusCode;
    this.body = body;
  }
}

/** Responds to errors that routes throw: a refusal as it is, anything else as the provider's own failure. */
export function answerRefusals(app: FastifyInstance, failure: ProviderFailure): void {
  app.setErrorHandler(async (error, _request, reply) =>
    error instanceof ProviderRefusal
      ? reply.code(error.statusCode).send(error.body)
      : reply.code(500).send(failure(500)),
  );
}
