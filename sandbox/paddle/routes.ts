import type { FastifyInstance } from "fastify";
import type { SandboxParts } from "../parts";
import { PaddleAccount } from "./account";
import { addPaddleApi } from "./api-routes";
import { addPaddleCheckout } from "./checkout-routes";
import { addPaddleControl } from "./control-routes";
import { PaddleNotifier } from "./notifier";
import { addPaddlePortal } from "./portal-routes";

/** Paddle's API, checkout, and portal under `/paddle`; its control endpoints under `/sandbox/paddle`. */
export function addPaddleRoutes(app: FastifyInstance, parts: SandboxParts): void {
  const { database, clock, siteUrl, credentials } = parts;
  const { paddle } = credentials;
  const account = new PaddleAccount(database, { clock, siteUrl, ...paddle });
  const notifier = new PaddleNotifier(account.store, { siteUrl, secret: paddle.webhookSecret });
  app.addHook("onReady", async () => notifier.start());
  app.addHook("preClose", async () => notifier.stop());
  app.register(async (scope) => addPaddleApi(scope, account, notifier, parts));
  app.register(async (scope) => addPaddleCheckout(scope, account, notifier));
  app.register(async (scope) => addPaddlePortal(scope, account, siteUrl));
  app.register(async (scope) => addPaddleControl(scope, account, notifier, parts));
}
