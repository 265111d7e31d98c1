import { expect, type APIRequestContext, type Page } from "playwright/test";
import type { Timezone } from "@/lib/contracts/timezones";
import { messagesTo, purchase, type Purchase } from "./purchase";

/** Purchases and onboards by email: the request's browser then belongs to a subscriber on a trial. */
export async function subscribe(
  request: APIRequestContext,
  timezone: Timezone = "America/New_York",
): Promise<Purchase> {
  const bought = await purchase(request);
  const response = await request.post("/api/email-onboarding", {
    data: { email: bought.email, timezone, termsAgreed: true, threelineUid: bought.uid },
  });
  expect(response.status()).toBe(200);
  return bought;
}

/** Logs a browser in with a login link, as a user would. */
export async function logIn({ request }: Pick<Page, "request">, email: string): Promise<void> {
  const asked = await request.post("/api/auth/magic-link", { data: { email } });
  expect(asked.status()).toBe(200);
  const token = await lastTokenTo(request, email);
  const verified = await request.get("/api/auth/verify", { params: { token } });
  expect(verified.status()).toBe(200);
}

/** The token of the newest login link emailed to an address. */
async function lastTokenTo(request: APIRequestContext, email: string): Promise<string> {
  const mails = await messagesTo(request, "email", email);
  const tokens = mails.flatMap(({ text }) => /verify\?token=([\w-]+)/.exec(text)?.[1] ?? []);
  return tokens.at(-1) ?? "";
}
