import { expect, type APIRequestContext } from "playwright/test";

/** Address of the sandbox of the instance under test. */
export function sandboxUrl(): string {
  return process.env["E2E_SANDBOX_URL"] ?? "";
}

/** Sets the clock of the instance under test, or lets it run with the machine's again. */
export async function setClock(request: APIRequestContext, now: string | null): Promise<void> {
  const url = `${sandboxUrl()}/sandbox/clock`;
  const answer = now ? await request.put(url, { data: { now } }) : await request.delete(url);
  expect(answer.status()).toBe(200);
}
