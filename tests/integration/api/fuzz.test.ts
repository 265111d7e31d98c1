// @module-tag slow
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { readRoutes } from "@/scripts/api-reference/read-routes";
import { openAdminClient, openSubscriberClient, type ApiClient } from "@/tests/support/api";
import { inputsOf } from "@/tests/support/hostile/inputs";
import { useForFile } from "@/tests/support/use-for-file";
import { startBilling } from "../billing/harness";

// Random calls of every documented route, most of them nearly valid. The client also checks that each
// response, and each body that was accepted, is as the API reference says.

const seed = 12;
const callsPerRoute = 20;

// This one takes no input, and answers 503 because no worker runs here.
const isExcluded = (path: string) => path === "/api/health/delivery";
const routes = (await readRoutes()).filter(({ path }) => !isExcluded(path));

const at = useForFile(startBilling);
let admin: ApiClient;

beforeAll(async () => {
  admin = await openAdminClient(at.ctx);
});

/** A browser that may call the route. A subscriber's is new, because some routes end the session. */
async function openClient(access: string): Promise<ApiClient> {
  if (access.includes("admin")) return admin;
  const uid = `uid_${randomUUID()}`;
  const { subscriptionId } = await at.buy({ uid, email: `${uid}@sample.example` });
  const where = { paddleSubscriptionId: subscriptionId };
  const { subscriberId } = await at.ctx.db.subscription.findUniqueOrThrow({ where });
  return openSubscriberClient(at.ctx, subscriberId ?? 0);
}

test.each(routes)("$method $path takes any input without a 5xx", async (route) => {
  const { method, path, reference, handler } = route;
  const client = await openClient(reference.access.name);
  const property = fc.asyncProperty(inputsOf(path, method), async ({ params, query, body }) => {
    const search = new URLSearchParams(query).toString();
    const answer = await client.call(
      handler,
      method,
      `${path.replaceAll(/\{\w+\}/g, "x")}?${search}`,
      {
        params: Object.fromEntries(
          params.map(([name, value]) => [name, name === "nextauth" ? [value] : value]),
        ),
        // Each call comes from another client, so that no rate limit answers instead.
        headers: { "x-threeline-client-address": randomUUID() },
        ...(body === undefined ? {} : { body }),
      },
    );
    expect(answer.status).toBeLessThan(500);
  });
  await fc.assert(property, { seed, numRuns: callsPerRoute, endOnFailure: true });
});
