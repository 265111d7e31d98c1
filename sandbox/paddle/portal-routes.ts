import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { RequestError } from "../request-error";
import type { PaddleAccount } from "./account";
import { renderPortalPage } from "./portal-page";

const paramsSchema = z.object({ id: z.string() });

/** The page behind a portal session, as a browser opens it. */
export function addPaddlePortal(
  app: FastifyInstance,
  { store }: PaddleAccount,
  siteUrl: string,
): void {
  app.get("/paddle/portal/:id", async (request, reply) => {
    const { id } = paramsSchema.parse(request.params);
    const customer = store.find("customer", id);
    if (!customer) throw new RequestError(404, `There is no customer ${id}.`, "id");
    const isOwn = (entity: { customer_id: string | null }) => entity.customer_id === id;
    const page = renderPortalPage({
      customer,
      subscriptions: store.list("subscription").filter(isOwn).toReversed(),
      transactions: store.list("transaction").filter(isOwn).toReversed(),
      siteUrl,
    });
    return reply.type("text/html").send(page);
  });
}
