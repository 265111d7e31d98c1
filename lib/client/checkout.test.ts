import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** What Paddle.js is told, in order, when a page with this token gets ready. */
async function callsWith(clientToken: string): Promise<unknown[]> {
  const calls: unknown[] = [];
  const script = {
    addEventListener: (name: string, onLoad: () => void) => name === "load" && onLoad(),
  };
  vi.stubGlobal("document", { createElement: () => script, head: { append: () => undefined } });
  vi.stubGlobal("window", {
    Paddle: {
      Environment: { set: (name: string) => calls.push(name) },
      Initialize: ({ token }: { token: string }) => calls.push(token),
    },
  });
  const { prepareCheckout } = await import("./checkout");
  await prepareCheckout({
    scriptUrl: "https://cdn.paddle.com/paddle/v2/paddle.js",
    clientToken,
    siteUrl: "https://site.example",
    priceIds: { monthly: undefined, annual: undefined },
  });
  return calls;
}

test("a token of Paddle's sandbox is used there, chosen first", async () => {
  expect(await callsWith("test_7d279f61a3499fed520f7cd8c08")).toEqual([
    "sandbox",
    "test_7d279f61a3499fed520f7cd8c08",
  ]);
});

test("a live token needs no environment", async () => {
  expect(await callsWith("live_7d279f61a3499fed520f7cd8c08")).toEqual([
    "live_7d279f61a3499fed520f7cd8c08",
  ]);
});
