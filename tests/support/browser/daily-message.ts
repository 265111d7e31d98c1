import { expect, type APIRequestContext } from "playwright/test";

/**
 * Makes sure that a date has an active message; the seed may already have one. The request context must
 * be an administrator's.
 */
export async function saveMessage(request: APIRequestContext, date: string): Promise<void> {
  const data = { date, message: "1. Yields\n2. Oil\n3. Rates", isActive: true };
  const saved = await request.post("/api/daily-messages", { data });
  expect([200, 201, 409]).toContain(saved.status());
}
