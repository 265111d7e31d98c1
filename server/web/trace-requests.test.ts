import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { traceRequest } from "./trace-requests";

const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

async function timingOf(headers: Record<string, string>): Promise<string | null> {
  const server = createServer((request, response) =>
    traceRequest(request, response, () => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.end("page");
    }),
  );
  server.listen(0);
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const response = await fetch(`http://127.0.0.1:${port}/account`, { headers: { traceparent } });
  await response.text();
  server.close();
  return response.headers.get("server-timing");
}

test("a page that nobody stores is told its trace", async () => {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "private, no-store",
  };
  expect(await timingOf(headers)).toMatch(
    /^traceparent;desc="00-4bf92f3577b34da6a3ce929d0e0e4736-[\da-f]{16}-00"$/,
  );
});

test.each([
  ["a page that is stored", "text/html", "s-maxage=60, stale-while-revalidate=31535940"],
  ["an answer of the API", "application/json", "no-store"],
])("%s isn't", async (_name, type, caching) => {
  expect(await timingOf({ "content-type": type, "cache-control": caching })).toBeNull();
});
