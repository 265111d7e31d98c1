import { randomInt, randomUUID } from "node:crypto";
import { expect, type APIRequestContext, type Page } from "playwright/test";
import { z } from "zod";

/** A purchase made at the sandbox, as if through the checkout overlay. */
export type Purchase = { uid: string; email: string; subscriptionId: string };

const soldSchema = z.object({ subscriptionId: z.string() });

function sandboxUrl(): string {
  return process.env["E2E_SANDBOX_URL"] ?? "http://127.0.0.1:4290";
}

/** An unused email address. */
export function uniqueEmail(): string {
  return `reader-${randomUUID()}@sample.example`;
}

/** A new New York number as people type it, in E.164, and as the product shows it. */
export function uniquePhone(): { typed: string; e164: string; shown: string } {
  const digits = `212${randomInt(2, 10)}${String(randomInt(0, 1_000_000)).padStart(6, "0")}`;
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  return {
    typed: `(${area}) ${exchange}-${line}`,
    e164: `+1${digits}`,
    shown: `+1 ${area} ${exchange} ${line}`,
  };
}

/**
 * Lets the sandbox answer in Paddle's place. A site with https loads the checkout from Paddle itself, as
 * in deploy/try.sh; others load the sandbox's.
 */
export async function answerForPaddle(page: Page): Promise<void> {
  await page.route("https://cdn.paddle.com/**", async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const path = pathname === "/paddle/v2/paddle.js" ? "/paddle/paddle.js" : pathname + search;
    await route.fulfill({ response: await route.fetch({ url: `${sandboxUrl()}${path}` }) });
  });
}

/** Buys a plan at the sandbox, its webhooks included unless told otherwise. */
export async function purchase(
  request: APIRequestContext,
  {
    deliver = "in-order",
    email = uniqueEmail(),
  }: { deliver?: "in-order" | "none"; email?: string } = {},
): Promise<Purchase> {
  const bought = { uid: `uid_${randomUUID()}`, email };
  const response = await request.post(`${sandboxUrl()}/sandbox/paddle/checkout`, {
    data: { ...bought, plan: "annual", deliver },
  });
  expect(response.ok()).toBe(true);
  return { ...bought, ...soldSchema.parse(await response.json()) };
}

/**
 * What the sandbox accepted for an address, oldest first, without briefings: someone who signs up between
 * 8:00 and 10:00 gets that day's at once.
 */
export async function serviceMessagesTo(
  request: APIRequestContext,
  channel: "email" | "sms",
  to: string,
) {
  const messages = await messagesTo(request, channel, to);
  return messages.filter(({ text, headers }) =>
    channel === "email" ? !("List-Unsubscribe" in headers) : text.includes("Reply HELP"),
  );
}

/** What the sandbox accepted for an address, oldest first. */
export async function messagesTo(
  request: APIRequestContext,
  channel: "email" | "sms",
  to: string,
): Promise<{ subject: string | null; text: string; headers: Record<string, string> }[]> {
  const response = await request.get(`${sandboxUrl()}/sandbox/messages`, {
    params: { channel, to },
  });
  return response.json();
}
