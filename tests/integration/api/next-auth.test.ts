import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET, POST } from "@/app/api/auth/[...nextauth]/route";
import { startApi, type ApiHarness } from "@/tests/support/api";

let api: ApiHarness;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.close());

// The open paths need Next around them: tests/e2e/service/api-reference.spec.ts calls those.
describe("the rest of next-auth is closed", () => {
  it.each([
    ["GET", "signin"],
    ["GET", "signout"],
    ["GET", "error"],
    ["POST", "session"],
    ["POST", "_log"],
  ] as const)("%s /api/auth/%s", async (method, action) => {
    const answer = await api
      .client()
      .call(method === "GET" ? GET : POST, method, `/api/auth/${action}`, {
        params: { nextauth: [action] },
      });
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ message: "Not found." });
  });
});
