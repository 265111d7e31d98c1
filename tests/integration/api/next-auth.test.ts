import { describe, expect, it } from "vitest";
import { GET, POST } from "@/app/api/auth/[...nextauth]/route";
import { startApi } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(startApi);

// The open paths need Next around them: tests/e2e/service/api-reference.spec.ts calls those.
describe("a body that anyone can send", () => {
  const post = (type: string, body: string) =>
    POST(
      new Request("http://localhost:3000/api/auth/signout", {
        method: "POST",
        body,
        headers: { "content-type": type },
      }),
      { params: Promise.resolve({ nextauth: ["signout"] }) },
    );

  it.each([
    ["a form with many fields", "application/x-www-form-urlencoded", "a&".repeat(201)],
    ["a large form", "application/x-www-form-urlencoded", "a".repeat(64 * 1024 + 1)],
    ["large JSON", "application/json", `"${"a".repeat(64 * 1024)}"`],
  ])("is refused when it's %s", async (_what, type, body) => {
    expect((await post(type, body)).status).toBe(413);
  });

  it("is refused when it isn't JSON", async () => {
    const response = await post("application/json", "{");
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ message: "The request isn’t valid JSON." });
  });
});

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
