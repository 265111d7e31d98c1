import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { FetchError, getJson, request, serverMessage } from "./fetcher";

function answer(body: string | null, init: ResponseInit) {
  const fetching = vi.fn<typeof fetch>().mockResolvedValue(new Response(body, init));
  vi.stubGlobal("fetch", fetching);
  return fetching;
}

afterEach(() => vi.unstubAllGlobals());

describe("request", () => {
  it("sends cookies, and a content type only with a body", async () => {
    const fetching = answer("{}", { status: 200 });
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

  it("throws the status and the body, with the sentence for the person apart", async () => {
    answer('{"message":"Post not found","code":"gone"}', { status: 404 });
    const error = await request("/api/r/zz").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FetchError);
    expect(error).toMatchObject({
      message: '404: {"message":"Post not found","code":"gone"}',
      userMessage: "Post not found",
      code: "gone",
      status: 404,
    });
  });

  it("throws the status text when the body is empty", async () => {
    answer("", { status: 502, statusText: "Bad Gateway" });
    await expect(request("/api/posts")).rejects.toThrow("502: Bad Gateway");
  });
});

it("getJson refuses an answer of another shape", async () => {
  answer('{"id":"one"}', { status: 200 });
  await expect(getJson("/api/posts/1", z.object({ id: z.int() }))).rejects.toThrow(z.ZodError);
});

it("reads the server's sentence, where there is one", () => {
  const answered = (status: number, message: string) =>
    new FetchError(status, message, undefined, "body");
  expect(serverMessage(answered(429, "Too many attempts."))).toBe("Too many attempts.");
  expect(serverMessage(answered(502, ""))).toBeUndefined();
  expect(serverMessage(new TypeError("Failed to fetch"))).toBeUndefined();
});
