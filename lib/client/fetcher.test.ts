import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { FetchError, getJson, isUnanswered, request, serverMessage } from "./fetcher";

function respondWith(body: string | null, init: ResponseInit) {
  const fetching = vi.fn<typeof fetch>().mockResolvedValue(new Response(body, init));
  vi.stubGlobal("fetch", fetching);
  return fetching;
}

afterEach(() => vi.unstubAllGlobals());

describe("request", () => {
  it("sends credentials, and a content type only with a body", async () => {
    const fetching = respondWith("{}", { status: 200 });
    await request("/api/posts");
    await request("/api/posts", { method: "POST", body: { slug: "aa" } });
    expect(fetching.mock.calls).toEqual([
      ["/api/posts", { method: "GET", credentials: "include" }],
      [
        "/api/posts",
        {
          method: "POST",
          credentials: "include",
          headers: { "Content-Type": "application/json" },
          body: '{"slug":"aa"}',
        },
      ],
    ]);
  });

  it("throws the status and the body, and the user's message separately", async () => {
    respondWith('{"message":"Post not found","code":"gone"}', { status: 404 });
    const error = await request("/api/r/zz").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FetchError);
    expect(error).toMatchObject({
      message: '404: {"message":"Post not found","code":"gone"}',
      userMessage: "Post not found",
      code: "gone",
      status: 404,
    });
  });

  it("throws the status text if the body is empty", async () => {
    respondWith("", { status: 502, statusText: "Bad Gateway" });
    await expect(request("/api/posts")).rejects.toThrow("502: Bad Gateway");
  });
});

it("getJson rejects a response of another shape", async () => {
  respondWith('{"id":"one"}', { status: 200 });
  await expect(getJson("/api/posts/1", z.object({ id: z.int() }))).rejects.toThrow(z.ZodError);
});

it("returns the server's message if there is one", () => {
  const failure = (status: number, message: string) =>
    new FetchError(status, message, undefined, "body");
  expect(serverMessage(failure(429, "Too many attempts."))).toBe("Too many attempts.");
  expect(serverMessage(failure(502, ""))).toBeUndefined();
  expect(serverMessage(new TypeError("Failed to fetch"))).toBeUndefined();
});

describe("isUnanswered", () => {
  it.each([
    ["no response", new TypeError("Failed to fetch"), true],
    ["a response that was cut off", new SyntaxError("Unexpected end of JSON input"), true],
    ["a server error", new FetchError(503, undefined, undefined, ""), true],
    ["a refusal", new FetchError(401, "Used", "link_used", ""), false],
    ["a limit", new FetchError(429, "Too many", undefined, ""), false],
  ])("%s: %s → %s", (_, error, expected) => {
    expect(isUnanswered(error)).toBe(expected);
  });
});
