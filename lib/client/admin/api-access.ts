import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import {
  createdTokenSchema,
  tokenEndpoints,
  tokenSchema,
  type CreatedToken,
  type CreateToken,
} from "@/lib/contracts/admin/tokens";
import {
  createdWebhookSchema,
  webhookDeliveriesSchema,
  webhookEndpoints,
  webhookSchema,
  webhookSecretSchema,
  type CreatedWebhook,
  type NewWebhook,
  type WebhookUpdate,
} from "@/lib/contracts/admin/webhooks";
import { adminJson, adminQuery, adminRequest } from "../admin";

/** All valid tokens. */
export function apiTokens() {
  return adminQuery(["admin", "tokens"], tokenEndpoints.list, z.array(tokenSchema));
}

/** Throws FetchError. */
export function createToken(body: CreateToken): Promise<CreatedToken> {
  return adminJson(tokenEndpoints.list, createdTokenSchema, { method: "POST", body });
}

/** Throws FetchError. */
export async function revokeToken(id: number): Promise<void> {
  await adminRequest(tokenEndpoints.one(id), { method: "DELETE" });
}

/** All outgoing webhooks. */
export function outgoingWebhooks() {
  return adminQuery(["admin", "webhooks"], webhookEndpoints.list, z.array(webhookSchema));
}

/** The last messages to a webhook, with every try. */
export function webhookLog(id: number) {
  return queryOptions({
    ...adminQuery(
      ["admin", "webhooks", id, "log"],
      webhookEndpoints.deliveries(id),
      webhookDeliveriesSchema,
    ),
    // Until pending messages have arrived.
    refetchInterval: ({ state: { data } }) =>
      data?.deliveries.some(({ state }) => state === "waiting") ? 2_000 : false,
  });
}

/** Throws FetchError. */
export function createWebhook(body: NewWebhook): Promise<CreatedWebhook> {
  return adminJson(webhookEndpoints.list, createdWebhookSchema, { method: "POST", body });
}

/** Throws FetchError. */
export async function updateWebhook({ id, ...body }: WebhookUpdate & { id: number }) {
  await adminRequest(webhookEndpoints.one(id), { method: "PUT", body });
}

/** Throws FetchError. */
export async function deleteWebhook(id: number): Promise<void> {
  await adminRequest(webhookEndpoints.one(id), { method: "DELETE" });
}

/** The new secret. Throws FetchError. */
export async function rotateWebhookSecret(id: number): Promise<string> {
  const url = webhookEndpoints.secret(id);
  return (await adminJson(url, webhookSecretSchema, { method: "POST" })).secret;
}

/** Throws FetchError. */
export async function testWebhook(id: number): Promise<void> {
  await adminRequest(webhookEndpoints.test(id), { method: "POST" });
}

/** Throws FetchError. */
export async function replayDelivery(input: { id: number; deliveryId: string }): Promise<void> {
  const { id, deliveryId } = input;
  await adminRequest(webhookEndpoints.replay(id), { method: "POST", body: { deliveryId } });
}
