import type { FastifyInstance } from "fastify";

/** Hosts under `.example`, one for each way a link can fail. */
const answers: Readonly<Record<string, { status: number; location?: string }>> = {
  "gone.example": { status: 404 },
  "moved.example": { status: 301, location: "https://moved.example/new" },
  "locked.example": { status: 403 },
  "broken.example": { status: 503 },
};

/**
 * `GET /web/{host}/{path}`: the pages that stories link to. All exist, except on the hosts above:
 * `https://gone.example/report` is dead.
 */
export function addLinkRoutes(app: FastifyInstance): void {
  app.get<{ Params: { host: string } }>("/web/:host/*", async (request, reply) => {
    const { status, location } = answers[request.params.host.toLowerCase()] ?? { status: 200 };
    const isThere =
      location !== undefined && location.endsWith(request.url.split("/web")[1] ?? "-");
    if (location !== undefined && !isThere) reply.header("location", location);
    reply.code(isThere ? 200 : status).type("text/html; charset=utf-8");
    return `<!doctype html><title>${status}</title>`;
  });
}
